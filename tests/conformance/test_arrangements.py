"""Every way of laying out an arrangement can be played, in every game that has one."""

from __future__ import annotations

import random

import pytest

import strata
from strata.play.arranging import arrange, find_arranging, finish_arrangement
from strata.play.new_table import new_table

ARRANGING = [
    name
    for name in strata.games()
    if (game := strata.game(name)).rules.arrangement(game.start().state) is not None
]


def test_there_is_such_a_game() -> None:
    assert ARRANGING


@pytest.mark.parametrize("name", ARRANGING)
@pytest.mark.parametrize("seed", range(3))
def test_any_arrangement_is_legal(name: str, seed: int) -> None:
    table = new_table(strata.game(name), {"first": "me", "second": "link"})
    chance = random.Random(seed)
    for _ in range(2):
        found = find_arranging(table)
        assert found is not None
        seat, length = found.seat, table.record.length
        cells = list(found.plan.cells)
        assert len(set(cells)) == len(cells) >= len(found.plan.order)
        assert set(cells) <= {cell.name for cell in found.begin.scene().cells}
        zones = {zone.id: zone for zone in found.begin.view(seat).scene().zones}
        items = {item.id: item.count for item in zones[found.plan.zone].items}
        assert items == {piece: found.plan.order.count(piece) for piece in found.plan.order}
        chance.shuffle(cells)
        pieces = dict(zip(cells, found.plan.order, strict=False))
        arrange(table, seat, pieces)
        laid = find_arranging(table)
        assert laid is not None
        after = laid.scene()
        finish_arrangement(table, seat, 0)
        seen = table.record.view(seat).position.scene()
        assert {cell: seen.stacks[cell] for cell in pieces} == {
            cell: after.stacks[cell] for cell in pieces
        }
        assert table.record.length == length + len(pieces)
