"""What leaves the server about a table: the past is not made anew with every action."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import strata
from strata.core.outcome import SEATS
from strata.play.table import Table, new_table
from strata.server.live import views
from strata.server.live.open_table import OpenTable
from strata.server.live.views import HeldSeats, TableViews
from strata.server.protocol.messages import Changed, Move, Welcome
from strata.server.storage.tables import StoredTable

NOW_MS = 1_000


class Reader:
    """A connection that follows the moves as a client does."""

    def __init__(self, held: HeldSeats) -> None:
        self.held = held
        self.moves: list[Any] = []
        self.received = 0

    def put(self, message: str) -> None:
        sent = _decoded(message)
        if isinstance(sent, Welcome):
            self.moves = list(sent.table.moves)
        else:
            del self.moves[sent.keep :]
            self.moves.extend(sent.moves)
            self.received += len(sent.moves)


def _decoded(message: str) -> Welcome | Changed:
    return msgspec.json.decode(message, type=Welcome | Changed)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """The moves that are made during a test."""
    moves: list[Move] = []

    def noted(*given: Any) -> Move:
        move = Move(*given)
        moves.append(move)
        return move

    monkeypatch.setattr(views, "Move", noted)
    return moves


def _table(name: str) -> Table:
    return new_table(strata.game(name), {"first": "link", "second": "link"})


def _act(table: Table) -> None:
    seat = table.seat
    assert seat is not None
    actions = table.record.actions()
    table.play(seat, actions[7 * table.record.length % len(actions)], NOW_MS)


def _expected(table: Table) -> list[Move]:
    return [Move(played.seat, played.action, played.turn) for played in table.turns.actions]


@pytest.mark.parametrize("name", ["daikuni", "kyo"])
def test_each_move_is_made_and_sent_once(name: str, made: list[Move]) -> None:
    table = _table(name)
    open_table = OpenTable(StoredTable("table", table, NOW_MS, frozenset(SEATS)))
    readers = [Reader(("first",)), Reader(("second",)), Reader(())]
    for reader in readers:
        open_table.welcome(reader, NOW_MS)
    for _ in range(30):
        _act(table)
        open_table.send_change(NOW_MS)
    assert len(made) == 30
    for reader in readers:
        assert reader.moves == _expected(table)
        assert reader.received == 30


def test_what_was_taken_back_is_taken_back_everywhere(made: list[Move]) -> None:
    table = _table("daikuni")
    open_table = OpenTable(StoredTable("table", table, NOW_MS, frozenset(SEATS)))
    reader = Reader(())
    open_table.welcome(reader, NOW_MS)
    for number in range(9):
        _act(table)
        if number % 3 != 1:  # else the next change brings two
            open_table.send_change(NOW_MS)
        if number in (4, 7, 8):
            asking = table.turns.last_seat
            assert asking is not None
            table.ask_take_back(asking, NOW_MS)
            table.answer_take_back("second" if asking == "first" else "first", True, NOW_MS)
            seat = table.seat
            assert seat is not None
            table.play(seat, table.record.actions()[1], NOW_MS)
            open_table.send_change(NOW_MS)
    open_table.send_change(NOW_MS)
    assert reader.moves == _expected(table)


def test_views_look_at_the_table_as_it_is(made: list[Move]) -> None:
    """Whoever looks between a change and its sending takes nothing from those who wait for it."""
    table = _table("daikuni")
    open_table = OpenTable(StoredTable("table", table, NOW_MS, frozenset(SEATS)))
    reader = Reader(("first",))
    open_table.welcome(reader, NOW_MS)
    for _ in range(4):
        _act(table)
        assert list(open_table.views.of(()).moves) == _expected(table)
        open_table.send_change(NOW_MS)
        assert reader.moves == _expected(table)


def test_hidden_moves_are_shown_when_nothing_is_hidden_any_more() -> None:
    table = _table("rhodium")
    open_table = OpenTable(StoredTable("table", table, NOW_MS, frozenset(SEATS)))
    reader = Reader(("second",))
    open_table.welcome(reader, NOW_MS)
    hidden = []
    while TableViews(table).of(("second",)).is_partial or not table.record.length:
        hidden.append([move.action for move in reader.moves])
        _act(table)
        open_table.send_change(NOW_MS)
    assert any("?" in action for moves in hidden for action in moves)
    assert reader.moves == _expected(table)
