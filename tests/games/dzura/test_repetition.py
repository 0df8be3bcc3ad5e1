"""Z73: the third occurrence of a position at a turn start is a draw, with every option."""

from __future__ import annotations

import pytest

import strata

KINGS = "5/6/7/8/K7k/8/7/6/5 1 t -/- -"
SHUFFLE = ("e1-e2", "e9-e8", "e2-e1", "e8-e9")
TURNING = tuple(word for move in SHUFFLE for word in (move, "~0"))


@pytest.mark.parametrize(("rotation", "cycle"), [("off", SHUFFLE), ("on", TURNING)])
def test_third_occurrence_draws(rotation: str, cycle: tuple[str, ...]) -> None:
    record = strata.game("dzura", rotation=rotation).record(KINGS)
    record.play_all(cycle * 2)
    assert str(record.position) == KINGS
    assert str(record.outcome()) == "draw, repetition"
    assert record.position.outcome() is None
    record.undo()
    assert record.outcome() is None


def test_other_facings_are_other_positions() -> None:
    record = strata.game("dzura", rotation="on").record(KINGS)
    record.play_all(TURNING).play_all((*TURNING[:-1], "~1"))
    assert record.outcome() is None
    assert str(record.position) != KINGS


def test_tokens_and_hands_count() -> None:
    game = strata.game("dzura", ordnance=5)
    keys = {
        game.position(text).state.get_key()
        for text in (
            "5/6/7/8/K7k/8/7/6/5 1 t -/- 5/5",
            "5/6/7/8/K7k/8/7/6/5 1 t -/- 5/4",
            "5/6/7/8/K7k/8/7/6/5 1 t -/- 4/5",
            "5/6/7/8/K7k/8/7/6/5 2 t -/- 5/5",
            "5/6/7/8/K7k/8/7/6/5 1 t P/- 5/5",
            "5/6/7/8/K7k/8/7/6/5 1 t -/P 5/5",
            "5/6/7/8/K7k/8/7/6/5 1 t 2P/- 5/5",
        )
    }
    assert len(keys) == 7


def test_custom_games_repeat_too() -> None:
    record = strata.game("dzura", definition="mini").record("3/4/K3k/4/3 1 t -/- 1/1")
    cycle = ("c1-c2", "~0", "c5-c4", "~0", "c2-c1", "~0", "c4-c5", "~0")
    assert str(record.play_all(cycle * 2).outcome()) == "draw, repetition"
