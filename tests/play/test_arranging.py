"""Pieces that are laid out in secret: rearranged freely, told to nobody, played when finished."""

from __future__ import annotations

import random
from typing import Any

import pytest

import strata
from strata.core.arrangement import Arrangement
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.games.rhodium.game import Rhodium
from strata.play.arranging import arrange, arrange_preset, find_arranging, finish_arrangement
from strata.play.new_table import new_table
from strata.play.refusal import Refusal
from strata.play.table import Table

NOW = 1_700_000_000_000


def table_of(game: str = "rhodium") -> Table:
    return new_table(strata.game(game), {"first": "me", "second": "link"}, (600_000, 0))


def plan_of(table: Table) -> Arrangement:
    found = find_arranging(table)
    assert found is not None
    return found.plan


def anyhow(table: Table, seed: int = 1) -> dict[str, str]:
    """All pieces, somewhere."""
    plan = plan_of(table)
    cells = list(plan.cells)
    random.Random(seed).shuffle(cells)
    return dict(zip(cells, plan.order, strict=False))


def told(table: Table) -> tuple[Any, ...]:
    """What second and spectators are told of the table."""
    record = table.record
    other: Seat = "second"
    hidden = record.unfinished_in_secret(other)
    version = table.version - hidden - table.untold_to((other,))
    return version, record.length - hidden, table.clock, table.draw_offer, table.take_back


def refused(table: Table, act: Any, *more: Any) -> str:
    before = (table.version, table.extras(), table.record.played)
    with pytest.raises(Refusal) as caught:
        act(table, *more)
    assert (table.version, table.extras(), table.record.played) == before
    return str(caught.value)


@pytest.mark.parametrize("seat", ["first", "second"])
def test_an_arrangement_is_played_when_it_is_finished(seat: Seat) -> None:
    table = table_of()
    if seat == "second":
        table.play_preset("first", "castle", NOW)
    begun = table.record.length
    pieces = anyhow(table)
    arrange(table, seat, pieces)
    assert (table.record.length, table.seat) == (begun, seat)  # the last piece ends nothing
    finish_arrangement(table, seat, NOW)
    assert (table.record.length, table.laid_out) == (begun + 22, None)
    assert table.seat != seat or seat == "second"
    placed = {action.split("@")[1]: action[0] for action in table.record.played[begun:]}
    assert placed == {cell: piece.split(":")[1] for cell, piece in pieces.items()}
    assert strata.load(table.record.export()).played == table.record.played


def test_others_are_told_nothing_until_it_is_finished() -> None:
    table = table_of()
    table.offer_draw("second", NOW)
    before = told(table)
    for count in (5, 22, 0, 13, 22):
        arrange(table, "first", dict(list(anyhow(table, count).items())[:count]))
        assert told(table) == before
    arrange_preset(table, "first", "hedge")
    assert told(table) == before
    version, length, *_ = before
    finish_arrangement(table, "first", NOW)
    assert told(table)[:2] == (version + 22, length + 22)


def test_what_was_placed_one_by_one_is_rearranged_too() -> None:
    table = table_of()
    before = told(table)
    for action in ("R@e1", "P@c2", "P@h2"):
        table.play("first", action, NOW)
    found = find_arranging(table)
    assert found is not None
    assert found.pieces == {"e1": "first:R", "c2": "first:P", "h2": "first:P"}
    assert found.next == "first:T"
    arrange(table, "first", {"a1": "first:R", "h2": "first:P"})
    assert (table.record.length, told(table)) == (0, before)
    found = find_arranging(table)
    assert found is not None
    assert found.next == "first:P"
    scene = found.scene()
    assert scene.stacks["a1"][-1].symbol == "round-dark-rhodium"
    assert "e1" not in scene.stacks
    (hand,) = (zone for zone in scene.zones if zone.id == found.plan.zone)
    assert {item.id: item.count for item in hand.items}["first:P"] == 1
    assert "first:R" not in {item.id for item in hand.items}


def test_an_action_drops_what_is_laid_out() -> None:
    table = table_of()
    before = told(table)
    arrange(table, "first", anyhow(table))
    table.play("first", "R@e1", NOW)
    assert (table.laid_out, table.record.length, told(table)) == (None, 1, before)
    arrange(table, "first", anyhow(table))
    table.resign("first", NOW)
    assert table.laid_out is None


def test_it_is_kept_with_the_table() -> None:
    table = table_of()
    arrange(table, "first", {"a1": "first:S"})
    again = Table(
        Record(table.record.start), table.kinds, version=table.version, extras=table.extras()
    )
    found = find_arranging(again)
    assert found is not None
    assert found.pieces == {"a1": "first:S"}


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ({"e5": "first:R"}, "'e5'"),
        ({"e9": "first:R"}, "'e9'"),
        ({"e1": "second:R"}, "'second:R'"),
        ({"e1": "first:R", "e2": "first:R"}, "at most 1"),
    ],
)
def test_what_cannot_be_laid_out(pieces: dict[str, str], words: str) -> None:
    assert words in refused(table_of(), arrange, "first", pieces)


def test_when_nothing_can_be_laid_out() -> None:
    table = table_of()
    assert "second" in refused(table, arrange, "second", {})
    assert "22 pieces" in refused(table, finish_arrangement, "first", NOW)
    arrange(table, "first", {"a1": "first:S"})
    assert "21 pieces" in refused(table, finish_arrangement, "first", NOW)
    assert "no preset" in refused(table, arrange_preset, "first", "fortress")
    for seat in SEATS:
        table.play_preset(seat, "castle", NOW)
    assert "no set-up to arrange" in refused(table, arrange, "first", {})
    assert "no set-up to arrange" in refused(table_of("kyo"), arrange, "first", {})


class Open(Rhodium):
    """A set-up of which nothing is hidden."""

    def conceal(self, state: Any, viewer: Seat | None) -> Any:
        return state


def test_what_everybody_sees_is_not_rearranged() -> None:
    rules = Open()
    table = Table(Record(Position(rules, rules.start())), {"first": "me", "second": "link"})
    assert find_arranging(table) is None
