"""Sentences read for every reader, and what two scenes tell on their own."""

from __future__ import annotations

import pytest

from strata.core.explaining.scene_changes import (
    Altered,
    Became,
    Came,
    Changes,
    Left,
    Moved,
    Reordered,
    compare_scenes,
)
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import Sentence, read, read_all, tell_history_end, tell_reason
from strata.core.outcome import Outcome, Seat
from strata.core.scene import Cell, Item, Layer, Scene, Symbol, Zone

SYMBOLS = {
    "pawn": Symbol("Pawn", "piece", "", ("P", "p")),
    "queen": Symbol("Queen", "piece", "", ("Q", "q")),
    "chip": Symbol("chip", "chip", "", ("c", "c")),
    "shield": Symbol("shield", "chip", "", ("s", "s")),
}
PAWN, QUEEN, CHIP = (Layer(name, "first") for name in ("pawn", "queen", "chip"))
ENEMY = Layer("pawn", "second")
SHIELD = Layer("shield", None)
CELLS = tuple(Cell(f"{file}{rank}", (0, 0), (), 0, 0, 0) for file in "abc" for rank in (1, 2, 3))

Stacks = dict[str, tuple[Layer, ...]]


def scene(
    zones: tuple[Zone, ...] = (), seat: Seat | None = "second", **stacks: tuple[Layer, ...]
) -> Scene:
    return Scene("test", seat, (3, 3), CELLS, (), stacks, zones)


def hand(count: int, seat: Seat = "first", title: str = "{first's} hand") -> Zone:
    return Zone(f"{seat}:hand", title, seat, (Item("pawns", PAWN, count),))


def told(before: Scene, after: Scene, *focus: str) -> list[str]:
    events = compare_scenes(before, after, SYMBOLS, focus)
    telling = Teller(SYMBOLS, Changes("first", before, after, focus, events)).tell()
    return [sentence.read("first") for sentence in telling]


@pytest.mark.parametrize(
    ("reader", "expected"),
    [
        ("first", "Your opponent's Ram captures your Pawn on d6."),
        ("second", "Your Ram captures your opponent's Pawn on d6."),
        (None, "Second's Ram captures first's Pawn on d6."),
    ],
)
def test_seats_are_named_for_the_reader(reader: Seat | None, expected: str) -> None:
    assert read("{second's} Ram captures {first's} Pawn on d6.", reader) == expected


@pytest.mark.parametrize(
    ("reader", "expected"),
    [
        ("first", "You resign: your opponent wins."),
        ("second", "Your opponent resigns: you win."),
        (None, "First resigns: second wins."),
    ],
)
def test_verbs_agree_with_the_reader(reader: Seat | None, expected: str) -> None:
    end = tell_history_end(Outcome("second", "resignation"), 3)
    assert end is not None
    assert end.read(reader) == expected


def test_ends_without_a_word_of_the_game_name_the_reason() -> None:
    assert tell_reason(Outcome("first", "four-points")).read("second") == (
        "Your opponent wins: four points."
    )
    assert tell_reason(Outcome(None, "no-progress")).read() == "The game is a draw: no progress."
    assert tell_history_end(Outcome("first", "four-points"), 3) is None
    repeated = tell_history_end(Outcome(None, "repetition"), 3)
    assert repeated == Sentence("the same position has occurred three times: the game is a draw.")


def test_other_braces_are_left_alone() -> None:
    assert read("{third} {first's}.") == "{third} first's."


def test_sentences_are_joined() -> None:
    assert read_all((Sentence("{first's} A."), Sentence("the B.")), "first") == "Your A. The B."


def test_a_group_moves_as_one() -> None:
    before, after = scene(a1=(CHIP, CHIP, CHIP, PAWN)), scene(a1=(CHIP,), b1=(CHIP, CHIP, PAWN))
    assert compare_scenes(before, after, SYMBOLS) == (Moved((CHIP, CHIP, PAWN), "a1", "b1"),)
    assert told(before, after) == ["Your Pawn moves from a1 to b1 with 2 chips."]


def test_chips_without_a_piece_move_as_a_stack() -> None:
    before = scene(a1=(CHIP, CHIP, PAWN))
    assert told(before, scene(a1=(PAWN,), b1=(CHIP, CHIP))) == [
        "A stack of 2 chips moves from a1 to b1."
    ]


def test_what_was_where_something_moved_is_captured() -> None:
    before, after = scene(a1=(QUEEN,), b1=(ENEMY,)), scene(b1=(QUEEN,))
    assert compare_scenes(before, after, SYMBOLS) == (
        Moved((QUEEN,), "a1", "b1"),
        Left(ENEMY, "b1"),
    )
    assert told(before, after) == ["Your Queen captures your opponent's Pawn on b1."]


def test_the_gesture_decides_between_readings() -> None:
    before = scene(a1=(PAWN,), a2=(PAWN,))
    after = scene(b1=(PAWN,), b2=(PAWN,))
    moves = compare_scenes(before, after, SYMBOLS, ("a2", "b1"))
    assert moves == (Moved((PAWN,), "a2", "b1"), Moved((PAWN,), "a1", "b2"))


def test_zones_give_and_take() -> None:
    full, empty = (hand(1),), (hand(0),)
    dropped = compare_scenes(scene(full), scene(empty, b2=(PAWN,)), SYMBOLS)
    assert dropped == (Came(PAWN, "b2", empty[0]),)
    assert told(scene(full), scene(empty, b2=(PAWN,))) == ["Your Pawn comes from your hand to b2."]
    assert told(scene(empty, b2=(ENEMY,)), scene(full)) == [
        "Your opponent's Pawn goes from b2 to your hand."
    ]
    beside = (hand(1, title="{first}, off the board"),)
    assert told(scene(beside), scene((), b2=(PAWN,))) == ["Your Pawn enters on b2."]


def test_kinds_owners_facings_and_orders_change() -> None:
    changes = compare_scenes(scene(a1=(PAWN,)), scene(a1=(QUEEN,)), SYMBOLS)
    assert changes == (Became(PAWN, QUEEN, "a1"),)
    assert told(scene(a1=(PAWN,)), scene(a1=(QUEEN,))) == ["Your Pawn on a1 becomes a Queen."]
    assert told(scene(a1=(ENEMY,)), scene(a1=(PAWN,))) == [
        "Your opponent's Pawn on a1 becomes your own."
    ]
    turned = Layer("pawn", "first", (), 60)
    assert compare_scenes(scene(a1=(PAWN,)), scene(a1=(turned,)), SYMBOLS) == (
        Altered(PAWN, turned, "a1"),
    )
    assert told(scene(a1=(PAWN,)), scene(a1=(turned,))) == ["Your Pawn on a1 turns."]
    shuffled = compare_scenes(scene(a1=(CHIP, SHIELD)), scene(a1=(SHIELD, CHIP)), SYMBOLS)
    assert shuffled == (Reordered((SHIELD, CHIP), "a1"),)


def test_what_nobody_owns_has_an_article() -> None:
    assert told(scene(a1=(SHIELD,)), scene()) == ["The shield is removed from a1."]


def test_nothing_visible_is_told_as_the_turn() -> None:
    assert told(scene(), scene()) == ["Your turn ends."]
    assert told(scene(), scene(seat="first")) == ["Your turn continues."]


def test_many_moves_are_counted() -> None:
    one: Stacks = {cell.name: (PAWN if cell in CELLS[:4] else QUEEN,) for cell in CELLS[:8]}
    other: Stacks = {cell: (QUEEN if layers == (PAWN,) else PAWN,) for cell, layers in one.items()}
    before, after = (Scene("test", "second", (3, 3), CELLS, (), held) for held in (one, other))
    assert told(before, after) == ["8 things move."]
