"""One learner's way through a lesson: what is accepted, refused, shown and played in answer."""

from __future__ import annotations

import pytest

import strata
from strata.core.explaining.telling import read_all
from strata.core.record import Record
from strata.core.teaching.lesson import Goal, Lesson, Step, Thing
from strata.play.lesson_attempt import InvalidAttempt, LessonAttempt, choose_reply

ROADS = "8/8/8/8/3ST3/4T3/4T3/8 f"
CHAIN = "9,dk/10/10/10/10/10/10/3,DLLH,6/10/DK,9 first - 0"


def nobody(record: Record, level: int) -> str:
    raise AssertionError("nobody plays against the learner here")


def two_steps() -> Lesson:
    walk = Step(
        "Go to a2.",
        ("Walk.",),
        (("Sa2",), ("Sa3",)),
        wrong=((("Sa4",), "He did not walk."),),
        reply=("Kh8",),
    )
    enter = Step("Bring in your King.", ("He waits.",), (("Kh1",),))
    return Lesson("roads", "Roads", ROADS, (walk, enter), "Learnt.")


def said(answer: object, reader: strata.Seat = "first") -> str:
    return read_all(answer.sentences, reader)  # type: ignore[attr-defined]


def test_wrong_then_right_then_the_next_step() -> None:
    attempt = LessonAttempt(strata.game("daikuni"), two_steps())
    answer = attempt.try_action("Sa4", nobody)
    assert answer.verdict == "refused"
    assert said(answer) == ("Your Soldier moves from d4 to a4 and lays a tile. He did not walk.")
    assert attempt.record.length == 0
    answer = attempt.try_action("Ka1", nobody)
    assert said(answer).endswith("That does not solve the task.")
    answer = attempt.try_action("Sa9", nobody)
    assert answer.verdict == "illegal"
    assert "Illegal action 'Sa9'" in said(answer)
    answer = attempt.try_action("Sa2", nobody)
    assert answer.verdict == "next"
    assert [read_all(telling, "first") for telling in answer.replies] == [
        "Your opponent's King enters on h8 on a new tile."
    ]
    assert (attempt.number, attempt.begun) == (1, 2)
    answer = attempt.try_action("Kh1", nobody)
    assert answer.verdict == "finished"
    assert attempt.step is None
    assert attempt.number == 1
    with pytest.raises(InvalidAttempt, match="the lesson is finished"):
        attempt.try_action("Ka1", nobody)


def test_it_is_taken_up_again() -> None:
    game, lesson = strata.game("daikuni"), two_steps()
    assert LessonAttempt(game, lesson, ["Sa3", "Kh8"]).number == 1
    assert LessonAttempt(game, lesson, ["Sa3", "Kh8", "Kh1"]).step is None


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        (["Sa4"], "action 1, 'Sa4': it does not solve the task"),
        (["Sa9"], "action 1, 'Sa9': illegal action"),
        (["Sa2", "Kh7"], "action 2, 'Kh7': expected the reply Kh8"),
        (["Sa2", "Kh8", "Kh1", "Ka8"], "action 4, 'Ka8': the lesson is finished"),
    ],
)
def test_actions_that_nobody_can_have_played(actions: list[str], says: str) -> None:
    with pytest.raises(InvalidAttempt, match=says):
        LessonAttempt(strata.game("daikuni"), two_steps(), actions)


def test_the_way() -> None:
    attempt = LessonAttempt(strata.game("daikuni"), two_steps())
    way = attempt.find_way()
    assert way is not None
    assert way.action == "Sa2"
    assert [token.id for token in way.gesture] == ["d4", "a2"]
    attempt.try_action("Sa2", nobody)
    attempt.try_action("Kh1", nobody)
    assert attempt.find_way() is None


def test_a_line_of_several_actions() -> None:
    step = Step("Cross.", ("Go.",), (("d3d4+2", "d4e5+1", "e5f6+0"),))
    lesson = Lesson("chain", "Chain", CHAIN, (step,), "Learnt.")
    attempt = LessonAttempt(strata.game("kyo"), lesson)
    assert attempt.try_action("d3d4+2", nobody).verdict == "on"
    assert attempt.try_action("d4c5+1", nobody).verdict == "refused"
    assert list(attempt.record.played) == ["d3d4+2"]
    way = attempt.find_way()
    assert way is not None
    assert way.action == "d4e5+1"
    attempt.restart_step()
    assert not attempt.record.played
    for action in ("d3d4+2", "d4e5+1"):
        assert attempt.try_action(action, nobody).verdict == "on"
    assert attempt.try_action("e5f6+0", nobody).verdict == "finished"


def test_a_goal_may_be_met_in_other_ways() -> None:
    goal = Goal(on=(("e5", Thing("heavy-pawn")),), seat="second")
    step = Step("Go to e5.", ("Go.",), (("d3d4+2", "d4e5+0", "end"),), goal)
    lesson = Lesson("chain", "Chain", CHAIN, (step,), "Learnt.")
    attempt = LessonAttempt(strata.game("kyo"), lesson)
    assert attempt.try_action("d3d4+2", nobody).verdict == "on"
    assert attempt.try_action("d4e5+1", nobody).verdict == "on"
    assert attempt.find_way() is None
    assert attempt.try_action("end", nobody).verdict == "finished"
    # A turn that ends elsewhere is taken back whole.
    attempt = LessonAttempt(strata.game("kyo"), lesson, ["d3d4+2", "d4c5+1"])
    assert attempt.try_action("end", nobody).verdict == "refused"
    assert not attempt.record.played


def match_lesson(position: str) -> Lesson:
    step = Step("Win.", ("Play.",), goal=Goal(won=True), against=1)
    return Lesson("match", "Match", position, (step,), "Learnt.")


def test_a_match() -> None:
    lesson = match_lesson("8/8/8/8/8/8/8/8 f")
    attempt = LessonAttempt(strata.game("daikuni"), lesson)
    answer = attempt.try_action("Kd4", lambda record, level: choose_reply(record, level, 1))
    assert (answer.verdict, len(answer.replies)) == ("on", 1)
    assert attempt.record.seat == "first"
    played = [*map(str, attempt.record.played)]
    assert LessonAttempt(strata.game("daikuni"), lesson, played).record.length == 2
    with pytest.raises(InvalidAttempt, match="end on the opponent's turn"):
        LessonAttempt(strata.game("daikuni"), lesson, played[:1])


def test_a_match_that_is_won_or_lost() -> None:
    game = strata.game("daikuni")
    record = game.record()
    while record.outcome() is None:
        record.play(choose_reply(record, 1, 7))
    *actions, last = map(str, record.played)
    loser_acts_last = record.turn_at(record.length - 1)[0] == "second"
    learner = "second" if loser_acts_last else "first"
    outcome = record.outcome()
    assert outcome is not None
    assert outcome.winner == learner
    start = game.record().play_all(actions)
    attempt = LessonAttempt(game, match_lesson(str(start.position)))
    assert attempt.learner == learner
    assert attempt.try_action(last, nobody).verdict == "finished"
    # The same end, brought about by the opponent.
    before = game.record().play_all(actions[:-1])
    attempt = LessonAttempt(game, match_lesson(str(before.position)))
    answer = attempt.try_action(actions[-1], lambda record, level: last)
    assert answer.verdict == "refused"
    assert said(answer, attempt.learner).endswith("The task is not solved: start again.")
    assert not attempt.record.played


def test_what_is_hidden_stays_hidden() -> None:
    game = strata.game("rhodium")
    record = game.record()
    (preset, *_) = record.position.presets(1)
    record.play_all(preset.actions)
    while record.seat == "first":
        record.play(record.actions()[-1])
    assert record.position.view("second").hidden
    wanted, other = map(str, record.actions()[:2])
    step = Step("Place.", ("Place it.",), ((wanted,),))
    lesson = Lesson("set-up", "Set up", str(record.position), (step,), "Learnt.")
    attempt = LessonAttempt(game, lesson)
    assert attempt.learner == "second"
    assert attempt.view.hidden
    unseen = record.position.view("second").scene().stacks
    assert attempt.view.scene().stacks == unseen
    answer = attempt.try_action(other, nobody)
    assert answer.verdict == "refused"
    cells = {cell for sentence in answer.sentences for cell in sentence.cells}
    assert cells <= {token.id for token in record.position.gesture(other)}
    assert attempt.try_action(wanted, nobody).verdict == "finished"
