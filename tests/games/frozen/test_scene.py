"""What a scene of FrozenChess shows: badges, tombs, walls, weather and the turn."""

from __future__ import annotations

from strata.core.scene import Badge, Layer
from tests.games.frozen.layout import Table, table


def _layers(position: Table, cell: str) -> list[Layer]:
    return list(position.position.scene().stacks[cell])


def _badges(position: Table, cell: str, layer: int = -1) -> list[tuple[str, str]]:
    return [(badge.sign, badge.words) for badge in _layers(position, cell)[layer].badges]


def test_badges_of_units() -> None:
    position = table({"c3": "R(p3,t,o13,m1)", "e5": "S{N,p}", "g7": "P+N"})
    assert _badges(position, "c3") == [
        ("3", "frozen for 3 turns"),
        ("!", "held by a trap while it is frozen"),
        ("", "rides 13 squares straight at most"),
        ("+1", "has 1 extra move in a turn"),
    ]
    assert _badges(position, "e5") == [("••", "carries {first's} Knight, then {second's} Pawn")]
    assert [layer.symbol for layer in _layers(position, "g7")] == ["knight", "pawn"]
    assert not _badges(position, "g7")


def test_what_a_unit_has_done_is_in_words() -> None:
    position = table(
        {"c3": "J(s6)", "e5": "j(s10)", "g7": "N(n2)", "i9": "Q(q9)"}, shadows="b12:D(v7)"
    )
    assert _badges(position, "c3") == [
        ("", "has stayed here for 6 turns: after 4 more it can explode")
    ]
    assert _badges(position, "e5") == [("", "has stayed here for 10 turns: it can explode")]
    assert _badges(position, "g7") == [("", "has captured 2 of 3 units for an extra move")]
    assert _badges(position, "i9") == [("", "has captured 9 of 10 Pawns for an extra move")]
    assert _badges(position, "b12") == [
        ("", "a shadow that may return"),
        ("", "has travelled 7 squares as a shadow: returning freezes it for 3 turns"),
    ]
    assert position.position.scene().status == ("turn 1",)


def test_what_is_carried_is_told_with_what_it_has() -> None:
    position = table({"e5": "S{P(p3)+R(o13),S{n}}"})
    (badge,) = _badges(position, "e5")
    assert badge == (
        "••",
        "carries {first's} Pawn (frozen for 3 turns) fused with {first's} Rook (rides 13 squares "
        "straight at most), then {first's} Ship (carries {second's} Knight)",
    )


def test_what_lies_on_cells() -> None:
    position = table(
        {"c3": "R(wd4)", "e5": "N"},
        shadows="e5:d(h4)",
        tombs="d4r7:p.p.R,f6*:Q",
        traps="Jg7",
        weather="tg7:3,Vg7:e2",
    )
    tomb, wall = _layers(position, "d4")
    assert (tomb.symbol, tomb.owner) == ("armed-tomb", "second")
    assert _badges(position, "d4", 0) == [
        (
            "×3",
            "of {second's} Pawn, then {second's} Pawn, then {first's} Rook: the first returns "
            "first",
        ),
        ("33", "explodes after 33 turns if nothing attacks it"),
    ]
    assert (wall.symbol, wall.owner) == ("wall", "first")
    assert _badges(position, "d4") == [
        ("", "left by {first's} Rook on c3; it falls when that moves again or dies")
    ]
    assert _layers(position, "f6") == [
        Layer("woken-tomb", "first", (Badge("", "of {first's} Queen"),))
    ]
    assert _layers(position, "e5") == [
        Layer("veil", "second"),
        Layer("dragon", "second", (Badge("↑4", "a shadow that cannot return for 4 turns"),)),
        Layer("knight", "first"),
    ]
    flow, tornado, trap = _layers(position, "g7")
    assert (flow.symbol, flow.owner, flow.turn) == ("flow", "first", 90)
    assert [badge.sign for badge in (*flow.badges, *tornado.badges)] == ["2", "3"]
    assert (tornado.symbol, tornado.owner) == ("tornado", "second")
    assert trap == Layer("trap", "first")


def test_the_turn_is_marked() -> None:
    position = table({"c3": "C(m1)", "f9": "n"}).play("c3-c4")
    (mark,) = position.position.scene().marks
    assert mark.cells == ("c4",)
    assert mark.label == "{first's} Chancellor on c4 may move on, or attack, 1 more"


def test_check_is_marked() -> None:
    """F5."""
    marks = table({"h4": "K", "h9": "r"}).position.scene().marks
    assert [(mark.kind, mark.cells) for mark in marks] == [("check", ("h4",))]


def test_a_block_is_marked() -> None:
    """F76."""
    placed = table({"c5": "R"}, mechanics="bare+rotation").play("rot:2", "at:c5")
    (mark,) = placed.position.scene().marks
    assert mark.cells == ("c5", "d5", "c6", "d6")
