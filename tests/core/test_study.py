"""Studies: the tree of variations, what is noted in it, and its text both ways."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strata
from strata.core.study.annotations import COLOURS, LONGEST_COMMENT, MARKS, MOST_SHAPES
from tests.places import ROOT

GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]
EXAMPLE = (ROOT / "tests" / "data" / "studies" / "daikuni.strata").read_text(encoding="utf-8")


def _tree(node: strata.Node) -> object:
    return (
        node.action,
        node.number,
        node.annotations,
        [_tree(child) for child in node.children],
    )


def _studied(daikuni: strata.Game) -> strata.Study:
    record = daikuni.record().play_all(GAME)
    record.tags["First"] = "Ann"
    return daikuni.study(record)


def _to_and_fro(game: strata.Game) -> strata.Record:
    """A game in which each side moves a piece forth and back until a repetition ends it."""
    first, second = ("e2-d2", "d2-e2"), ("e8-d7", "d7-e8")
    record = game.record()
    actions = itertools.cycle((first[0], second[0], first[1], second[1]))
    while not record.outcome():
        record.play(next(actions))
    return record


def test_the_game_is_the_main_line(daikuni: strata.Game) -> None:
    study = _studied(daikuni)
    assert [node.action for node in study.main_line()] == GAME
    assert all(map(study.is_of_game, study.nodes()))
    assert study.record_at(study.node(3)).played == tuple(GAME[:3])
    assert study.record_at(study.root).length == 0


def test_a_variation_is_played_once(daikuni: strata.Game) -> None:
    study = _studied(daikuni)
    other = study.play(study.node(2), "Sg3")
    assert other is study.play(study.node(2), "Sg3")
    assert [child.action for child in study.node(2).children] == ["Sg8", "Sg3"]
    assert not study.is_of_game(other)
    assert len(study) == len(GAME) + 1
    with pytest.raises(strata.IllegalAction, match="Kg2"):
        study.play(study.node(2), "Kg2")
    with pytest.raises(strata.IllegalAction, match="over"):
        study.play(study.node(8), "Kd4")


def test_a_game_that_was_resigned_goes_on_in_a_study(daikuni: strata.Game) -> None:
    record = daikuni.record().play_all(GAME[:4])
    record.resign("second")
    study = daikuni.study(record)
    study.play(study.node(4), "Kd4")
    text = study.export()
    assert '[Actions "4"]' in text
    assert "first wins, resignation" in text
    again = strata.load_study(text)
    assert [node.action for node in again.main_line()] == GAME[:5]
    assert not again.is_of_game(again.main_line()[-1])
    assert again.record.outcome() == record.outcome()
    assert strata.load(text).played == tuple(GAME[:4])


def test_repetition_ends_a_line() -> None:
    """A line goes as far as the game would, history and all."""
    game = strata.game("dzura")
    record = _to_and_fro(game)
    assert record.outcome() == strata.Outcome(None, "repetition")
    study = game.study(record.start)
    node = study.root
    for action in record.played:
        node = study.play(node, action)
    with pytest.raises(strata.IllegalAction, match="repetition"):
        study.play(node, record.position.actions()[0])
    again = game.load_study(study.export())
    assert again.export() == study.export()


def test_numbers_name_a_position_for_ever(daikuni: strata.Game) -> None:
    study = daikuni.study()
    first = study.play(study.root, "Qd2")
    second = study.play(study.root, "Kd2")
    deeper = study.play(second, "Qg2")
    study.promote(second)
    study.delete(first)
    assert study.node(3) is deeper
    with pytest.raises(strata.UnknownNode, match="no position 1"):
        study.node(1)
    again = daikuni.load_study(study.export(numbers=True))
    assert _tree(again.root) == _tree(study.root)
    study.delete(deeper)
    again = daikuni.load_study(study.export(numbers=True))
    assert again.play(again.root, "Qd2").number == 4, "a number is not given twice"


def test_promoting_goes_up_one_place_or_to_the_top(daikuni: strata.Game) -> None:
    study = daikuni.study()
    ways = [study.play(study.root, action) for action in ("Qd2", "Kd2", "Qe2", "Ke2")]
    deep = study.play(ways[3], "Qg2")
    study.play(ways[3], "Kg2")
    study.promote(deep)
    assert [way.action for way in study.root.children] == ["Qd2", "Kd2", "Ke2", "Qe2"]
    study.promote(ways[3].children[1], to_main=True)
    assert [node.action for node in study.main_line()] == ["Ke2", "Kg2"]
    with pytest.raises(strata.InvalidChange, match="already"):
        study.promote(study.main_line()[-1])


def test_the_game_stays_the_main_line(daikuni: strata.Game) -> None:
    study = _studied(daikuni)
    other = study.play(study.node(2), "Sg3")
    third = study.play(study.node(2), "Sg4")
    study.promote(third)
    assert study.node(2).children == [study.node(3), third, other]
    changes: tuple[Callable[[], None], ...] = (
        lambda: study.promote(third),
        lambda: study.promote(third, to_main=True),
        lambda: study.delete(study.node(8)),
        lambda: study.delete(study.root),
    )
    for change in changes:
        before = _tree(study.root)
        with pytest.raises(strata.InvalidChange):
            change()
        assert _tree(study.root) == before
    study.delete(other)
    assert study.node(2).children == [study.node(3), third]


def test_the_text_to_the_letter(daikuni: strata.Game) -> None:
    study = _studied(daikuni)
    study.annotate(study.root, strata.Annotations("How a king is caught."))
    study.annotate(study.node(5), strata.Annotations(mark="?"))
    better = study.play(study.node(4), "Ke8")
    study.annotate(
        better,
        strata.Annotations(
            "Here the king is safe; nothing\nreaches it {yet}.",
            "!",
            (strata.Shape("e8"), strata.Shape("g5", "e5", "red")),
            ("%clock=12", "$7"),
        ),
    )
    study.play(study.play(better, "Qa4"), "Ke7")
    study.play(better, "Qe5")
    assert study.export() == EXAMPLE
    assert _tree(daikuni.load_study(EXAMPLE).root) is not None
    assert daikuni.load_study(EXAMPLE).export() == EXAMPLE


def test_the_example_in_the_docs_is_a_study() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    assert EXAMPLE in page


def test_a_record_is_a_study_of_its_game() -> None:
    text = (ROOT / "tests" / "data" / "records" / "daikuni.strata").read_text(encoding="utf-8")
    study = strata.load_study(text)
    assert study.record.export() == text
    assert len(study) == study.record.length


def test_remarks_of_a_line_are_left_out() -> None:
    remarked = EXAMPLE.replace("Qd2 Kg2", "Qd2 ; a queen { first )\nKg2")
    assert strata.load_study(remarked).export() == EXAMPLE


def _play_randomly(study: strata.Study, random: Random, nodes: int) -> None:
    known = list(study.nodes())
    while len(study) < nodes:
        node = random.choice(known)
        actions = study.record_at(node).actions()
        if actions:
            child = study.play(node, random.choice(actions))
            if child not in known:
                known.append(child)


_PRINTED = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029"), max_size=80
)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32),
    name=st.sampled_from(strata.games()),
    game_length=st.integers(0, 6),
    comments=st.lists(st.lists(_PRINTED, max_size=3).map("\n".join), max_size=6),
)
def test_studies_round_trip(seed: int, name: str, game_length: int, comments: list[str]) -> None:
    random = Random(seed)
    game = strata.game(name)
    record = game.record()
    for _ in range(game_length):
        record.play(random.choice(record.actions()))
    study = game.study(record)
    _play_randomly(study, random, game_length + 12)
    cells = [cell.name for cell in game.start().scene().cells]
    for comment in comments:
        shapes = tuple(
            strata.Shape(begin, end, random.choice(COLOURS))
            for begin, end in (random.sample(cells, 2) for _ in range(random.randrange(3)))
        )
        note = strata.Annotations(comment, random.choice([None, *MARKS]), shapes, ("%x=1",))
        study.annotate(random.choice(list(study.nodes())), note)
    numbered = game.load_study(study.export(numbers=True))
    assert _tree(numbered.root) == _tree(study.root)
    assert numbered.export(numbers=True) == study.export(numbers=True)
    assert strata.load_study(study.export()).export() == study.export()
    assert strata.load(study.export()).played == record.played


def test_a_line_may_be_longer_than_the_stack() -> None:
    deep = sys.getrecursionlimit() + 200
    game = strata.game("dzura")
    study, random = game.study(), Random(5)
    node, record = study.root, game.record()
    while len(node.path) < deep and (actions := record.actions()):
        record.play(random.choice(actions))
        node = study.append(node, record.action_at(record.length - 1))
    assert len(node.path) == deep
    assert len(game.load_study(study.export())) == deep


def test_hostile_text_is_refused_soon() -> None:
    """It would take hours if each brace were looked for to the end."""
    for body in ("{ " * 900_000, "{x}y " * 300_000, "( " * 900_000, "{\\ " * 500_000):
        with pytest.raises(strata.InvalidRecord):
            strata.load_study(EXAMPLE.replace("Kd4 ?", body))


BODY = "{How a king is caught.}"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"2"', '"3"', "version '3' of the format, expected 1 or 2"),
        ("( Ke8", "Ke8", r"got \) without"),
        ("Ke7 )", "Ke7", r"got \( without"),
        ("Kd4 ?", "Kd4 ? ( )", "without actions"),
        ("Kd4 ?", "Kd4 ? ( ! Ke8 )", "beginning of a variation"),
        ("Kd4 ?", "Kd4 ? ( ( Ke8 ) )", "without an action before it"),
        (BODY, BODY + " ( Qe2 )", "without an action before it"),
        ("Kd4 ?", "Kd4 ? ( Kd4 )", "is given twice"),
        ("Kd4 ?", "Kd4 ? !", "two marks"),
        ("( Qe5 )", "( Qe9 )", "Qe9"),
        (BODY, BODY[:-1], "does not end"),
        ("green:e8", "purple:e8", "expected a colour"),
        ("green:e8", "green:e9", "no such cell"),
        ("green:e8", "green:", "expected a colour"),
        ("red:g5>e5", "red:g5>", "expected a colour"),
        ('[Actions "8"]\n', "", "cut off or incomplete: .Actions"),
        ('[Actions "8"]', '[Actions "9"]', "only 8"),
        ('[Actions "8"]', '[Actions "x"]', "expected a number"),
    ],
)
def test_what_is_refused_of_a_text(old: str, new: str, says: str) -> None:
    assert EXAMPLE.count(old) == 1
    with pytest.raises(strata.InvalidRecord, match=says) as refusal:
        strata.load_study(EXAMPLE.replace(old, new))
    assert "line " in str(refusal.value)


def test_a_study_that_is_too_large_is_refused() -> None:
    assert len(strata.load_study(EXAMPLE, most_actions=12)) == 12
    with pytest.raises(strata.InvalidRecord, match="at most 11"):
        strata.load_study(EXAMPLE, most_actions=11)
    with pytest.raises(strata.InvalidRecord, match="at most 7"):
        strata.load_study(EXAMPLE, most_actions=7)


@pytest.mark.parametrize(
    ("note", "says"),
    [
        (strata.Annotations("x" * (LONGEST_COMMENT + 1)), "at most 4000"),
        (strata.Annotations("a\x00b"), "printable"),
        (strata.Annotations("\ud800"), "printable"),
        (strata.Annotations(shapes=(strata.Shape("z9"),)), "no such cell"),
        (strata.Annotations(shapes=(strata.Shape("a1", "a1"),)), "two different cells"),
        (strata.Annotations(shapes=(strata.Shape("a1", "a2"),) * (MOST_SHAPES + 1)), "at most 64"),
        (strata.Annotations(kept=("%x",) * 33), "at most 32"),
    ],
)
def test_what_cannot_be_noted(daikuni: strata.Game, note: strata.Annotations, says: str) -> None:
    study = daikuni.study()
    with pytest.raises(strata.InvalidAnnotation, match=says):
        study.annotate(study.root, note)
    assert not study.root.annotations


def test_line_ends_of_a_comment_are_made_alike(daikuni: strata.Game) -> None:
    study = daikuni.study()
    study.annotate(study.root, strata.Annotations(" one\r\ntwo\rthree\u2028four "))
    assert study.root.annotations.comment == "one\ntwo\nthree\nfour"


def test_controls_that_reorder_text_are_left_out(daikuni: strata.Game) -> None:
    """Of new comments, and of those in older records, which open as before."""
    study = daikuni.study()
    study.annotate(study.root, strata.Annotations(comment="a\u202eb \u2067אב\u2069"))
    assert study.root.annotations.comment == "ab אב"
    older = study.export().replace("{ab", "{a\u202eb")
    assert strata.load_study(older).root.annotations.comment == "ab אב"


def test_a_study_holds_only_so_many(daikuni: strata.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strata.core.study.study.MOST_NODES", 3)
    study = daikuni.study()
    for action in itertools.islice(daikuni.start().actions(), 3):
        study.play(study.root, action)
    with pytest.raises(strata.InvalidChange, match="at most 3"):
        study.play(study.root, daikuni.start().actions()[3])


def test_a_study_of_another_game_is_refused(daikuni: strata.Game) -> None:
    kyo = strata.game("kyo")
    with pytest.raises(strata.StrataError, match="kyo"):
        daikuni.study(kyo.record())
    with pytest.raises(strata.InvalidRecord, match="daikuni"):
        kyo.load_study(EXAMPLE)
