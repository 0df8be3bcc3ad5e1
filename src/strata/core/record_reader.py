"""Reads records from text: docs/record-format.md says what the format is.

Reading replays every action by the rules, so that a record that was read is a game that could have
been played, to the result it claims.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from strata.core.errors import InvalidRecord, StrataError, shown
from strata.core.help_count import HELP, InvalidHelp, parse_help
from strata.core.option import format_settings, parse_settings
from strata.core.outcome import AGREED_REASONS, Outcome, parse_outcome
from strata.core.position import Position
from strata.core.record import Record
from strata.core.record_writer import CONTROL, FOOT, HEAD, UNFINISHED, VERSION, VIEW
from strata.core.rules import Rules

_LONGEST: Final = 2 * 1024 * 1024
_PLAIN: Final = rf'[^"\\{CONTROL}]*'
_TAG: Final = re.compile(rf'\[([A-Z][A-Za-z0-9_-]*) "({_PLAIN}(?:\\["\\]{_PLAIN})*)"\]')
_DEFINITION: Final = re.compile(rf'\[(Definition) "({_PLAIN}(?:\\["\\n]{_PLAIN})*)"\]')
_ESCAPE: Final = re.compile(r"\\(.)")


@dataclass
class Header:
    """What a record says of its game, before any action is looked at."""

    game: str
    definition: str | None
    settings: dict[str, str]
    game_line: int

    def open_rules(self, kind: type[Rules[Any]]) -> Rules[Any]:
        """The rules of that kind, with the options that the record was played with."""
        try:
            return kind(self.definition, **self.settings)
        except StrataError as error:
            raise InvalidRecord(str(error), self.game_line) from None


@dataclass
class _Source:
    """A record taken apart into tags and actions, each with its line."""

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    actions: list[tuple[str, int]] = field(default_factory=list)
    lines: int = 0

    def need(self, name: str) -> tuple[str, int]:
        if name not in self.tags:
            raise InvalidRecord(
                f'no tag [{name} "…"]; {self._last_read()}, so the record is cut off or incomplete',
                max(self.lines, 1),
            )
        return self.tags[name]

    def _last_read(self) -> str:
        if not self.actions:
            return "no action was read"
        return f"the last action read is number {len(self.actions)}, {shown(self.actions[-1][0])}"


def _take_apart(text: str) -> _Source:
    if len(text) > _LONGEST:
        raise InvalidRecord(f"a record of {len(text)} characters, at most {_LONGEST} are read", 1)
    source = _Source()
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.partition(";")[0].strip() if not line.startswith("[") else line.strip()
        if not bare:
            continue
        source.lines = number
        if number == 1 or (not source.tags and not source.actions):
            _expect_version(bare, number)
        if bare.startswith("["):
            _take_tag(bare, number, source)
        elif any(name in source.tags for name in FOOT):
            raise InvalidRecord(f"got {shown(bare)} after the end of the actions", number)
        else:
            source.actions += ((word, number) for word in bare.split())
    if not source.tags:
        raise InvalidRecord(f'the record is empty, expected [Strata "{VERSION}"]', 1)
    return source


def _expect_version(line: str, number: int) -> None:
    tag = _TAG.fullmatch(line)
    if tag is None or tag[1] != "Strata":
        raise InvalidRecord(f'got {shown(line)}, expected [Strata "{VERSION}"]', number)
    if tag[2] != VERSION:
        raise InvalidRecord(f"record version {shown(tag[2])}, expected {VERSION}", number)


def _take_tag(line: str, number: int, source: _Source) -> None:
    tag = _TAG.fullmatch(line) or _DEFINITION.fullmatch(line)
    if tag is None:
        raise InvalidRecord(f'got {shown(line)}, expected a tag like [Name "value"]', number)
    name, value = tag[1], _ESCAPE.sub(lambda sign: "\n" if sign[1] == "n" else sign[1], tag[2])
    if name in source.tags:
        raise InvalidRecord(f"tag {name} stands on line {source.tags[name][1]} already", number)
    if source.actions and name not in FOOT:
        raise InvalidRecord(f"tag {name} after the actions, expected one of {FOOT}", number)
    source.tags[name] = value, number


def read_header(text: str) -> Header:
    return _header(_take_apart(text))


def _header(source: _Source) -> Header:
    game, line = source.need("Game")
    given, options_line = source.tags.get("Options", ("", line))
    definition, line = source.tags.get("Definition", (None, line))
    try:
        return Header(game, definition, parse_settings(given), line)
    except StrataError as error:
        raise InvalidRecord(str(error), options_line) from None


def load_record(text: str, rules: Rules[Any], most_actions: int | None = None) -> Record:
    """The record in `text`, which must be of `rules` and their options."""
    source = _take_apart(text)
    _expect_not_longer(source, most_actions)
    header = _header(source)
    if header.game != rules.name:
        raise InvalidRecord(f"a record of {shown(header.game)}, not {rules.name}", header.game_line)
    recorded = header.open_rules(type(rules))
    if recorded.definition != rules.definition:
        raise InvalidRecord(
            f"the record was played with {recorded!r}, not with {rules!r}", header.game_line
        )
    if recorded != rules:
        raise InvalidRecord(
            f"the record was played with {format_settings(recorded.settings)}, "
            f"not with {format_settings(rules.settings)}",
            source.tags.get("Options", ("", header.game_line))[1],
        )
    if VIEW in source.tags:
        who, line = source.tags[VIEW]
        raise InvalidRecord(
            f"a partial view, what {shown(who)} could see while something was hidden: it cannot "
            "be replayed, only the whole record can",
            line,
        )
    source.need("Result")  # a record that is cut off says so before anything else is wrong with it
    record = _opened(source, rules)
    for count, (action, line) in enumerate(source.actions, 1):
        try:
            record.play(action)
        except StrataError as error:
            raise InvalidRecord(f"action {count}: {error}", line) from None
    _check_foot(source, record)
    return record


def _expect_not_longer(source: _Source, most_actions: int | None) -> None:
    if most_actions is not None and len(source.actions) > most_actions:
        raise InvalidRecord(
            f"a record of {len(source.actions)} actions, at most {most_actions} are read here",
            source.actions[most_actions][1],
        )


def _opened(source: _Source, rules: Rules[Any]) -> Record:
    if "Start" not in source.tags:
        start = Position(rules, rules.start())
    else:
        text, line = source.tags["Start"]
        try:
            start = Position(rules, rules.read(text))
        except StrataError as error:
            raise InvalidRecord(str(error), line) from None
    free = {name: value for name, (value, _) in source.tags.items() if name not in (*HEAD, *FOOT)}
    if HELP in source.tags:
        text, line = source.tags[HELP]
        try:
            parse_help(text)
        except InvalidHelp as error:
            raise InvalidRecord(str(error), line) from None
    return Record(start, free)


def _check_foot(source: _Source, record: Record) -> None:
    """The counts, the final position and the result that the record claims must be its own."""
    ends = {"Actions": str(len(record.played)), "Final": str(record.position)}
    for name, true in ends.items():
        claimed, line = source.tags.get(name, (true, 0))
        if claimed != true:
            last = f" after action {record.played[-1]}" if record.played else ""
            raise InvalidRecord(
                f"{name} is {shown(claimed)}, but the actions give {shown(true)}{last}", line
            )
    claimed, line = source.need("Result")
    _conclude_as(claimed, line, record)


def _conclude_as(claimed: str, line: int, record: Record) -> None:
    outcome = _claimed_outcome(claimed, line)
    if outcome is not None and outcome.reason in AGREED_REASONS:
        try:
            record.conclude(outcome)
        except StrataError as error:
            raise InvalidRecord(f"Result {shown(claimed)}: {error}", line) from None
    elif record.outcome() != outcome:
        true = str(record.outcome() or UNFINISHED)
        raise InvalidRecord(f"Result is {shown(claimed)}, but the actions give {shown(true)}", line)


def _claimed_outcome(claimed: str, line: int) -> Outcome | None:
    if claimed == UNFINISHED:
        return None
    try:
        return parse_outcome(claimed)
    except StrataError as error:
        raise InvalidRecord(str(error), line) from None
