"""Counts of action sequences as data: tests/data/perft/<game>.perft.

    # comment
    id empty-board
    options entry=free sight=pieces tiles=32
    position 8/8/8/8/8/8/8/8 f
    perft 1 192
    perft 2 34048

Entries are separated by blank lines. `id` comes first and is unique; `options` may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from strata.core.errors import StrataError
from strata.core.option import parse_settings

FOLDER = Path(__file__).parents[1] / "data" / "perft"


class MalformedPerft(ValueError):
    """A perft file that breaks its format; says in which line."""


@dataclass
class Entry:
    """A position and how many sequences of each depth it has."""

    id: str
    line: int
    options: dict[str, str] = field(default_factory=dict)
    position: str = ""
    counts: dict[int, int] = field(default_factory=dict)


def perft_path(game: str) -> Path:
    return FOLDER / f"{game}.perft"


def read_perft(path: Path) -> list[Entry]:
    return parse_perft(path.read_text(encoding="utf-8"), path.name)


def parse_perft(text: str, name: str) -> list[Entry]:
    """The entries of a file called `name`; MalformedPerft names the line."""
    entries: dict[str, Entry] = {}
    entry: Entry | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        try:
            entry = _take_line(line, number, entry, entries)
        except (ValueError, StrataError) as error:
            raise MalformedPerft(f"{name}, line {number}: {error}") from None
    _finish(entry, entries, name)
    return list(entries.values())


def _take_line(
    line: str, number: int, entry: Entry | None, entries: dict[str, Entry]
) -> Entry | None:
    word, _, rest = line.partition(" ")
    if not line.strip():
        if entry is not None:
            _check_whole(entry)
            entries[entry.id] = entry
        return None
    if word == "id":
        if entry is not None:
            raise ValueError("expected a blank line before the next id")
        if not rest or rest in entries:
            raise ValueError(f"id {rest!r}: expected a new name")
        return Entry(rest, number)
    if entry is None:
        raise ValueError(f"got {line!r}, expected id NAME")
    if word == "options" and not entry.options:
        entry.options = parse_settings(rest)
    elif word == "position" and rest and not entry.position:
        entry.position = rest
    elif word == "perft":
        _take_count(rest, entry)
    else:
        raise ValueError(f"got {line!r}, expected options, position or perft, each in its place")
    return entry


def _take_count(text: str, entry: Entry) -> None:
    words = text.split(" ")
    if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
        raise ValueError(f"got perft {text!r}, expected a depth and a count")
    depth, count = map(int, words)
    if depth != len(entry.counts) + 1:
        raise ValueError(f"depth {depth}, expected {len(entry.counts) + 1}")
    entry.counts[depth] = count


def _check_whole(entry: Entry) -> None:
    if not entry.position or not entry.counts:
        raise ValueError(f"entry {entry.id} ends here without a position or without a count")


def _finish(entry: Entry | None, entries: dict[str, Entry], name: str) -> None:
    if entry is None:
        return
    try:
        _check_whole(entry)
    except ValueError as error:
        raise MalformedPerft(f"{name}, line {entry.line}: {error}") from None
    entries[entry.id] = entry
