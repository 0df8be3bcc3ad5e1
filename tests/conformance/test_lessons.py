"""Every lesson of every game can be done, says what is so, and refuses something."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import strata
from strata.core.teaching.lesson import Lesson, Step, judge, open_lesson
from strata.games.rulebooks import read_rulebook
from tests.conformance.settings import OWN_NAMES

_LESSONS = [(name, lesson) for name in OWN_NAMES for lesson in strata.game(name).lessons]
# Signs of notation and rule numbers, which a newcomer cannot read.
_NOTATION = re.compile(r"[{}~+*@_=<>|`/#]|\b[A-Z]\d+\b")
_MOST_TRIED = 400

each_lesson = pytest.mark.parametrize(
    ("name", "lesson"), _LESSONS, ids=[f"{name}-{lesson.name}" for name, lesson in _LESSONS]
)


def _begins(name: str, lesson: Lesson) -> Iterator[tuple[Step, strata.Position]]:
    """Each step with every position in which it may begin."""
    positions = [open_lesson(strata.game(name).rules, lesson)]
    for step in lesson.steps:
        yield from ((step, position) for position in positions)
        lines = [(*line, *step.reply) for line in step.accept]
        positions = [_play(position, line) for position in positions for line in lines]


def _play(position: strata.Position, line: tuple[str, ...]) -> strata.Position:
    for action in line:
        position = position.play(action)
    return position


def _texts(lesson: Lesson) -> Iterator[str]:
    yield from (lesson.title, lesson.group, lesson.learnt)
    for step in lesson.steps:
        yield from (step.task, step.free, *step.hints, *(why for _, why in step.wrong))


def _refused(step: Step, begin: strata.Position) -> tuple[str, ...] | None:
    """A line of legal actions from `begin` that does not fulfil the task."""
    learner = begin.mover
    waiting: list[tuple[tuple[str, ...], strata.Position]] = [((), begin)]
    tried = 0
    while waiting and tried < _MOST_TRIED:
        line, position = waiting.pop()
        for action in position.actions():
            tried += 1
            after = position.play(action)
            found = judge(step, learner, (*line, action), after.view(learner), after.begins_turn)
            if found == "refused":
                return (*line, action)
            if found == "on":
                waiting.append(((*line, action), after))
    return None


@each_lesson
def test_every_way_is_accepted(name: str, lesson: Lesson) -> None:
    for step, begin in _begins(name, lesson):
        learner = begin.seat
        assert learner is not None
        for line in step.accept:
            position, judgements = begin, []
            for number, action in enumerate(line, 1):
                assert position.seat == learner
                position = position.play(action)
                view = position.view(learner)
                judgements.append(judge(step, learner, line[:number], view, position.begins_turn))
            assert judgements == ["on"] * (len(line) - 1) + ["done"]
            if step.goal is not None:
                assert step.goal.is_met(position.view(learner), learner), line


@each_lesson
def test_something_is_refused(name: str, lesson: Lesson) -> None:
    for step, begin in _begins(name, lesson):
        if not step.against:
            assert bool(step.free) == (_refused(step, begin) is None)


@each_lesson
def test_texts_are_plain(name: str, lesson: Lesson) -> None:
    for text in _texts(lesson):
        assert not _NOTATION.search(text), text
        assert len(text) <= 200, text


@each_lesson
def test_hints_name_cells_that_are_there(name: str, lesson: Lesson) -> None:
    cells = {cell.name for cell in open_lesson(strata.game(name).rules, lesson).scene().cells}
    for step in lesson.steps:
        assert step.hints
        for hint in step.hints:
            assert hint.strip()
            assert set(re.findall(r"\b[a-z]\d{1,2}\b", hint)) <= cells


@each_lesson
def test_rules_are_in_the_rulebook(name: str, lesson: Lesson) -> None:
    numbers = set(re.findall(r"^(?:- )?\*\*([A-Z]\d+)\b", read_rulebook(name), re.MULTILINE))
    assert set(lesson.rules) <= numbers


@each_lesson
def test_the_board_looks_as_always(name: str, lesson: Lesson) -> None:
    """Clients draw a lesson with the look of its game."""
    usual = strata.game(name).start().scene()
    scene = open_lesson(strata.game(name).rules, lesson).scene()
    assert (scene.cells, scene.labels, scene.hues) == (usual.cells, usual.labels, usual.hues)


@pytest.mark.parametrize("name", OWN_NAMES)
def test_the_last_lesson_is_a_match(name: str) -> None:
    *lessons, last = strata.game(name).lessons
    assert len(lessons) >= 5
    assert [step.against for step in last.steps] == [1]
    goal = last.steps[0].goal
    assert goal is not None
    assert goal.won
    assert not any(step.against for lesson in lessons for step in lesson.steps)


@pytest.mark.parametrize("name", OWN_NAMES)
def test_groups_are_together(name: str) -> None:
    groups = [lesson.group for lesson in strata.game(name).lessons]
    changes = [group for number, group in enumerate(groups) if groups[:number][-1:] != [group]]
    assert len(changes) == len(set(changes))


def test_options_keep_the_lessons_and_definitions_have_none(game: strata.Game) -> None:
    expected = () if game.definition else strata.game(game.name).lessons
    assert game.lessons == expected
