"""What Rhodium shows: piles with owner, kind, faces and height; graveyards; scores; the turn."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import strata
from strata.core.scene import Scene

GAME = strata.game("rhodium")
MIDDLE = (
    "10/7d1t/1s(dddd)p2r4/4g5/3s(ld)2S(ll)1g(dl)1/1S(dld)8/2P4G(dd)2/5D(l)3S/3D6/T3R5 "
    "1 play Tl1Gl1Sd1Sl1 pl1dd1sl2 1 b c"
)


def _stack(scene: Scene, cell: str) -> list[str]:
    return [layer.symbol for layer in scene.stacks.get(cell, ())]


def test_piles_show_faces_and_height() -> None:
    scene = GAME.position(MIDDLE).scene()
    assert _stack(scene, "e1") == ["round-dark-rhodium"]
    assert _stack(scene, "f3") == ["round-light-diamond"]
    assert _stack(scene, "f8") == ["cornered-dark-rhodium"]
    assert _stack(scene, "b5") == [
        "round-dark-chip",
        "round-light-chip",
        "round-dark-chip",
        "round-dark-silver",
    ]
    assert _stack(scene, "i6") == [
        "cornered-dark-chip",
        "cornered-light-chip",
        "cornered-light-gold",
    ]
    assert _stack(scene, "a10") == []


def test_the_number_drawn_on_a_stack_is_its_height() -> None:
    svg = GAME.position(MIDDLE).svg()
    assert svg.count(">4</text>") == 2  # the stack of four, and rank 4
    assert "second's dark Silver on second's dark chip" in svg


def test_graveyards_are_beside_the_board() -> None:
    scene = GAME.position(MIDDLE).scene()
    zones = {zone.title: {item.id: item.count for item in zone.items} for zone in scene.zones}
    assert zones == {
        "{first's} graveyard": {"first:Tl": 1, "first:Gl": 1, "first:Sd": 1, "first:Sl": 1},
        "{second's} graveyard": {"second:Pl": 1, "second:Dd": 1, "second:Sl": 2},
    }


def test_balance_and_goals_are_said_and_goals_marked() -> None:
    scene = GAME.position(MIDDLE).scene()
    assert scene.status == (
        "captures: {first is/are} 1 ahead; 5 ahead wins",
        "{first's} goals: b10; 4 win",
        "{second's} goals: c1; 4 win",
    )
    assert [(mark.kind, mark.cells, mark.label) for mark in scene.marks] == [
        ("effect", ("b10",), "{first has/have} scored here"),
        ("effect", ("c1",), "{second has/have} scored here"),
    ]
    behind = GAME.position(MIDDLE.replace(" 1 b c", " -3 - -")).scene()
    assert behind.status == ("captures: {second is/are} 3 ahead; 5 ahead wins",)
    assert GAME.position(MIDDLE.replace(" 1 b c", " 0 - -")).scene().status[0] == (
        "captures: even; 5 ahead wins"
    )


STACKED = "9r/10/10/10/4S(ddd)5/4s(dd)5/10/10/10/R9"
TURNS = {
    "1 break:e6:2": (
        ("e6",),
        "{first dismantles/dismantle} the stack on e6, 2 more bound to their range",
    ),
    "1 break:e6:0": (("e6",), "{first dismantles/dismantle} the stack on e6"),
    "1 sac:e5": (("e5",), "{first takes/take} the enemy stack on e5 apart"),
    "2 scatter:e6:g(dl)": (
        ("e6",),
        "{second places/place} 2 Gold left over from e6, next first: light, dark",
    ),
    "1 play!": ((), "{first has/have} sacrificed: captures of this turn do not count"),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_in_progress_is_marked_and_said(turn: str) -> None:
    scene = GAME.position(f"{STACKED} {turn} - - 0 - -").scene()
    cells, label = TURNS[turn]
    assert [(mark.cells, mark.label) for mark in scene.marks] == [(cells, label)]
    assert scene.marks[0].kind == "turn"
    assert scene.status[0] == label


def test_the_set_up_says_what_comes_next_and_what_is_left() -> None:
    position = GAME.start().play("R@e1")
    scene = position.scene()
    assert scene.status == ("set-up: {first places/place} piece 2 of 22, a Platinum",)
    first, second = ({item.id: item.count for item in zone.items} for zone in scene.zones)
    assert first == {"first:P": 2, "first:T": 2, "first:D": 4, "first:G": 4, "first:S": 9}
    assert second["second:R"] == 1


def test_hidden_cells_are_veiled() -> None:
    scene = GAME.start().play("R@e1").view("second").scene()
    veiled = {name for name, layers in scene.stacks.items() if layers[0].symbol == "veil"}
    assert veiled == {f"{file}{rank}" for file in "abcdefghij" for rank in (1, 2, 3)}
    assert scene.stacks.keys() == veiled


def _text(position: strata.Position) -> str:
    console = Console(file=io.StringIO(), width=120)
    with console.capture() as capture:
        console.print(position)
    return capture.get()


def test_the_terminal_tells_everything_without_colour() -> None:
    text = _text(GAME.position(MIDDLE))
    assert "(D)" in text
    assert "●○●" in text
    assert "◆◇" in text
    lines = text.splitlines()
    assert lines[0].startswith("second's graveyard: (p) light Platinum   d dark Diamond")
    assert any("first's goals: b10" in line for line in lines)
