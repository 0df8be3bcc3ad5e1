"""The making of tables: new games, rematches and imported records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import strata
from strata.core.definition import check_definition
from strata.core.errors import InvalidRecord, StrataError, listed, shown
from strata.core.game import Game
from strata.core.outcome import SEATS, Seat, other_seat
from strata.core.position import Position
from strata.core.record_source import read_header
from strata.games import game_names, rules_class
from strata.play.clock import Clock, day_clock, new_clock
from strata.play.new_table import new_table
from strata.play.table import SeatKind, Table
from strata.server.protocol.messages import ClockSetting, NewTable
from strata.server.storage.seat_keys import hash_key, new_key, new_table_id
from strata.server.storage.tables import SeatHolder, TableRow, insertion, new_row
from strata.server.storage.writers import Statement
from strata.server.views.names import clean_player_name, name_tag

_LONGEST_MAIN_MS: Final = 7 * 24 * 3600 * 1000
_LONGEST_INCREMENT_MS: Final = 3600 * 1000
_SHORTEST_TURN_MS: Final = 3600 * 1000
_LONGEST_TURN_MS: Final = 14 * 24 * 3600 * 1000


class BadTable(StrataError):
    """The requested table cannot be made."""


@dataclass(frozen=True)
class PreparedTable:
    """A table ready to be stored, with the keys of its invitation links. All plain values."""

    id: str
    game: str
    computer_acts: bool
    keys: dict[Seat, str]
    row: TableRow
    holders: list[SeatHolder]

    @property
    def statements(self) -> list[Statement]:
        """The statements that store the table."""
        return insertion(self.row, self.holders)


def make_table(wanted: NewTable, client_hash: str, now_ms: int) -> PreparedTable:
    """Prepare the table that `wanted` describes; the client's own seats go to `client_hash`.

    Raises a StrataError that says what is wrong with `wanted`.
    """
    game = open_game(wanted.game, wanted.options, wanted.definition)
    kinds: dict[Seat, SeatKind] = {"first": wanted.first, "second": wanted.second}
    if set(kinds.values()) == {"computer"}:
        raise BadTable("got two computers, expected a person in at least one seat")
    level = wanted.level
    levels = {seat: level for seat in SEATS if level is not None and kinds[seat] == "computer"}
    clock = _clock(wanted.clock)
    names = _own_names(clean_player_name(wanted.name), kinds)
    tags = _tags(names, levels, clock, now_ms)
    start = _start(game, wanted.position) if wanted.position else None
    table = new_table(game, kinds, clock, levels, tags=tags, start=start)
    keys: dict[Seat, str] = {seat: new_key() for seat in SEATS if kinds[seat] == "link"}
    holders: list[SeatHolder] = [(seat, "link", hash_key(key)) for seat, key in keys.items()]
    holders += [(seat, "device", client_hash) for seat in SEATS if kinds[seat] == "me"]
    return _prepared(table, holders, keys, now_ms)


def _start(game: Game, text: str) -> Position:
    """Return the start position in `text`.

    Raises InvalidPosition, or BadTable if the game is over there or anything in it is hidden.
    """
    start = game.position(text)
    if (outcome := game.record(start).outcome()) is not None:
        raise BadTable(f"position: the game is over in this position: {outcome}")
    if any(start.hides_from(seat) for seat in (*SEATS, None)):
        raise BadTable("position: something in it is hidden, expected one that everybody may see")
    return start


def open_game(name: str, options: Mapping[str, object], definition: str | None) -> Game:
    """Open a game with the options and the definition of a client. Raises a StrataError."""
    kind = rules_class(name)
    if definition is not None and kind.definable:
        check_definition(definition, kind.longest_definition)
    return Game(kind.open(options, definition))


def _clock(setting: ClockSetting | None) -> Clock | None:
    if setting is None:
        return None
    if setting.turn_ms:
        return _turn_clock(setting)
    if not 1000 <= setting.main_ms <= _LONGEST_MAIN_MS:
        raise BadTable(f"main_ms {setting.main_ms}: expected 1000 to {_LONGEST_MAIN_MS}")
    if not 0 <= setting.increment_ms <= _LONGEST_INCREMENT_MS:
        raise BadTable(
            f"increment_ms {setting.increment_ms}: expected 0 to {_LONGEST_INCREMENT_MS}"
        )
    return new_clock(setting.main_ms, setting.increment_ms)


def _turn_clock(setting: ClockSetting) -> Clock:
    if setting.main_ms or setting.increment_ms:
        raise BadTable("turn_ms cannot be combined with main_ms or increment_ms")
    if not _SHORTEST_TURN_MS <= setting.turn_ms <= _LONGEST_TURN_MS:
        expected = f"{_SHORTEST_TURN_MS} to {_LONGEST_TURN_MS}"
        raise BadTable(f"turn_ms {setting.turn_ms}: expected {expected}")
    return day_clock(setting.turn_ms)


def _own_names(name: str, kinds: Mapping[Seat, SeatKind]) -> dict[Seat, str]:
    """Return the maker's name by seat; none if the maker plays both seats."""
    own: list[Seat] = [seat for seat in SEATS if kinds[seat] == "me"]
    return {own[0]: name} if name and len(own) == 1 else {}


def _tags(
    names: Mapping[Seat, str],
    levels: Mapping[Seat, int],
    clock: Clock | None,
    now_ms: int,
) -> dict[str, str]:
    """Return the tags of the record: names, date, levels and, in seconds as in PGN, the clock."""
    tags = {name_tag(seat): name for seat, name in names.items()}
    tags["Date"] = datetime.fromtimestamp(now_ms / 1000, UTC).date().isoformat()
    if levels:
        tags["Level"] = ", ".join(f"{seat} {levels[seat]}" for seat in SEATS if seat in levels)
    if clock is not None:
        each = f"{clock.main_ms / 1000:g}+{clock.increment_ms / 1000:g}"
        tags["TimeControl"] = f"1/{clock.turn_ms / 1000:g}" if clock.turn_ms else each
    return tags


def rematch_of(table: Table, holders: list[SeatHolder], now_ms: int) -> PreparedTable:
    """Prepare a rematch: the same game with the seats swapped, and their devices with them."""
    swapped = {seat: table.kinds[other_seat(seat)] for seat in SEATS}
    levels = {other_seat(seat): level for seat, level in table.levels.items()}
    clock = table.clock.fresh() if table.clock else None
    tags = table.record.tags
    names = {other_seat(seat): tags[name_tag(seat)] for seat in SEATS if tags.get(name_tag(seat))}
    first, second = table.score_after()
    fresh = new_table(
        Game(table.record.rules),
        swapped,
        clock,
        levels,
        tags=_tags(names, levels, clock, now_ms),
        score=(second, first),
        start=table.record.start,
    )
    swapped_holders = [
        (other_seat(seat), kind, hashed) for seat, kind, hashed in holders if kind == "device"
    ]
    return _prepared(fresh, swapped_holders, {}, now_ms)


def import_record(text: str, most_actions: int, now_ms: int) -> PreparedTable:
    """Prepare a table that shows a record.

    Raises InvalidRecord, which names the line; also for more than `most_actions` actions.
    """
    header = read_header(text)
    if header.game not in game_names():
        here = listed(game_names())
        raise InvalidRecord(
            f"got a game of {shown(header.game)}, expected one of {here}", header.game_line
        )
    record = strata.load(text, most_actions=most_actions)
    table = Table(record, {"first": "me", "second": "me"}, imported=True)
    return _prepared(table, [], {}, now_ms)


def _prepared(
    table: Table, holders: list[SeatHolder], keys: dict[Seat, str], now_ms: int
) -> PreparedTable:
    table_id = new_table_id()
    return PreparedTable(
        table_id,
        table.record.rules.name,
        table.computer_acts,
        keys,
        new_row(table_id, table, now_ms),
        holders,
    )
