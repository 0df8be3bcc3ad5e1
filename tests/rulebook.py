"""Rulebooks as the tests read them: docs/rules/<game>.md, the fenced blocks and their titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "rules"


def rulebook_path(game: str) -> Path:
    return FOLDER / f"{game}.md"


@dataclass(frozen=True)
class Block:
    """A fenced block. `title` is the nearest bold beginning of a line above it, or empty."""

    title: str
    lines: tuple[str, ...]
    line: int
    """The line of the file on which the block's text begins, from 1."""


class MalformedBlock(ValueError):
    """A block that does not say what a worked example must say."""


_BOLD = re.compile(r"\*\*(.+?)\*\*")


def read_blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a rulebook, in order. A heading ends what a title covers."""
    title = ""
    body: list[str] | None = None
    begin = 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if body is None:
                body, begin = [], number + 1
            else:
                yield Block(title, tuple(body), begin)
                body = None
        elif body is not None:
            body.append(line)
        elif line.startswith("#"):
            title = ""
        elif bold := _BOLD.match(line):
            title = bold[1]
    if body is not None:
        raise MalformedBlock(f"line {begin}: the fence is never closed")


def read_fields(block: Block) -> dict[str, str]:
    """`name: value` lines of a block by name; a name may stand once."""
    fields: dict[str, str] = {}
    for offset, line in enumerate(block.lines):
        name, colon, value = line.partition(":")
        if not colon or name in fields:
            raise MalformedBlock(
                f"line {block.line + offset}: {line!r}, expected a new NAME: VALUE"
            )
        fields[name] = value.strip()
    return fields
