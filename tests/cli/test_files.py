"""Games of one's own at the command line: `strata new`, paths, `--games`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.games import VARIABLE, time_limit
from tests.cli.conftest import Run
from tests.places import ROOT

LASCA = ROOT / "examples" / "games" / "lasca.py"
FOLDER = LASCA.parent
COURIERS = FOLDER / "couriers.py"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)


def test_a_broken_game_of_a_folder_is_told_apart_from_a_file(
    refused: Callable[..., str],
) -> None:
    """Also in the folder itself, where the name fits a file that was not asked for."""
    Path("bad.py").write_text("x = ")
    assert "game bad is broken" in refused("--games", ".", "show", "bad")


def test_a_new_game_runs_at_once(run: Run) -> None:
    ran = run("new", "fox_hunt")
    assert ran.code == 0
    assert "strata play ./fox_hunt.py" in ran.out
    assert strata.game(Path("fox_hunt.py")).title == "Fox hunt"
    assert run("perft", "./fox_hunt.py", "--depth", "2").out.startswith("depth 2: 16")
    played = run("playouts", "./fox_hunt.py", "-n", "20", "--json")
    assert played.code == 0
    assert '"arrival"' in played.out


def test_a_new_game_overwrites_nothing(run: Run) -> None:
    Path("fox.py").write_text("mine")
    ran = run("new", "fox")
    assert ran.code == 2
    assert "fox.py already exists" in ran.err
    assert Path("fox.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "Fox", "1fox", "fox-hunt", "../fox", "a" * 41, "fox.py"])
def test_names_are_checked(run: Run, name: str, tmp_path: Path) -> None:
    ran = run("new", name)
    assert ran.code == 2
    assert "expected lowercase letters" in ran.err
    assert not list(tmp_path.glob("*.py"))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("class", "a keyword of Python"),
        ("match", "a keyword of Python"),
        ("os", "a module of Python's standard library"),
        ("random", "a module of Python's standard library"),
        ("strata", "this package"),
    ],
)
def test_names_of_python_are_refused(
    refused: Callable[..., str], name: str, what: str, tmp_path: Path
) -> None:
    assert refused("new", name) == f"name {name} is taken by {what}; choose another name"
    assert not list(tmp_path.glob("*.py"))


def test_names_that_are_taken(run: Run) -> None:
    ran = run("new", strata.games()[0])
    assert ran.code == 2
    assert "already" in ran.err


@pytest.mark.parametrize(
    "command",
    [
        ("show",),
        ("actions",),
        ("rules",),
        ("perft", "--depth", "2"),
        ("playouts", "-n", "2"),
        ("analyse", "--time", "100ms"),
        ("match", "random", "uct", "-n", "2", "--time", "1ms"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_a_path(run: Run, command: tuple[str, ...]) -> None:
    name, *rest = command
    path = COURIERS if name == "match" else LASCA  # whose games take long
    ran = run(name, path, *rest)
    assert ran.code == 0, ran.err
    assert ran.out


@pytest.mark.parametrize(
    "command",
    [
        ("match", COURIERS, "random", "greedy"),
        ("play", COURIERS, "--first", "greedy", "--second", "random"),
    ],
    ids=["match", "play"],
)
def test_greedy_needs_an_evaluation(refused: Callable[..., str], command: tuple[str, ...]) -> None:
    said = refused(*command)
    assert "greedy plays by an evaluation, and couriers has none: expected engine," in said


def test_an_endless_loop_is_an_error(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limit, "_LOADING_SECONDS", 0.3)
    text = LASCA.read_text().replace(
        "position: PlainPosition) -> list[str]:",
        "position: PlainPosition) -> list[str]:\n        while True: pass",
        1,
    )
    Path("loop.py").write_text(text)
    for command in ("playouts", "show", "actions"):
        said = refused(command, "./loop.py")
        assert said.startswith(f"game loop is broken: {tmp_path / 'loop.py'}, line ")
        assert said.endswith(f"in actions: {time_limit.overtime_words()}")


def test_games_are_listed(run: Run) -> None:
    ran = run("--games", FOLDER, "games")
    assert ran.code == 0
    for path in FOLDER.glob("*.py"):
        assert path.stem in ran.out


def test_a_broken_game_is_a_note(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("x = \n")
    ran = run("--games", tmp_path, "games")
    assert ran.code == 0
    assert strata.games()[0] in ran.out
    assert f"note: game bad is broken: {tmp_path / 'bad.py'}, line 1: SyntaxError" in ran.err
    asked = run("show", "./bad.py")
    assert asked.code == 2
    assert "error: game bad is broken" in asked.err


def test_nothing_there(run: Run) -> None:
    for arguments in (("show", "./nowhere.py"), ("--games", "nowhere", "games")):
        ran = run(*arguments)
        assert ran.code == 2
        assert "no such file or folder" in ran.err


def test_a_file_is_no_name(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a path runs what is in a file; that it is there is said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("raise SystemExit(7)")
    said = "no game 'mine'; to use the game in the file mine.py, give ./mine.py"
    assert refused("show", "mine") == said
    assert "there are" in refused("show", "x" * 5000)


def test_a_saved_game_is_resumed(
    run: Run, saved: Callable[[], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = run("play", LASCA, typed="c3d4\nquit\n")
    assert ran.code == 0, ran.err
    (path,) = saved()
    assert f"strata --games {LASCA} play --resume {path}" in ran.out
    monkeypatch.setenv(VARIABLE, "")
    alone = run("play", "--resume", path)
    assert alone.code == 2
    assert "no game 'lasca'" in alone.err
    assert "--games" in alone.err
    again = run("--games", LASCA, "play", "--resume", path, typed="quit\n")
    assert again.code == 0, again.err
    monkeypatch.setenv(VARIABLE, "")
    assert run("play", LASCA, "--resume", path, typed="quit\n").code == 0


def test_the_engine_knows_games_by_name_only(run: Run) -> None:
    lines = f"newgame {LASCA}\nnewgame lasca\ngo time 50\nquit\n"
    ran = run("--games", FOLDER, "engine", typed=lines)
    assert f"error no game '{LASCA}'" in ran.out
    assert "bestmove" in ran.out


SPELL = '''"""Say three letters."""
from strata.plain import PlainGame, RectangularBoard

class Spell(PlainGame):
    board, pieces, setup, fields = RectangularBoard(1, 1), {"P": "pawn"}, "1 f -", ("note",)

    def actions(self, position):
        return list("abcdef")

    def play(self, position, action):
        return position.end_turn(note=(position.note + action)[-3:])

    def label(self, position, action):
        if position.note == "fed":
            raise RuntimeError("unspeakable")
        return action
'''


def test_a_game_whose_rules_fail_can_be_resumed(run: Run) -> None:
    Path("spell.py").write_text(SPELL)
    ran = run("play", "./spell.py", typed="f\ne\nd\na\n")
    assert ran.code == 2
    assert "RuntimeError: unspeakable (spell.py, line 15)" in ran.err
    (path,) = re.findall(r"saved; resume with: strata .*play --resume (\S+)\n", ran.out)
    assert strata.load(Path(path).read_text()).played == ("f", "e", "d")
