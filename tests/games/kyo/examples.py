"""The worked examples of docs/rules/kyo.md, section 11, as statements that can be tested.

Every line of the section is one of the kinds below or prose; `prose` keeps the latter, so that a
test can see that no statement was taken for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.rulebook import rulebook_path


@dataclass(frozen=True)
class Listed:
    """`X1a: legal actions that begin with …`: `prefix` is empty where the list is complete."""

    label: str
    prefix: str
    count: int
    total: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """`X1a, action → X1b position`, perhaps with the outcome of the game."""

    before: str
    action: str
    after: str
    outcome: str | None


@dataclass
class Examples:
    """`positions` by label; `plain` are sentences about the position named last before them."""

    positions: dict[str, str] = field(default_factory=dict)
    listed: list[Listed] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    plain: list[tuple[str, str]] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)


class MalformedExample(ValueError):
    """A worked example that contradicts itself."""


_LABELLED = re.compile(r"\*\*(X\d+[a-z])\*\* `([^`]+)`")
_LISTED = re.compile(
    r"(X\d+[a-z]): legal actions(?: that begin with `([^`]+)`)? \((\d+)(?: of (\d+))?\): (.*)"
)
_PLAYED = re.compile(
    r"- (X\d+[a-z]), `([^`]+)` → \*\*(X\d+[a-z])\*\* `([^`]+)`(?: — \*\*([^*]+)\*\*)?"
)
# Sentences of X1, X20 and X21 that state counts in words of their own.
_PLAIN = re.compile(r"\d+ legal actions\b|Chip moves \(\d+\): ")


def section(number: int) -> str:
    text = rulebook_path("kyo").read_text(encoding="utf-8")
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise MalformedExample(f"the rulebook has no section {number}")
    return found[0]


def quoted(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", text))


def read_examples() -> Examples:
    examples = Examples()
    last = ""
    for line in section(11).splitlines():
        if not line or line.startswith("#"):
            continue
        if labelled := _LABELLED.fullmatch(line):
            last = labelled[1]
            _name(examples, last, labelled[2])
        elif listed := _LISTED.fullmatch(line):
            last, prefix, count, total, actions = listed.groups()
            examples.listed.append(
                Listed(last, prefix or "", int(count), int(total or count), quoted(actions))
            )
        elif played := _PLAYED.fullmatch(line):
            before, action, after, position, outcome = played.groups()
            _name(examples, after, position)
            examples.played.append(Played(before, action, after, outcome))
        elif _PLAIN.match(line):
            examples.plain.append((last, line))
        else:
            examples.prose.append(line)
    return examples


def _name(examples: Examples, label: str, position: str) -> None:
    if examples.positions.setdefault(label, position) != position:
        raise MalformedExample(f"{label} is two positions")
