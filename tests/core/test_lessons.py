"""Lessons: the file of good ones, what is refused in bad ones, and what a goal looks for."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest

import strata
from strata.core.teaching.lesson import Goal, Lesson, Thing, judge, open_lesson
from strata.core.teaching.lesson_reader import read_lessons
from strata.games import rules_class
from tests.core.test_cards import PLAIN
from tests.core.test_guide import FACTS

GOOD = """\
[[lesson]]
name = "roads-1"
title = "Roads"
group = "Moving"
options = "entry=free"
position = "8/8/8/8/3ST3/4T3/4T3/8 f"
rules = ["D5"]
learnt = "Your tiles are roads."

[[lesson.step]]
task = "Go from d4 to a2."
hints = ["Walk first.", "Then slide to a2."]
accept = ["Sa2", "Sa3"]
reply = "Kh8"
[lesson.step.wrong]
Sa4 = "He did not walk."

[[lesson.step]]
task = "Bring in your King."
hints = ["He waits outside."]
accept = ["Kh1"]
goal = { on = { h1 = "first king" }, count = { "second king" = 1 }, seat = "second" }

[[lesson]]
name = "match"
title = "A match"
position = "8/8/8/8/8/8/8/8 f"
learnt = "You can win."

[[lesson.step]]
task = "Win."
hints = ["Play."]
goal = { won = true }
against = 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lessons.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_good_lessons(file: Path) -> None:
    roads, match = read_lessons(file, rules_class("daikuni"))
    assert (roads.name, roads.title, roads.group) == ("roads-1", "Roads", "Moving")
    assert (roads.options, roads.rules) == ({"entry": "free"}, ("D5",))
    first, second = roads.steps
    assert first.accept == (("Sa2",), ("Sa3",))
    assert (first.reply, first.wrong) == (("Kh8",), ((("Sa4",), "He did not walk."),))
    assert second.goal == Goal(
        seat="second",
        on=(("h1", Thing("king", "first")),),
        count=((Thing("king", "second"), 1),),
    )
    assert (match.steps[0].against, match.steps[0].goal) == (1, Goal(won=True))
    assert msgspec.convert(msgspec.to_builtins(roads), Lesson) == roads


@pytest.mark.parametrize(
    ("old", "new", "key", "says"),
    [
        ("[[lesson]]", "[[lessn]]\n[[lesson]]", "lessn", "only [[lesson]] tables"),
        ('name = "roads-1"', 'name = "Roads"', "lesson.1.name", "lowercase letters, digits"),
        ('name = "match"', 'name = "roads-1"', "lesson.2.name", "a unique name"),
        ('title = "Roads"\n', "", "lesson.1.title", "got nothing, expected a text"),
        ('title = "Roads"', f'title = "{"x" * 61}"', "lesson.1.title", "at most 60 characters"),
        ('group = "Moving"', "group = 1", "lesson.1.group", "expected a text"),
        ('group = "Moving"', "topic = 1", "lesson.1.topic", "an unknown key, expected one of na"),
        ('"entry=free"', '"entry=never"', "lesson.1.options", "expected NAME=VALUE"),
        ("3ST3", "3ST4", "lesson.1.position", "expected a position of the game"),
        ("8/8/8/8/3ST3/4T3/4T3/8 f", "8/8/8/8/8/8/tt6/KTt2S1Q f", "lesson.1.position", "over"),
        ('["D5"]', '"D5"', "lesson.1.rules", "a list of texts"),
        ("roads.", "roads", "lesson.1.learnt", "a sentence of at most"),
        ("to a2.", "to a9.", "lesson.1.step.1.task", "got no cell a9 in"),
        ('["Walk first.", ', "[3, ", "lesson.1.step.1.hints", "a list of texts"),
        ('["Walk first.", "Then slide to a2."]', "[]", "lesson.1.step.1.hints", "at least one"),
        ("slide to a2.", "slide to j2.", "lesson.1.step.1.hints", "no cell j2"),
        ('accept = ["Sa2", "Sa3"]\n', "", "lesson.1.step.1.accept", "a list of actions"),
        ('"Sa2", "Sa3"', '"Sa2", ""', "lesson.1.step.1.accept", "actions separated by blanks"),
        ('"Sa2", "Sa3"', '"Sa1"', "lesson.1.step.1.accept", "expected a legal action"),
        ('"Sa2", "Sa3"', '"Sa2 Kh8"', "lesson.1.step.1.accept", "where second acts"),
        ('reply = "Kh8"', 'reply = "Kh9"', "lesson.1.step.1.reply", "expected a legal action"),
        ('reply = "Kh8"', 'reply = "Kh8 Kh1"', "lesson.1.step.1.reply", "of the opponent only"),
        ('reply = "Kh8"\n', "", "lesson.1.step.1.reply", "first to act in the next step"),
        ('"Kh1"]\n', '"Kh1"]\nreply = "Qa8"\n', "lesson.1.step.2.reply", "none in the last"),
        ("Sa4 =", "Sa2 =", "lesson.1.step.1.wrong", "which is done"),
        ("Sa4 =", "Sa1 =", "lesson.1.step.1.wrong", "expected a legal action"),
        ('"He did not walk."', "3", "lesson.1.step.1.wrong.Sa4", "a sentence"),
        ("reply =", "goal = { won = true }\nreply =", "lesson.1.step.1.goal", "before the last"),
        ("h1 = ", "h2 = ", "lesson.1.step.2.accept", "which does not meet the goal"),
        ("h1 = ", "j1 = ", "lesson.1.step.2.goal.on", "no cell 'j1'"),
        ('"first king"', '"first prince"', "lesson.1.step.2.goal.on", "symbols are grained-tile"),
        ('"second king" = 1', '"second king" = -1', "lesson.1.step.2.goal.count.second king", "0"),
        ('seat = "second"', 'seat = "third"', "lesson.1.step.2.goal.seat", "one of first, second"),
        ('seat = "second"', "colour = 1", "lesson.1.step.2.goal.colour", "an unknown key"),
        ("{ won = true }", "{}", "lesson.2.step.1.goal", "at least one of won, over"),
        ("{ won = true }", "{ won = false }", "lesson.2.step.1.goal.won", "expected true"),
        ("{ won = true }", "3", "lesson.2.step.1.goal", "expected a table"),
        ("against = 1", "against = 11", "lesson.2.step.1.against", "a level from 1 to 10"),
        ("against = 1", 'against = 1\naccept = ["Ka1"]', "lesson.2.step.1.against", "no actions"),
    ],
)
def test_bad_lessons(file: Path, old: str, new: str, key: str, says: str) -> None:
    assert old in GOOD
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(strata.InvalidGuide) as caught:
        read_lessons(file, rules_class("daikuni"))
    error = caught.value
    assert (error.file, error.key) == (str(file), key), str(error)
    assert says in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_step_that_is_no_table(file: Path) -> None:
    head = GOOD.partition("[[lesson.step]]")[0]
    for steps in ("", "step = []\n", "step = 3\n"):
        file.write_text(head + steps, encoding="utf-8")
        with pytest.raises(strata.InvalidGuide, match=r"lesson\.1\.step: .*\[\[lesson\.step\]\]"):
            read_lessons.__wrapped__(file, rules_class("daikuni"))


def test_a_match_hides_nothing(tmp_path: Path) -> None:
    rules = rules_class("rhodium")
    start = strata.game("rhodium").start()
    text = GOOD[GOOD.index('[[lesson]]\nname = "match"') :].replace("8/8/8/8/8/8/8/8 f", str(start))
    (tmp_path / "lessons.toml").write_text(text, encoding="utf-8")
    with pytest.raises(strata.InvalidGuide, match="a position that hides nothing"):
        read_lessons(tmp_path / "lessons.toml", rules)


@pytest.mark.parametrize(
    ("goal", "is_met"),
    [
        (Goal(won=True), False),
        (Goal(over=True), False),
        (Goal(seat="first"), True),
        (Goal(seat="second"), False),
        (Goal(on=(("d4", Thing("king")),)), True),
        (Goal(on=(("d4", Thing("king", "second")),)), False),
        (Goal(on=(("d5", Thing(owner="second")),)), True),
        (Goal(off=(("d4", Thing("king")),)), False),
        (Goal(off=(("d4", Thing("queen")), ("e4", Thing("king")))), True),
        (Goal(count=((Thing("hatched-tile"), 3),)), True),
        (Goal(count=((Thing(owner="second"), 2),)), False),
        (Goal(at_most=((Thing("hatched-tile"), 3),)), True),
        (Goal(at_most=((Thing("hatched-tile"), 2),)), False),
        (Goal(check=("d4",)), True),
        (Goal(check=("d5",)), False),
        (Goal(seat="first", check=("d5",)), False),
    ],
)
def test_goals(goal: Goal, is_met: bool) -> None:
    position = strata.game("daikuni").position("8/8/8/3t4/t2K3t/8/8/Q6S f")
    assert goal.is_met(position.view("first"), "first") == is_met


def test_goals_at_the_end() -> None:
    lost = strata.game("daikuni").position("8/8/8/8/8/8/tt6/KTt2S1Q f")
    assert Goal(over=True).is_met(lost.view("first"), "first")
    assert not Goal(won=True).is_met(lost.view("first"), "first")
    assert Goal(won=True).is_met(lost.view("second"), "second")


def test_judging(file: Path) -> None:
    game = strata.game("daikuni")
    roads, match = read_lessons(file, rules_class("daikuni"))
    position = open_lesson(game.rules, roads)
    assert position.rules.settings["entry"] == "free"

    def judged(lesson: Lesson, number: int, position: strata.Position, action: str) -> str:
        after = position.play(action)
        step = lesson.steps[number]
        return judge(step, "first", (action,), after.view("first"), after.begins_turn)

    assert judged(roads, 0, position, "Sa2") == "done"
    assert judged(roads, 0, position, "Ka1") == "refused"
    assert judged(match, 0, open_lesson(game.rules, match), "Ka1") == "on"


def test_lessons_by_name() -> None:
    game = strata.game("daikuni", entry="first")
    assert game.lesson(game.lessons[0].name) is game.lessons[0]
    with pytest.raises(strata.UnknownLesson, match=r"daikuni has no lesson 'chess': expected one"):
        game.lesson("chess")


def test_a_plain_game_brings_lessons(tmp_path: Path) -> None:
    (tmp_path / "walkers.py").write_text(PLAIN, encoding="utf-8")
    folder = tmp_path / "walkers.guide"
    folder.mkdir()
    (folder / "guide.toml").write_text(FACTS, encoding="utf-8")
    assert strata.game(tmp_path / "walkers.py").lessons == ()
    with pytest.raises(strata.UnknownLesson, match="it has no lessons"):
        strata.game(tmp_path / "walkers.py").lesson("one")


def test_a_plain_game_with_a_bad_lesson(tmp_path: Path) -> None:
    (tmp_path / "strollers.py").write_text(PLAIN.replace("Walkers", "Strollers"), encoding="utf-8")
    folder = tmp_path / "strollers.guide"
    folder.mkdir()
    (folder / "guide.toml").write_text(FACTS, encoding="utf-8")
    (folder / "lessons.toml").write_text('[[lesson]]\nname = "One"\n', encoding="utf-8")
    with pytest.raises(strata.StrataError, match=r"lessons\.toml, key lesson\.1\.name"):
        strata.game(tmp_path / "strollers.py")
