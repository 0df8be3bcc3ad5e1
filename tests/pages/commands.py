"""The commands that the pages of the repository tell a reader to type.

They stand in fenced blocks (`bash`, `sh`, `console`) and in the first column of tables. A comment
at the end of a line belongs to the reader, not to the command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.places import list_sources

SHELLS: Final = {"bash", "sh", "shell", "console"}
_FENCE: Final = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_COMMENT: Final = re.compile(r"\s+# .*$")
_ROW: Final = re.compile(r"^\| (`[^|]*)\|", re.MULTILINE)
_SPAN: Final = re.compile(r"`([^`\n]+)`")
_TYPED: Final = re.compile(
    r"(STRATA_\w+=\S+ )*"
    r"((\.venv/bin/)?(strata|pytest|pip|pipx|npm|npx|python|docker|curl) |scripts/[\w-]+( |$))"
)


class Command(NamedTuple):
    """A command, the page that has it (its path in the repository) and its line there."""

    page: str
    line: int
    text: str


class Block(NamedTuple):
    """A fenced block: its language, its text and the line of its fence."""

    language: str
    text: str
    line: int


def list_pages(root: Path) -> list[str]:
    """Return every page that git knows or would add, but the changelog and generated pages."""
    return sorted({*list_sources(root, "*.md")} - {"CHANGELOG.md", "docs/commands.md"})


def read_blocks(root: Path, page: str) -> Iterator[Block]:
    text = (root / page).read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        yield Block(found[2], found[3], text.count("\n", 0, found.start()) + 1)


def read_commands(root: Path, page: str) -> list[Command]:
    """Return the commands of the page's blocks and tables, in the order of the page."""
    found = [
        Command(page, block.line + line, text)
        for block in read_blocks(root, page)
        if block.language in SHELLS
        for line, text in _split(block)
    ]
    text = (root / page).read_text(encoding="utf-8")
    for row in _ROW.finditer(text):
        line = text.count("\n", 0, row.start()) + 1
        spans = (span[1] for span in _SPAN.finditer(row[1]))
        found += [Command(page, line, span) for span in spans if _TYPED.match(span)]
    return sorted(found, key=lambda command: command.line)


def read_mentions(root: Path, page: str) -> Iterator[Command]:
    """Yield the commands in running text and anywhere in tables: `strata show GAME`."""
    text = (root / page).read_text(encoding="utf-8")
    text = _FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)
    for span in _SPAN.finditer(text):
        if _TYPED.match(span[1]):
            yield Command(page, text.count("\n", 0, span.start()) + 1, span[1])


def _split(block: Block) -> Iterator[tuple[int, str]]:
    """Yield each command with its line in the block; one may go on after a backslash."""
    first, waiting = 0, ""
    for number, line in enumerate(block.text.splitlines(), 1):
        if not waiting:
            if not line.strip() or line.lstrip().startswith("# "):
                continue
            if block.language == "console":
                if not line.startswith("$ "):
                    continue  # what the command prints
                line = line.removeprefix("$ ")
            first = number
        waiting += _COMMENT.sub("", line)
        if waiting.endswith("\\"):
            waiting += "\n"
            continue
        yield first, waiting
        waiting = ""
