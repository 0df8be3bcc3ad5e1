"""What leaves the server about a table: the past is not made anew with every action."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import strata
from strata.core.errors import GameError
from strata.core.outcome import SEATS
from strata.play.claim import ClaimTerms
from strata.play.new_table import new_table
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.server.live.open_table import OpenTable
from strata.server.protocol.messages import Changed, Move, TableState, Welcome
from strata.server.protocol.offers import list_choices
from strata.server.views import move_list
from strata.server.views.offers import list_offers
from strata.server.views.table_views import HeldSeats, TableViews
from tests.server.offered import offered
from tests.server.processes import laid_over
from tests.volume import everyday

NOW_MS = 1_000


class Reader:
    """A connection that follows moves and scene as a client does."""

    def __init__(self, held: HeldSeats) -> None:
        self.held = held
        self.device = ""
        self.address = ""
        self.moves: list[Any] = []
        self.received = 0
        self.stacks_sent = 0
        self.scene: dict[str, Any] = {}
        self.state: TableState | None = None

    def lose_seats(self) -> None:
        raise AssertionError("nobody loses a seat here")

    def fail(self, error: GameError) -> None:
        raise error

    def put(self, message: str, *, whole: bool = False) -> None:
        sent = _decoded(message)
        if isinstance(sent, Welcome):
            self.moves = list(sent.table.moves)
            self.scene = msgspec.to_builtins(sent.table.scene)
            self.state = sent.table.state
        else:
            self.scene = laid_over(self.scene, msgspec.to_builtins(sent.scene))
            self.stacks_sent += len(sent.scene.stacks)
            self.state = sent.state
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

    monkeypatch.setattr(move_list, "Move", noted)
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
    open_table = OpenTable("table", table, NOW_MS, frozenset(SEATS))
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


@pytest.mark.parametrize("name", strata.games())
def test_what_changed_makes_up_the_scene(name: str) -> None:
    table = _table(name)
    open_table = OpenTable("table", table, NOW_MS, frozenset(SEATS))
    readers = [Reader(("first",)), Reader(("second",)), Reader(())]
    for reader in readers:
        open_table.welcome(reader, NOW_MS)
    for count in range(everyday(50, full=120)):
        if table.seat is None:
            break
        _act(table)
        open_table.send_change(NOW_MS)
        if count % 40 == 39:  # somebody who comes later changes nothing for the others
            open_table.welcome(Reader(("first",)), NOW_MS)
        for reader in readers:
            whole = open_table.info(reader.held, {}.fromkeys(SEATS, True), NOW_MS)
            assert reader.scene == msgspec.to_builtins(whole.scene)
            assert reader.state == whole.state
    assert count > 20
    assert readers[0].stacks_sent < 10 * count  # a whole scene has dozens


@pytest.mark.parametrize("name", strata.games())
def test_choices_are_the_legal_actions_with_their_clicks(name: str) -> None:
    table = _table(name)
    for _ in range(everyday(15, full=30)):
        position = table.record.position
        offers = list_offers(position)
        told = sorted(list_choices(offers))
        expected = [(str(action), gesture) for action, gesture in position.gestures()]
        assert msgspec.to_builtins(told) == msgspec.to_builtins(expected)  # labels too
        sent = msgspec.to_builtins(offers)
        assert offered(sent) == [action for action, _ in expected]
        actions = position.actions()
        assert offered(sent, incomplete=True) == [*filter(position.is_incomplete, actions)]
        warned = {action: words for words, each in offers.warnings.items() for action in each}
        labelled = (
            action for action, clicks in expected if any(c.kind == "choice" for c in clicks)
        )
        assert warned == {one: words for one in labelled if (words := position.warning(one))}
        _act(table)


def test_what_was_taken_back_is_taken_back_everywhere(made: list[Move]) -> None:
    table = _table("daikuni")
    open_table = OpenTable("table", table, NOW_MS, frozenset(SEATS))
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
    open_table = OpenTable("table", table, NOW_MS, frozenset(SEATS))
    reader = Reader(("first",))
    open_table.welcome(reader, NOW_MS)
    for _ in range(4):
        _act(table)
        assert list(open_table.views.of(()).moves) == _expected(table)
        open_table.send_change(NOW_MS)
        assert reader.moves == _expected(table)


def test_hidden_moves_are_shown_when_nothing_is_hidden_any_more() -> None:
    table = _table("rhodium")
    open_table = OpenTable("table", table, NOW_MS, frozenset(SEATS))
    reader = Reader(("second",))
    open_table.welcome(reader, NOW_MS)
    hidden = []
    while TableViews(table).of(("second",)).is_partial or not table.record.length:
        hidden.append([move.action for move in reader.moves])
        _act(table)
        open_table.send_change(NOW_MS)
    assert any("?" in action for moves in hidden for action in moves)
    assert reader.moves == _expected(table)


def test_new_moves_and_the_end_are_told() -> None:
    record = strata.game("daikuni").record()
    table = Table(record, {"first": "link", "second": "link"})
    opened = OpenTable("table", table, NOW_MS, frozenset(SEATS))
    told: list[Any] = []

    class Listener(Reader):
        def put(self, message: str, *, whole: bool = False) -> None:
            sent = _decoded(message)
            told.append(sent.table.tellings if isinstance(sent, Welcome) else sent.tellings)
            super().put(message, whole=whole)

    opened.table.play("first", "Kd4", NOW_MS)
    reader = Listener(("second",))
    opened.welcome(reader, NOW_MS)
    assert told == [(record.tell(0),)]
    opened.table.play("second", "Kg8", NOW_MS)
    opened.send_change(NOW_MS)
    assert told[1:] == [(record.tell(1),)]
    opened.table.resign("first", NOW_MS)
    opened.send_change(NOW_MS)
    assert told[2:] == [()]
    assert reader.state is not None
    assert reader.state.end == record.tell_end()


def test_hidden_moves_are_told_without_their_cell() -> None:
    record = strata.game("rhodium").record().play_all(["R@e1", "P@c2"])
    record.resign("first")
    shown = TableViews(Table(record, {"first": "link", "second": "link"}))
    told = shown.info("table", ("second",), {}, NOW_MS).tellings
    assert [sentence.text for telling in told for sentence in telling] == [
        "{first's} Rhodium is placed.",
        "{first's} Platinum is placed.",
    ]
    own = shown.info("table", ("first",), {}, NOW_MS).tellings
    assert [sentence.cells for telling in own for sentence in telling] == [("e1",), ("c2",)]


@pytest.mark.parametrize("held", [("second",), ()])
def test_a_secret_set_up_shows_nothing_of_its_progress(held: HeldSeats) -> None:
    """Neither clock, offers and refusals, nor the number of versions say how far it has come."""
    table = new_table(strata.game("rhodium"), {"first": "link", "second": "link"}, (60_000, 1_000))
    table.offer_draw("second", NOW_MS)
    shown = TableViews(table)

    def seen(now_ms: int) -> tuple[TableState, str]:
        shown.follow()
        with pytest.raises(Refusal) as refused:
            table.claim_game("second", 1_000, ClaimTerms(), now_ms)
        return shown.state(held, now_ms), str(refused.value)

    before = seen(NOW_MS)
    number = 0
    while table.seat == "first":
        table.play("first", table.record.actions()[0], NOW_MS + 700 * number)
        number += 1
        if table.seat == "first":
            assert seen(NOW_MS + 700 * number) == before
    assert number > 10
    after, refusal = seen(NOW_MS)
    assert after.seat == "second"
    assert after.draw_offer is None
    assert "it is second's turn" in refusal
    assert after.clock is not None
    assert (after.clock.first_ms, after.clock.running) == (60_000, None)
