"""Rulebooks as the tests read them: docs/rules/<game>.md, its sections and worked examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "rules"


def rulebook_path(game: str) -> Path:
    return FOLDER / f"{game}.md"


class MalformedRulebook(ValueError):
    """A rulebook that lacks a section, or an example that does not follow the format."""


def section(game: str, number: int) -> str:
    """The text of a numbered section, its heading included."""
    text = rulebook_path(game).read_text(encoding="utf-8")
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise MalformedRulebook(f"docs/rules/{game}.md has no section {number}")
    return found[0]


@dataclass(frozen=True)
class Block:
    """A fenced block of section 11.

    `name` is the label of the example above it, with the block's number in it (`X7.2`) if the
    example has several; it is empty if no example begins above.
    """

    game: str
    name: str
    lines: tuple[str, ...]
    line: int
    """The line of the file on which the block's text begins, from 1."""

    def place(self, line: int) -> str:
        return f"docs/rules/{self.game}.md:{line}"


_EXAMPLE = re.compile(r"(?:### |\*\*)([A-Z]\d+)\. ")
_FENCE = re.compile(r"\s*(?:```|~~~)")


def _example_lines(game: str) -> Iterator[tuple[int, str]]:
    """The lines of section 11 with their numbers in the file; none if there is no such section."""
    path = rulebook_path(game)
    inside = False
    for number, line in enumerate(
        path.read_text("utf-8").splitlines() if path.is_file() else (), 1
    ):
        if line.startswith("## "):
            inside = line.startswith("## 11. ")
        if inside:
            yield number, line


def example_labels(game: str) -> list[str]:
    """The labels of the worked examples in order: `### E1. Title` or `**E1. Title.**`."""
    return [found[1] for _, line in _example_lines(game) if (found := _EXAMPLE.match(line))]


def example_blocks(game: str) -> list[Block]:
    """Every fenced block of section 11, in order."""
    found: list[tuple[str, list[str], int]] = []
    label = ""
    body: list[str] | None = None
    for number, line in _example_lines(game):
        if _FENCE.match(line):
            if body is None:
                body = []
                found.append((label, body, number + 1))
            else:
                body = None
        elif body is not None:
            body.append(line)
        elif example := _EXAMPLE.match(line):
            label = example[1]
        elif line.startswith("#"):
            label = ""
    if body is not None:
        raise MalformedRulebook(f"docs/rules/{game}.md:{found[-1][2]}: the fence is never closed")
    return _numbered(game, found)


def _numbered(game: str, found: list[tuple[str, list[str], int]]) -> list[Block]:
    sizes = Counter(label for label, _, _ in found)
    seen: Counter[str] = Counter()
    blocks = []
    for label, lines, line in found:
        seen[label] += 1
        name = f"{label}.{seen[label]}" if label and sizes[label] > 1 else label
        blocks.append(Block(game, name, tuple(lines), line))
    return blocks
