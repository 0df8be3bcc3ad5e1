"""Rows of tables that cannot be read: one error for all of them, which says nothing of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

import strata
from strata.play.table import Table
from strata.server.storage.stored_game import StoredGame, UnreadableTable, find_codes

GOOD = StoredGame(
    id="abcdefghijkl",
    game="daikuni",
    definition=None,
    settings="{}",
    start=str(strata.game("daikuni").record().start),
    tags="{}",
    kinds={"first": "me", "second": "me"},
    levels={},
    imported=False,
    made_ms=0,
    version=2,
    actions="Kd4 Kg7",
    kept="{}",
    held=frozenset(),
)


def rebuilt(stored: StoredGame) -> Table:
    """Return the table, rebuilt by the codes of the good row."""
    tables: list[Table] = []
    for _ in stored.rebuild(find_codes(GOOD), tables):
        assert not tables
    return tables[0]


def test_a_good_row_is_a_table() -> None:
    for table in (GOOD.table(GOOD.replay()), rebuilt(GOOD)):
        assert [*map(str, table.record.played)] == ["Kd4", "Kg7"]


def test_tables_share_the_rules_of_their_game() -> None:
    rules, again = (each.replay().rules for each in (GOOD, replace(GOOD, id="mnopqrstuvwx")))
    assert again is rules
    other = replace(GOOD, settings='{"entry":"first"}').replay().rules
    assert (rules.settings["entry"], other.settings["entry"]) == ("free", "first")


@pytest.mark.parametrize(
    "spoilt",
    [
        replace(GOOD, game="chess"),
        replace(GOOD, definition="no definition"),
        replace(GOOD, settings="{"),
        replace(GOOD, settings="[]"),
        replace(GOOD, settings='{"size": 9}'),
        replace(GOOD, start="nowhere"),
        replace(GOOD, tags='{"White": 1}'),
        replace(GOOD, actions="Kd4 Kz9"),
        replace(GOOD, kept="{"),
        replace(GOOD, kept='{"clock": 1}'),
    ],
    ids=lambda row: next(
        f"{name}: {value}" for name, value in vars(row).items() if vars(GOOD)[name] != value
    ),
)
def test_a_spoilt_row_is_none(spoilt: StoredGame) -> None:
    with pytest.raises(UnreadableTable) as found:
        spoilt.table(spoilt.replay())
    assert found.value.args == (GOOD.id,)
    assert found.value.__cause__ is None
    if spoilt.actions == GOOD.actions:
        with pytest.raises(UnreadableTable):
            rebuilt(spoilt)
