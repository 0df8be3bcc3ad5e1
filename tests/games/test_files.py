"""Games from elsewhere: files, folders, entry points; what is broken, and what is never a path."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import strata
from strata.games import (
    VARIABLE,
    NoGameThere,
    _installed,
    add_games,
    broken_games,
    load_rules,
    rules_class,
    time_limit,
)
from strata.games.rulebooks import read_rulebook
from strata.games.time_limit import overtime_words

OWN = strata.games()[0]
GAME = '''"""Take turns until nobody can."""
from strata.plain import PlainGame, RectangularBoard

class Pass(PlainGame):
    board = RectangularBoard(2, 1)
    pieces = {"P": "pawn"}
    setup = "P1"

    def actions(self, position):
        return ["a1"] if position["a1"] else []

    def play(self, position, action):
        return position.end_turn({"a1": "", "b1": "P"})
'''


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, "")
    yield
    _installed.cache_clear()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "passing.py"
    path.write_text(GAME)
    return path


def test_a_path_is_a_game(file: Path) -> None:
    game = strata.game(file)
    assert game.name == "passing"
    assert game.rules.source == str(file)
    assert "passing" in strata.games()
    assert strata.game("passing") == game
    assert str(game.start().play("a1").outcome()) == "first wins, no-actions"


def test_records_need_the_game_to_be_known(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = strata.game(file).record().play("a1").export()
    assert strata.load(text).outcome() is not None
    monkeypatch.setenv(VARIABLE, "")
    with pytest.raises(
        strata.InvalidRecord, match=r"line 2: no game 'passing'.*add it with --games"
    ):
        strata.load(text)


@pytest.mark.parametrize("spelt", ["{}", "./passing.py", "passing.py", "../{}", "{}/passing"])
def test_a_string_is_never_a_path(file: Path, spelt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    for name in (spelt.format(file), spelt.format(file.parent)):
        with pytest.raises(strata.UnknownGame):
            strata.game(name)
        with pytest.raises(strata.UnknownGame):
            rules_class(name)
        with pytest.raises(strata.InvalidRecord):
            strata.load(f'[Strata "1"]\n[Game "{name}"]\n')
    assert not any(name.startswith("strata_game_in_") for name in _loaded_since(file))


def _loaded_since(file: Path) -> list[str]:
    return [name for name in sys.modules if str(file).encode().hex() in name]


def test_a_folder_holds_games(file: Path, tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "__init__.py").write_text("from .rules import Pass as GAME\n")
    (tmp_path / "two" / "rules.py").write_text(GAME)
    (tmp_path / "_draft.py").write_text("1 / 0")
    (tmp_path / "notes.txt").write_text("no game")
    assert add_games(tmp_path) == ("passing", "two")
    assert {"passing", "two"} <= set(strata.games())
    assert broken_games() == ()
    assert strata.game("two").start().actions() == ("a1",)
    assert pickle.loads(pickle.dumps(strata.game("two"))) == strata.game("two")
    with pytest.raises(NoGameThere, match=r"a folder of games \(passing, two\); expected one game"):
        load_rules(tmp_path)
    assert load_rules(tmp_path / "two").name == "two"


def test_other_processes_find_the_game(file: Path) -> None:
    """By a pickle of it, and by its name: the environment says where it is."""
    position = strata.game(file).start()
    code = (
        "import pickle, sys\n"
        "position = pickle.loads(sys.stdin.buffer.read())\n"
        "import strata\n"
        "print(position.play('a1'), strata.game('passing').rules == position.rules)"
    )
    for environment in (os.environ, {**os.environ, VARIABLE: ""}):
        ran = subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps(position),
            capture_output=True,
            env=dict(environment),
            check=False,
        )
        assert ran.stdout.decode().startswith("1P s True") or environment is not os.environ
        assert b"1P s" in ran.stdout or b"no game 'passing'" in ran.stderr


def test_matches_are_played_on_processes(file: Path) -> None:
    from strata.cli.contests.contestants import open_contestant
    from strata.lab.match import Conditions, Fixture
    from strata.lab.processes import play_all

    conditions = Conditions(strata.game(file), 1, 0, 100, None)
    fixtures = [Fixture(number, number, "random", "random") for number in range(2)]
    assert len(list(play_all(conditions, fixtures, open_contestant, 1))) == 2


BROKEN = {
    "syntax": ("class Pass:\n    x = = 1\n", "line 2: SyntaxError"),
    "import": ("\nimport no_such_module\n", "line 2: ModuleNotFoundError: No module named"),
    "raises": ("x = 1\nraise ValueError('boo')\n", "line 2: ValueError: boo"),
    "exits": ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
    "nothing": ("x = 1\n", "expected one class that derives from PlainGame, got none"),
    "two": (GAME + GAME.replace("Pass", "Other"), "got Pass, Other; GAME = … says which"),
    "no class": ("GAME = 5\n", "GAME is 5, expected a class of a game"),
    "no play": (GAME.replace("    def actions", "    def acts"), "define actions"),
    "no board": (GAME.replace("board = ", "plank = "), "board is missing, expected a Board"),
    "wrong type": (GAME.replace('"P1"', "17"), "setup is '17', expected a str"),
    "bad setup": (GAME.replace('"P1"', '"P9"'), "empty cells: got '9'"),
    "fails": (GAME.replace('["a1"] if', "[1 // 0] if"), "line 10.*ZeroDivisionError"),
    "other name": (GAME.replace("    board", '    name = "x"\n    board'), "calls itself 'x'"),
}


@pytest.mark.parametrize(("text", "problem"), BROKEN.values(), ids=BROKEN)
def test_a_broken_game_is_named_and_harms_no_other(
    file: Path, tmp_path: Path, text: str, problem: str
) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(text)
    add_games(tmp_path)
    with pytest.raises(strata.BrokenGame, match=problem) as failure:
        strata.game("bad")
    assert str(failure.value).startswith(f"game bad is broken: {bad}")
    assert "bad" not in strata.games()
    assert "passing" in strata.games()
    assert [str(error) for error in broken_games()] == [str(failure.value)]
    with pytest.raises(strata.BrokenGame):
        strata.game(bad)


LOOPS = {
    "at import": ("while True:\n    pass\n", "line [12]"),
    "that catches all": (
        "while True:\n    try:\n        1 / 0\n    except:\n        pass\n",
        "line [1-5]",
    ),
    "in actions": (
        GAME.replace("        return [", "        while True: pass\n        return ["),
        "line 10, in actions",
    ),
    "in a later position": (
        GAME.replace(
            "        return position.", "        while True: pass\n        return position."
        ),
        "line 13, in play",
    ),
    "in seen_by": (
        f"{GAME}\n    def seen_by(self, position, viewer):\n        while True: pass\n",
        "line 16, in seen_by",
    ),
}


@pytest.mark.parametrize(("text", "where"), LOOPS.values(), ids=LOOPS)
def test_an_endless_loop_ends(
    file: Path, tmp_path: Path, text: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limit, "_LOADING_SECONDS", 1.0)
    bad = tmp_path / "bad.py"
    bad.write_text(text)
    add_games(tmp_path)
    assert "bad" not in strata.games()
    assert "passing" in strata.games()
    with pytest.raises(strata.BrokenGame, match=f"{bad}, {where}: {overtime_words()}$"):
        strata.game("bad")


def test_waiting_ends_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a debugger is imported as well, as the server's framework does."""
    import_module("bdb")
    monkeypatch.setattr(time_limit, "_WAITING_SECONDS", 2.0)
    monkeypatch.setattr(time_limit, "_LOADING_SECONDS", 1000)
    bad = tmp_path / "bad.py"
    bad.write_text(f"import time\nfor _ in range(6000):\n    time.sleep(0.01)\n{GAME}")
    add_games(tmp_path)
    with pytest.raises(strata.BrokenGame, match=f"line [23]: {overtime_words()}$"):
        strata.game("bad")


def test_a_game_does_not_wait_for_another(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.py").write_text("import sys\nsys.strata_loaded_bad = True\n")
    add_games(tmp_path)
    assert strata.game("passing").name == "passing"
    assert not hasattr(sys, "strata_loaded_bad")


def test_a_path_that_fails_is_not_remembered(file: Path, tmp_path: Path) -> None:
    """Nothing is loaded from a folder that was given in place of a game."""
    (tmp_path / "bad.py").write_text("x = ")
    for path in (tmp_path, tmp_path / "bad.py"):
        with pytest.raises(strata.StrataError):
            strata.game(path)
        assert os.environ[VARIABLE] == ""
        assert broken_games() == ()


def test_names_that_are_taken(tmp_path: Path, file: Path) -> None:
    other = tmp_path / "more" / "passing.py"
    other.parent.mkdir()
    other.write_text(GAME)
    (tmp_path / f"{OWN}.py").write_text(GAME)
    add_games(file)
    with pytest.raises(strata.BrokenGame, match=f"{other}: {file} has that name already"):
        strata.game(other)
    own = tmp_path / f"{OWN}.py"
    with pytest.raises(strata.BrokenGame, match="a game of this package has that name already"):
        strata.game(own)
    assert strata.game("passing").rules.source == str(file)
    assert not strata.game(OWN).rules.source


def test_bad_names_and_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Bad Name.py").write_text(GAME)
    with pytest.raises(strata.BrokenGame, match="expected a name of small letters"):
        strata.game(tmp_path / "Bad Name.py")
    with pytest.raises(NoGameThere, match="no such file"):
        add_games(tmp_path / "nowhere.py")
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoGameThere, match="no game there"):
        add_games(tmp_path / "empty")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    assert "STRATA_GAMES names" in str(broken_games()[0])
    assert strata.games()


def test_a_rulebook_is_what_the_docstring_says(file: Path) -> None:
    strata.game(file)
    assert read_rulebook("passing") == "# Pass\n\nTake turns until nobody can.\n"
    file.with_suffix(".md").write_text("# Passing, at length\n")
    assert read_rulebook("passing") == "# Passing, at length\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path into which packages can be put."""
    monkeypatch.syspath_prepend(tmp_path)
    _installed.cache_clear()
    return tmp_path


def _install(folder: Path, name: str, value: str, text: str) -> None:
    package = folder / f"strata_test_{name}.py"
    package.write_text(text)
    info = folder / f"strata_test_{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: strata-test-{name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[strata.games]\n{name} = {package.stem}:{value}\n")


def test_installed_packages_bring_games(installed: Path) -> None:
    named = GAME.replace("    board", '    name = "brought"\n    board')
    _install(installed, "brought", "Pass", named)
    _install(installed, "absent", "Nothing", GAME)
    _install(installed, "unlike", "Pass", GAME)
    _install(installed, OWN, "Pass", GAME)
    _installed.cache_clear()
    assert "brought" in strata.games()
    assert strata.game("brought").start().actions() == ("a1",)
    assert pickle.loads(pickle.dumps(strata.game("brought"))) == strata.game("brought")
    problems = {error.name: str(error) for error in broken_games()}
    assert "AttributeError" in problems["absent"]
    assert "expected the class of a game called unlike" in problems["unlike"]
    assert "another game has that name" in problems[OWN]
    with pytest.raises(strata.BrokenGame, match="absent is broken: entry point"):
        strata.game("absent")
