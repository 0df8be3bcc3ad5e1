"""The lessons of Rhodium say what is so."""

from __future__ import annotations

import pytest

import strata
from strata.core.teaching.lesson import open_lesson
from tests.lessons import actions_after, find_lesson, tell_shown


def test_there_are_lessons_and_a_match_at_the_end() -> None:
    lessons = strata.game("rhodium").lessons
    assert 6 <= len(lessons) <= 12
    assert [lesson.name for lesson in lessons if lesson.steps[-1].against] == ["match"]
    assert lessons[-1].name == "match"


@pytest.mark.parametrize(
    ("lesson", "told"),
    [
        ("gold", "Gold captures your opponent's Titanium on e5"),
        ("platinum", "Platinum captures your opponent's Gold on f6"),
        ("diamond", "Diamond captures your opponent's Titanium on d6"),
        ("stack", "stack of 2 Silver captures your opponent's Gold on e6"),
        ("captured-stack", "You are 2 captures ahead"),
        ("captured-stack", "Your opponent places the piece that is left over"),
        ("revival", "light Gold comes back from your graveyard on e4"),
        ("sacrifice", "Diamond on a1 is sacrificed and goes to your opponent's graveyard"),
        ("sacrifice", "Captures of this turn do not count"),
        ("rhodium", "you win"),
        ("five-captures", "You are 5 captures ahead: you win"),
        ("back-row", "You have four points: you win"),
        ("set-up", "Silver is placed on e3"),
    ],
)
def test_the_way_that_is_shown_does_what_the_task_says(lesson: str, told: str) -> None:
    assert told in tell_shown("rhodium", lesson)


@pytest.mark.parametrize(
    ("lesson", "mistake", "answer"),
    [
        ("platinum", "e4xd6", "e6xd6"),
        ("captured-stack", "f4-f5", "f6:3xf5"),
        ("five-captures", "a5xa8", "h8xa8"),
        ("sacrifice", "b3-b4", "h6:2xd2"),
        ("revival", "b2-a1", "e9xe1"),
    ],
)
def test_what_threatens_in_a_lesson_threatens(lesson: str, mistake: str, answer: str) -> None:
    assert answer in actions_after("rhodium", lesson, mistake)


def test_the_captive_may_go_to_the_squares_that_are_accepted_and_no_others_in_between() -> None:
    step = find_lesson("rhodium", "revival").steps[0]
    between = {f"Gl@e{rank}" for rank in range(2, 9)}
    assert {line[0] for line in step.accept} == between & set(
        actions_after("rhodium", "revival", "")
    )


def test_the_set_up_is_hidden_from_the_opponent() -> None:
    rules = strata.game("rhodium").rules
    position = open_lesson(rules, find_lesson("rhodium", "set-up"))
    assert str(position.view("second")).startswith("10/10/10/10/10/10/10/?/?/? ")
