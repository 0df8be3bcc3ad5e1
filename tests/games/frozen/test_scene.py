"""What a scene of FrozenChess shows: badges, tombs, walls, weather and the turn."""

from __future__ import annotations

from strata.core.scene import Layer
from tests.games.frozen.layout import Table, table


def _layers(position: Table, cell: str) -> list[Layer]:
    return list(position.position.scene().stacks[cell])


def test_badges_of_units() -> None:
    position = table({"c3": "R(p3,t,o13,m1)", "e5": "S{N,p}", "g7": "P+N"})
    assert _layers(position, "c3") == [Layer("rook", "first", ("3!", "o13", "+1"))]
    assert _layers(position, "e5") == [Layer("ship", "first", ("{Np}",))]
    assert [layer.symbol for layer in _layers(position, "g7")] == ["knight", "pawn"]


def test_what_lies_on_cells() -> None:
    position = table(
        {"c3": "R(wd4)", "e5": "N"},
        shadows="e5:d(h4)",
        tombs="d4r7:p.p.p.p.n.R,f6*:Q",
        traps="Jg7",
        weather="tg7:3,Vg7:e2",
    )
    assert _layers(position, "d4") == [
        Layer("armed-tomb", "second", ("ppp+3", "r7")),
        Layer("wall", "first", ("c3",)),
    ]
    assert _layers(position, "f6") == [Layer("woken-tomb", "first", ("Q",))]
    assert _layers(position, "e5") == [
        Layer("veil", "second"),
        Layer("dragon", "second", ("~4",)),
        Layer("knight", "first"),
    ]
    assert _layers(position, "g7") == [
        Layer("flow", "first", ("V2",), 90),
        Layer("tornado", "second", ("T3",)),
        Layer("trap", "first"),
    ]
    assert "tombs, first to return first: d4 p.p.p.p.n.R" in position.position.scene().status


def test_the_turn_is_marked() -> None:
    position = table({"c3": "C(m1)", "f9": "n"}).play("c3-c4")
    (mark,) = position.position.scene().marks
    assert mark.cells == ("c4",)
    assert mark.label == "first's Chancellor on c4 may move on, or attack, 1 more"


def test_check_is_marked() -> None:
    """F5."""
    marks = table({"h4": "K", "h9": "r"}).position.scene().marks
    assert [(mark.kind, mark.cells) for mark in marks] == [("check", ("h4",))]


def test_a_block_is_marked() -> None:
    """F76."""
    placed = table({"c5": "R"}, mechanics="bare+rotation").play("rot:2", "at:c5")
    (mark,) = placed.position.scene().marks
    assert mark.cells == ("c5", "d5", "c6", "d6")
