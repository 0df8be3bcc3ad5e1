"""What docs/rules/dzura.md states besides its worked examples, as data for tests.

Section 7 has the two definitions; section 11 ends with refused definitions and positions, counts
and walks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import strata
from tests.rulebook import MalformedRulebook, rulebook_path

TEXT = rulebook_path("dzura").read_text(encoding="utf-8")


def part(heading: str) -> str:
    """What stands under a heading, up to the next of its rank or a higher one."""
    rank = heading.partition(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}.*?\n(.*?)(?=^#{{1,{len(rank)}}} |\Z)",
        TEXT,
        re.MULTILINE | re.DOTALL,
    )
    if found is None:
        raise MalformedRulebook(f"the rulebook has no {heading}")
    return found[1]


STANDARD_TEXT, MINI_TEXT = re.findall(r"```toml\n(.*?)```", part("## 7."), re.DOTALL)


def game_called(words: str) -> strata.Game:
    """`default`, `capture=court`, `court, on, 5`, `Mini, capture=court` …"""
    definition = MINI_TEXT if "Mini" in words else None
    options: dict[str, str] = dict(re.findall(r"(capture|rotation|ordnance)=(\w+)", words))
    if "court, on, 5" in words:
        options = {"capture": "court", "rotation": "on", "ordnance": "5"}
    if not options and words not in ("default", "Mini"):
        raise MalformedRulebook(f"no game is called {words!r}")
    return strata.game("dzura", definition=definition, **options)


@dataclass(frozen=True)
class RefusedDefinition:
    """Mini with one change."""

    words: str
    assignments: tuple[str, ...]
    item: int

    def text(self) -> str:
        return changed(MINI_TEXT, self.words, self.assignments)


def refused_definitions() -> list[RefusedDefinition]:
    found = []
    for line in re.findall(r"^- (.*)$", part("### Refused definitions"), re.MULTILINE):
        words, _, item = line.rpartition(": ")
        found.append(RefusedDefinition(words, tuple(re.findall(r"`([^`]+)`", words)), int(item)))
    return found


def changed(text: str, words: str, assignments: tuple[str, ...]) -> str:
    """A definition with assignments made where `words` say: at the top, or in a piece."""
    top, *pieces = text.split("[[piece]]\n")
    sections = [top, *pieces]
    if words.startswith("a fourth piece"):
        sections.append('\nname = "Fourth"\n')
        place = len(sections) - 1
    elif name := re.match(r"(\w+) with ", words):
        place = next(i for i, piece in enumerate(sections) if f'name = "{name[1]}"' in piece)
    else:
        place = 0
    for assignment in assignments:
        key = assignment.partition(" = ")[0]
        line = re.compile(rf"^{key} = .*$", re.MULTILINE)
        if line.search(sections[place]):
            sections[place] = line.sub(lambda _, new=assignment: new, sections[place])  # type: ignore[misc]
        else:
            sections[place] = f"{sections[place].rstrip()}\n{assignment}\n\n"
    return "[[piece]]\n".join(sections)


@dataclass(frozen=True)
class RefusedPosition:
    options: str
    position: str
    item: str
    """The number of Z92's item, or `grammar`."""


def refused_positions() -> list[RefusedPosition]:
    lines = re.findall(
        r"^- ([^:]+): `([^`]+)` \((grammar|\d)\)$", part("### Refused position"), re.MULTILINE
    )
    return [RefusedPosition(*line) for line in lines]


def counts() -> list[tuple[str, list[int]]]:
    """The table of counts: a game and its numbers of 1, 2, 3 actions."""
    rows = re.findall(
        r"^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", part("### Counts"), re.MULTILINE
    )
    return [
        (name, [int(number.replace(",", "")) for number in numbers])
        for name, *numbers in rows
        if name != "game"
    ]


@dataclass(frozen=True)
class Walk:
    options: str
    seed: int
    actions: int
    position: str
    outcome: str | None


def walks() -> list[Walk]:
    lines = re.findall(
        r"^- (.+), seed (\d+), (\d+): `([^`]+)`(?:: over, ([\w ]+), `([\w-]+)`)?$",
        part("### Walks"),
        re.MULTILINE,
    )
    return [
        Walk(options, int(seed), int(number), position, f"{who}, {why}" if why else None)
        for options, seed, number, position, who, why in lines
    ]
