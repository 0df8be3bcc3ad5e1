"""The text of a record taken apart into tags and words (docs/record-format.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from strata.core.errors import InvalidRecord, StrataError, listed, shown
from strata.core.option import parse_settings
from strata.core.record_writer import BRANCHED, CLOSE, CONTROL, ESCAPE, FOOT, OPEN, VERSION
from strata.core.rules import Rules
from strata.core.study.annotations import is_annotation

_LONGEST: Final = 2 * 1024 * 1024
_BEGINNING: Final = f'a record begins with the line [Strata "{VERSION}"]: copy it from there'
_PLAIN: Final = rf'[^"\\{CONTROL}]*'
_TAG: Final = re.compile(rf'\[([A-Z][A-Za-z0-9_-]*) "({_PLAIN}(?:\\["\\]{_PLAIN})*)"\]')
_DEFINITION: Final = re.compile(rf'\[(Definition) "({_PLAIN}(?:\\["\\n]{_PLAIN})*)"\]')
_ESCAPED: Final = re.compile(r"\\(.)")
_COMMENT: Final = re.compile(r"\{(?:[^}\\]|\\.)*\}")
_WORD: Final = re.compile(rf"{_COMMENT.pattern}(?!\S)|;.*|\S+")


@dataclass
class Header:
    """What a record says of its game, before any action is read."""

    game: str
    definition: str | None
    settings: dict[str, str]
    game_line: int

    def open_rules(self, kind: type[Rules[Any]]) -> Rules[Any]:
        """Return the rules of that kind, with the options that the record was played with."""
        try:
            return kind(self.definition, **self.settings)
        except StrataError as error:
            raise InvalidRecord(str(error), self.game_line) from None


@dataclass
class RecordSource:
    """A record taken apart into tags and words, each with its line."""

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    words: list[tuple[str, int]] = field(default_factory=list)
    """Everything between head and foot; in version 2 this includes variations and annotations."""
    actions: list[tuple[str, int]] = field(default_factory=list)
    """The actions of the game."""
    lines: int = 0

    @property
    def is_branched(self) -> bool:
        return "Strata" in self.tags and self.tags["Strata"][0] == BRANCHED

    def need(self, name: str) -> tuple[str, int]:
        if name not in self.tags:
            raise InvalidRecord(
                f'the record is cut off or incomplete: [{name} "…"] is missing; '
                f"{self._last_read()}",
                max(self.lines, 1),
            )
        return self.tags[name]

    def _last_read(self) -> str:
        if not self.actions:
            return "no action was read"
        return f"the last action read is number {len(self.actions)}, {shown(self.actions[-1][0])}"


def take_apart(text: str) -> RecordSource:
    if len(text) > _LONGEST:
        raise InvalidRecord(
            f"the record is too long: got {len(text)} characters, expected at most {_LONGEST}", 1
        )
    source = RecordSource()
    branched = False
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip() if branched or line.startswith("[") else _without_remark(line)
        if not bare or bare.startswith(";"):
            continue
        source.lines = number
        if number == 1 or (not source.tags and not source.words):
            _expect_version(bare, number)
        if bare.startswith("["):
            _take_tag(bare, number, source)
            branched = source.is_branched
        elif any(name in source.tags for name in FOOT):
            raise InvalidRecord(
                f"got {shown(bare)} after the end of the record: nothing may follow its last "
                f"lines, {listed(FOOT)}",
                number,
            )
        else:
            words = _split(bare, number) if branched else bare.split()
            source.words += ((word, number) for word in words)
    if not source.tags:
        raise InvalidRecord(f"the record is empty; {_BEGINNING}", 1)
    source.actions = _game_of(source) if source.is_branched else source.words
    return source


def _without_remark(line: str) -> str:
    return line.partition(";")[0].strip()


def _split(line: str, number: int) -> list[str]:
    """Return the words of a line of version 2; a comment is one word."""
    words: list[str] = []
    for found in _WORD.finditer(line):
        word = found[0]
        if word.startswith("{") and not _COMMENT.fullmatch(word):
            raise InvalidRecord(f"comment {shown(word)} does not end on its line", number)
        if not word.startswith(";"):
            words.append(word)
    return words


def _game_of(source: RecordSource) -> list[tuple[str, int]]:
    """Return the actions of the game: as many of the main line as the tag Actions says."""
    claimed, line = source.need("Actions")
    if not re.fullmatch("0|[1-9][0-9]{0,6}", claimed):
        raise InvalidRecord(f"Actions: got {shown(claimed)}, expected a number", line)
    depth = 0
    actions: list[tuple[str, int]] = []
    for word, number in source.words:
        depth += (word == OPEN) - (word == CLOSE)
        if depth < 0:
            raise InvalidRecord("got ) without a ( before it", number)
        if not depth and word != CLOSE and not is_annotation(word):
            actions.append((word.removeprefix(ESCAPE), number))
    if depth:
        raise InvalidRecord("got ( without a ) after it", max(source.lines, 1))
    wanted = int(claimed)
    if wanted > len(actions):
        raise InvalidRecord(
            f"Actions is {wanted}, but the main line has only {len(actions)} actions", line
        )
    return actions[:wanted]


def _expect_version(line: str, number: int) -> None:
    tag = _TAG.fullmatch(line)
    if tag is None or tag[1] != "Strata":
        raise InvalidRecord(
            f"this is not a Strata record: it begins with {shown(line)}; {_BEGINNING}", number
        )
    if tag[2] not in (VERSION, BRANCHED):
        raise InvalidRecord(
            f"the record has version {shown(tag[2])} of the format, "
            f"expected {VERSION} or {BRANCHED}",
            number,
        )


def _take_tag(line: str, number: int, source: RecordSource) -> None:
    tag = _TAG.fullmatch(line) or _DEFINITION.fullmatch(line)
    if tag is None:
        raise InvalidRecord(
            f'got {shown(line)}, expected a whole line like [Name "value"]; '
            "the text may be cut off",
            number,
        )
    name, value = tag[1], _ESCAPED.sub(lambda sign: "\n" if sign[1] == "n" else sign[1], tag[2])
    if name in source.tags:
        raise InvalidRecord(f"[{name}] is already given on line {source.tags[name][1]}", number)
    if source.words and name not in FOOT:
        raise InvalidRecord(
            f"[{name}] comes after the actions, where only {listed(FOOT)} are expected", number
        )
    source.tags[name] = value, number


def read_header(text: str) -> Header:
    return header_of(take_apart(text))


def header_of(source: RecordSource) -> Header:
    game, line = source.need("Game")
    given, options_line = source.tags.get("Options", ("", line))
    definition, line = source.tags.get("Definition", (None, line))
    try:
        return Header(game, definition, parse_settings(given), line)
    except StrataError as error:
        raise InvalidRecord(str(error), options_line) from None
