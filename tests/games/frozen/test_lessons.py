"""The lessons of FrozenChess say what is so, with no more mechanics than they need."""

from __future__ import annotations

import pytest

import strata
from strata.core.errors import IllegalAction
from strata.core.teaching.lesson import Lesson, open_lesson
from strata.games.frozen.kinds import MECHANICS
from tests.lessons import actions_after, tell_shown

_LESSONS = strata.game("frozen").lessons


def _name(lesson: Lesson) -> str:
    return lesson.name


def test_there_are_lessons_in_groups_and_a_match_at_the_end() -> None:
    assert len(_LESSONS) >= 15
    assert all(lesson.group for lesson in _LESSONS)
    assert [lesson.name for lesson in _LESSONS if lesson.steps[-1].against] == ["match"]
    assert _LESSONS[-1].name == "match"


@pytest.mark.parametrize("lesson", _LESSONS, ids=_name)
def test_a_lesson_switches_on_one_mechanic_at_most(lesson: Lesson) -> None:
    bare, *names = str(lesson.options["mechanics"]).split("+")
    assert bare == "bare"
    assert len(names) <= 1


@pytest.mark.parametrize(
    "lesson", [each for each in _LESSONS if "+" in str(each.options["mechanics"])], ids=_name
)
def test_a_lesson_needs_its_mechanic(lesson: Lesson) -> None:
    """Without it the way that is shown cannot be gone, or leads elsewhere."""
    rules = strata.game("frozen").rules
    with_it = open_lesson(rules, lesson)
    without = strata.game("frozen", mechanics="bare").position(lesson.position)
    try:
        for action in lesson.steps[0].accept[0]:
            with_it, without = with_it.play(action), without.play(action)
    except IllegalAction:
        return
    assert str(with_it) != str(without)


def test_every_mechanic_has_a_lesson() -> None:
    taught = {str(lesson.options["mechanics"]).partition("+")[2] for lesson in _LESSONS}
    assert taught - {""} == set(MECHANICS)


@pytest.mark.parametrize(
    ("lesson", "told"),
    [
        ("pawn", "Your Pawn on h5 becomes a Rook."),
        ("promotion", "Your Pawn on g16 becomes a Queen."),
        ("twice", "Your opponent's King on n14 is in check."),
        ("knight", "captures your opponent's Rook on f5."),
        ("dragon", "Knight on g9 and your opponent's Lancer on i9 die."),
        ("bishop", "Queen on i9, which changes sides."),
        ("bishop", "Your Bishop on d4 is frozen for 2 turns."),
        ("checkmate", "No move saves your opponent's King on i16"),
        ("royal-attack", "Your opponent's Rook on j12 dies."),
        ("exchange", "takes the place of your Pawn on d4, which dies."),
        ("rook", "are frozen for 2 turns."),
        ("ballista", "Your opponent's Queen on j8 is frozen for 5 turns."),
        ("trap", "A trap is set on h5."),
        ("transfer", "Your Rook on d4 is frozen for 4 turns."),
        ("transfer", "Your Knight on d9 can act again."),
        ("tomb", "An explosion kills your opponent's King: you win."),
        ("respawn", "Your Queen comes back from its tomb on g5."),
        ("captured-jester", "An explosion kills your opponent's King: you win."),
        ("wall", "Walls are left on e4, f4, g4, h4 and i4."),
        ("ram", "Your opponent's King on e14 is in check."),
        ("onager", "Your opponent's Rook on e12, your opponent's Knight on f12"),
        ("cannon", "Your opponent's Rook on h10 and your opponent's Knight on g11 die."),
        ("trebuchet", "Your opponent's Rook on f12 and your opponent's Bishop on h12 die."),
        ("trebuchet", "Your Trebuchet on g5 is frozen for 2 turns."),
        ("entangle", "Knight on k9 and your opponent's Knight on h12 die."),
        ("empower", "Your Knight captures your opponent's Bishop on k6."),
        ("bounce", "Your Rook captures your opponent's Knight on h9."),
        ("fusion", "captures your opponent's Bishop on k7."),
        ("ship", "Your opponent's King on k14 is in check."),
        ("swapshot", "Your opponent's King on m9 is in check."),
        ("teleswap", "Your Chancellor on c5 and your King on i1 change places."),
        ("portal", "Your opponent's King on n16 is in check."),
        ("pull", "Your Rook on e4 pulls your Knight from e12 to e10."),
        ("push", "Your opponent's Queen on g10 is frozen for 4 turns."),
        ("morph", "Your Queen on h4 is frozen for 18 turns."),
        ("spawn", "Your Queen on h4 is frozen for 40 turns."),
        ("shadow", "Your Rook on h8 becomes a shadow."),
        ("mind", "An explosion kills your opponent's King: you win."),
        ("tornado", "Knight on g10 and your opponent's Queen on h11 die."),
        ("tornado", "Your Templar on g4 is frozen for 20 turns."),
        ("avalanche", "Your opponent's Pawn is moved from g8 to g9."),
        ("avalanche", "Your Templar on g1 is frozen for 10 turns."),
        ("rotation", "Your opponent's King on h11 is in check."),
    ],
)
def test_the_way_that_is_shown_does_what_the_lesson_says(lesson: str, told: str) -> None:
    assert told in tell_shown("frozen", lesson)


def test_the_rook_that_gives_check_is_frozen_beside_the_jester() -> None:
    actions = actions_after("frozen", "jester", "f6-h8 end")
    assert actions
    assert not [action for action in actions if action.startswith("i9")]
    assert "i9xi7" in actions_after("frozen", "jester", "f6-i7")


def test_the_king_in_the_lesson_of_the_exchange_has_no_other_way() -> None:
    actions = actions_after("frozen", "exchange", "")
    assert actions == ("exch:d4", "exch:f3", "exch:h2", "exch:j2")


def test_the_rook_in_the_lesson_of_the_shadow_is_stuck_and_attacked() -> None:
    actions = actions_after("frozen", "shadow", "")
    assert [action for action in actions if "h8" in action] == ["shadow:h8"]
    assert {"g9xh8", "i9xh8"} <= set(actions_after("frozen", "shadow", "i1-h1 end"))
