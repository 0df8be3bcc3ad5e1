"""The lessons of Dzura say what is so."""

from __future__ import annotations

import pytest

import strata
from tests.lessons import actions_after, tell_shown


def test_there_are_lessons_and_a_match_at_the_end() -> None:
    lessons = strata.game("dzura").lessons
    assert 6 <= len(lessons) <= 12
    assert [lesson.name for lesson in lessons if lesson.steps[-1].against] == ["match"]
    assert lessons[-1].name == "match"


@pytest.mark.parametrize(
    ("lesson", "told"),
    [
        ("pawn", "captures your opponent's Knight on d4, which goes to your hand"),
        ("behemoth", "Behemoth captures your opponent's Tower on c6"),
        ("dragon", "Dragon captures your opponent's Lance on h6"),
        ("knight", "Knight captures your opponent's Castle on g4"),
        ("promotion", "it is a Promoted Lance now"),
        ("promotion", "Promoted Lance captures your opponent's Pawn on c6"),
        ("drop", "Castle captures your opponent's Knight on f6"),
        ("swap", "King on e1 and your Castle on f1 change places"),
        ("checkmate", "No move saves your opponent's King on e9"),
        ("fork", "your opponent's King on f8 is in check"),
        ("fork", "Knight captures your opponent's Behemoth on d8"),
    ],
)
def test_the_way_that_is_shown_does_what_the_task_says(lesson: str, told: str) -> None:
    assert told.lower() in tell_shown("dzura", lesson).lower()


@pytest.mark.parametrize(
    ("lesson", "mistake", "answer"),
    [
        ("pawn", "e4-e5", "e6xe5"),
        ("behemoth", "c2xe4", "e5xe4"),
        ("check", "d1-e2", "e5xe2"),
        ("check", "f1-e2", "e5xe2"),
        ("check", "c3-e3", "e5xe3"),
        ("swap", "d1-e2", "e7xe2"),
        ("checkmate", "e7-d8", "e9xd8"),
    ],
)
def test_a_mistake_is_punished_as_it_is_said(lesson: str, mistake: str, answer: str) -> None:
    assert answer in actions_after("dzura", lesson, mistake)


def test_a_pawn_may_be_dropped_on_one_tile_only() -> None:
    drops = [action for action in actions_after("dzura", "pawn-drop", "") if "@" in action]
    assert drops == ["P@c3"]
