"""The reader of records, from text as docs/record-format.md specifies it.

Every action is replayed by the rules, so a record that was read is a game that could have been
played, with the result that it claims.
"""

from __future__ import annotations

from typing import Any

from strata.core.errors import IllegalAction, InvalidRecord, StrataError, shown
from strata.core.help_count import HELP, InvalidHelp, parse_help
from strata.core.option import format_settings
from strata.core.outcome import AGREED_REASONS, Outcome, parse_outcome
from strata.core.position import Position
from strata.core.record import Record
from strata.core.record_source import RecordSource, header_of, take_apart
from strata.core.record_writer import FOOT, HEAD, UNFINISHED, VIEW
from strata.core.rules import Rules


def load_record(text: str, rules: Rules[Any], most_actions: int | None = None) -> Record:
    """Return the record in `text`, which must be of `rules` and their options.

    Of a record with variations only the game is read; strata.core.study reads the rest. Raises
    InvalidRecord.
    """
    return read_record(take_apart(text), rules, most_actions)


def read_record(source: RecordSource, rules: Rules[Any], most_actions: int | None = None) -> Record:
    """Return the game of a record that was taken apart. Raises InvalidRecord."""
    _expect_not_longer(source, most_actions)
    header = header_of(source)
    if header.game != rules.name:
        raise InvalidRecord(
            f"got a record of {shown(header.game)}, expected one of {rules.name}", header.game_line
        )
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
            f"this is a partial view: what {shown(who)} could see while something was hidden; "
            "only the full record can be replayed",
            line,
        )
    source.need("Result")  # report that a record is cut off before anything else
    record = _opened(source, rules)
    for count, (action, line) in enumerate(source.actions, 1):
        try:
            record.play(action)
        except IllegalAction as error:
            why = _tell_why(record, action, error)
            raise InvalidRecord(
                f"action {count}, {shown(action)}, cannot be played: {why}", line
            ) from None
        except StrataError as error:
            raise InvalidRecord(f"action {count}: {error}", line) from None
    _check_foot(source, record)
    return record


def _tell_why(record: Record, action: str, error: IllegalAction) -> str:
    """Return why `action` cannot be played, in words for somebody who knows the game."""
    known = str(error).rpartition(": ")[2]
    if record.outcome() is not None or known.endswith("?"):  # it suggests another action
        return known
    return " ".join(sentence.read() for sentence in record.position.why_not(action).sentences)


def _expect_not_longer(source: RecordSource, most_actions: int | None) -> None:
    if most_actions is not None and len(source.actions) > most_actions:
        raise InvalidRecord(
            f"the game is too long: got {len(source.actions)} actions, "
            f"expected at most {most_actions}",
            source.actions[most_actions][1],
        )


def _opened(source: RecordSource, rules: Rules[Any]) -> Record:
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


def _check_foot(source: RecordSource, record: Record) -> None:
    """Check the count, the final position and the result that the record claims.

    An agreed result ends the record. Raises InvalidRecord.
    """
    length, final = str(len(record.played)), str(record.position)
    last = f", the last of them {record.played[-1]}" if record.played else ""
    claimed, line = source.tags.get("Actions", (length, 0))
    if claimed != length:
        raise InvalidRecord(
            f"the record is incomplete or was changed: Actions is {shown(claimed)}, but it has "
            f"{length} actions{last}",
            line,
        )
    claimed, line = source.tags.get("Final", (final, 0))
    if claimed != final:
        raise InvalidRecord(
            f"the record was changed: Final is {shown(claimed)}, but its actions lead to "
            f"{shown(final)}",
            line,
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
        raise InvalidRecord(
            f"the record was changed: Result is {shown(claimed)}, but its actions lead to "
            f"{shown(true)}",
            line,
        )


def _claimed_outcome(claimed: str, line: int) -> Outcome | None:
    if claimed == UNFINISHED:
        return None
    try:
        return parse_outcome(claimed)
    except StrataError as error:
        raise InvalidRecord(str(error), line) from None
