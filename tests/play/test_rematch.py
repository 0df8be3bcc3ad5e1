"""Who wants a rematch, and when there is one."""

from __future__ import annotations

import pytest

import strata
from strata.core.outcome import Seat
from strata.play.refusal import Refusal
from strata.play.rematch import completes_rematch, want_rematch
from strata.play.table import Table
from strata.play.table_extras import SeatKind

NOW = 1_000_000


def table_of(second: SeatKind = "link", *, imported: bool = False) -> Table:
    record = strata.game("daikuni").record().play("Kd4")
    return Table(record, {"first": "me", "second": second}, imported=imported)


def refused(table: Table, seat: Seat) -> str:
    """Why a wish is refused, which leaves the table as it was."""
    before = table.version, table.extras()
    for ask in (completes_rematch, want_rematch):
        with pytest.raises(Refusal) as caught:
            ask(table, seat)
        assert caught.value.reason == "not-allowed"
    assert (table.version, table.extras()) == before
    return str(caught.value)


def test_a_rematch_needs_both() -> None:
    table = table_of()
    assert "only after a game" in refused(table, "first")
    table.resign("first", NOW)
    assert not completes_rematch(table, "first")
    assert not table.rematch_wanted  # asking changes nothing
    assert not want_rematch(table, "first")
    assert "first" in table.rematch_wanted
    assert "already asked" in refused(table, "first")
    assert completes_rematch(table, "second")
    assert want_rematch(table, "second")


@pytest.mark.parametrize("second", ["me", "computer"])
def test_a_rematch_with_whoever_is_always_willing(second: SeatKind) -> None:
    table = table_of(second)
    table.resign("first", NOW)
    assert completes_rematch(table, "first")
    assert want_rematch(table, "first")


def test_there_is_one_rematch() -> None:
    table = table_of()
    table.resign("first", NOW)
    table.rematch = "another"
    assert "already been created" in refused(table, "first")


def test_an_imported_record_has_none() -> None:
    assert "only after a game" in refused(table_of("me", imported=True), "first")
