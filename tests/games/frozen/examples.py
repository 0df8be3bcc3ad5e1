"""The worked examples of docs/rules/frozen.md, section 11, as statements that can be tested."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.rulebook import rulebook_path


@dataclass(frozen=True)
class Played:
    """Actions and the position after them, perhaps with the outcome of the game."""

    actions: tuple[str, ...]
    after: str


@dataclass(frozen=True)
class Listed:
    """`legal (n)`, complete, or `legal, of the kinds shown (n of total)`."""

    count: int
    total: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Ended:
    outcome: str


@dataclass
class Example:
    """A position and what is said about it, in order."""

    title: str
    mechanics: str
    position: str
    steps: list[Played | Listed | Ended] = field(default_factory=list)


class MalformedExample(ValueError):
    """A line of an example that says nothing known."""


_LEGAL = re.compile(r"legal(?:, of the kinds shown)? \((\d+)(?: of (\d+))?\): (.*)")
_OUTCOME = re.compile(r"   outcome: (first wins|second wins|draw) \(([a-z-]+)\)")


def section(number: str) -> str:
    text = rulebook_path("frozen").read_text(encoding="utf-8")
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise MalformedExample(f"the rulebook has no section {number}")
    return found[0]


def read_examples() -> list[Example]:
    found = []
    for part in re.split(r"^### ", section("11"), flags=re.MULTILINE)[1:]:
        block = re.search(r"^```\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
        if block is None:
            raise MalformedExample(f"no block in {part.splitlines()[0]}")
        found.append(_read_block(part.splitlines()[0], block[1].splitlines()))
    return found


def _read_block(title: str, lines: list[str]) -> Example:
    words = dict(line.split(":", 1) for line in lines[:2])
    example = Example(title, words["mechanics"].strip(), words["position"].strip())
    actions: tuple[str, ...] = ()
    for line in lines[2:]:
        if line.startswith("   -> "):
            example.steps.append(Played(actions, line.removeprefix("   -> ")))
            actions = ()
        elif outcome := _OUTCOME.fullmatch(line):
            example.steps.append(Ended(f"{outcome[1]}, {outcome[2]}"))
        elif legal := _LEGAL.fullmatch(line):
            listed = () if legal[3] == "none" else tuple(legal[3].split(" "))
            example.steps.append(Listed(int(legal[1]), int(legal[2] or legal[1]), listed))
        elif not actions and not line.startswith(" "):
            actions = tuple(line.split(" "))
        else:
            raise MalformedExample(f"{title}: {line}")
    if actions:
        raise MalformedExample(f"{title}: {actions} lead nowhere")
    return example


def kind_shown(action: str) -> str:
    """What an action has in common with others of its kind: its actor and all but its target."""
    if ":" in action and action[0] not in "abcdefghijklmnop~":
        return action.rsplit(":", 1)[0]
    if named := re.match(r"([a-z]+):([a-p]\d+)", action):
        return named[0]
    return re.sub(r"(?<=[-x+>*])[a-p]\d+(:[A-Z])?$", "", action)
