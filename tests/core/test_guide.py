"""Guides: the files of a good one, what is refused in a bad one, and the derived one."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest

import strata
from strata.core.teaching.guide import Credits, Guide, Length, derive_guide, read_guide
from strata.games import VARIABLE
from tests.examples.known import FOLDER


@pytest.fixture(autouse=True)
def _no_games_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


FACTS = """\
goal = "Trap the enemy King so that no move saves it."
difficulty = "easy"
special = "Every move lays a tile. Tiles never go away."

[length]
turns = 50
minutes = 17
measured = "strata match mygame 4 4 -n 4"

[credits]
author = "Somebody"
origin = "A magazine of 1999."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "guide.toml").write_text(FACTS, encoding="utf-8")
    (tmp_path / "rules.md").write_text("# My game\n\nTwo play.\n", encoding="utf-8")
    return tmp_path


def refusal(folder: Path) -> strata.InvalidGuide:
    with pytest.raises(strata.InvalidGuide) as caught:
        read_guide(folder)
    return caught.value


def test_a_good_guide(folder: Path) -> None:
    assert read_guide(folder) == Guide(
        "Trap the enemy King so that no move saves it.",
        "easy",
        "Every move lays a tile. Tiles never go away.",
        Length(50, 17, "strata match mygame 4 4 -n 4"),
        Credits("Somebody", "A magazine of 1999."),
        "# My game\n\nTwo play.\n",
    )


def test_it_is_a_frozen_value(folder: Path) -> None:
    guide = read_guide(folder)
    with pytest.raises(AttributeError):
        guide.goal = "Lose."  # type: ignore[misc]
    assert msgspec.convert(msgspec.to_builtins(guide), Guide) == guide


def test_the_short_rulebook_may_be_missing(folder: Path) -> None:
    (folder / "rules.md").unlink()
    assert read_guide(folder).rules == ""


def test_an_unknown_author(folder: Path) -> None:
    facts = FACTS.replace('"Somebody"', '""')
    (folder / "guide.toml").write_text(facts, encoding="utf-8")
    assert read_guide(folder).credits == Credits("", "A magazine of 1999.")


@pytest.mark.parametrize(
    ("old", "new", "key", "says"),
    [
        ('difficulty = "easy"\n', "", "difficulty", "got nothing, expected a text"),
        ('"easy"', '"simple"', "difficulty", "got 'simple', expected one of easy, medium"),
        ('"easy"', "3", "difficulty", "got '3', expected a text"),
        ("turns = 50", "turns = 0", "length.turns", "got '0', expected a whole number above 0"),
        ("turns = 50", "turns = true", "length.turns", "got 'True', expected a whole number"),
        ("turns = 50", 'turns = "50"', "length.turns", "expected a whole number above 0"),
        ("minutes = 17\n", "", "length.minutes", "got nothing, expected a whole number"),
        ("minutes", "hours", "length.hours", "got an unknown key, expected one of goal"),
        ("saves it.", "saves it", "goal", "expected a sentence of at most 140 characters"),
        ("saves it.", f"{'x' * 140}.", "goal", "expected a sentence of at most 140 characters"),
        ("saves it.", r"saves\nit.", "goal", "expected one line of at most 400 characters"),
        ('"A magazine of 1999."', '" "', "credits.origin", "got an empty text, expected a text"),
        ("[credits]", "[thanks]", "thanks", "got an unknown key"),
        ("[length]", "[length", "", "expected TOML"),
    ],
)
def test_bad_facts(folder: Path, old: str, new: str, key: str, says: str) -> None:
    assert old in FACTS
    (folder / "guide.toml").write_text(FACTS.replace(old, new), encoding="utf-8")
    error = refusal(folder)
    assert (error.file, error.key) == (str(folder / "guide.toml"), key)
    assert str(error).startswith(str(folder / "guide.toml"))
    assert says in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_bad_files(folder: Path) -> None:
    (folder / "rules.md").write_text("Two play.\n", encoding="utf-8")
    assert str(refusal(folder)).endswith("rules.md: got 'Two play.', expected a title: # NAME")
    (folder / "rules.md").write_bytes(b"# \xff\n")
    assert str(refusal(folder)).endswith("rules.md: got byte 0xff at 2, expected UTF-8 text")
    (folder / "guide.toml").unlink()
    assert str(refusal(folder)).endswith(
        "guide.toml: got No such file or directory, expected a file"
    )


@pytest.mark.parametrize(
    ("summary", "goal"),
    [
        ("two towers, one king", "Two towers, one king."),
        ("Who reaches the far side wins!", "Who reaches the far side wins!"),
        ("", "My game."),
    ],
)
def test_derived_from_the_summary(summary: str, goal: str) -> None:
    assert derive_guide("My game", summary) == Guide(goal)


def test_games_of_others_have_a_derived_guide() -> None:
    for path in sorted(FOLDER.glob("[a-z]*.py")):
        game = strata.game(path)
        assert game.guide == derive_guide(game.title, game.summary)


@pytest.mark.parametrize(("file", "guide"), [("mine.py", "mine.guide"), ("mine", "mine/guide")])
def test_a_game_from_a_file_may_bring_one(tmp_path: Path, file: str, guide: str) -> None:
    source = (FOLDER / "courtyard.py").read_text("utf-8")
    path = tmp_path / file
    if path.suffix:
        path.write_text(source, encoding="utf-8")
    else:
        path.mkdir()
        (path / "__init__.py").write_text(source, encoding="utf-8")
    facts = tmp_path / guide / "guide.toml"
    facts.parent.mkdir()
    facts.write_text(FACTS, encoding="utf-8")
    assert strata.game(path).guide.goal == "Trap the enemy King so that no move saves it."


def test_a_bad_guide_breaks_its_game_by_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text((FOLDER / "courtyard.py").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "mine.guide").mkdir()
    (tmp_path / "mine.guide" / "guide.toml").write_text("goal = 3\n", encoding="utf-8")
    with pytest.raises(strata.BrokenGame, match=r"guide\.toml, key goal: got '3', expected a text"):
        strata.game(path)
