"""`strata check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import Run

DEFINABLE = [
    (name, *definition)
    for name in strata.games()
    for definition in strata.game(name).shipped_definitions().items()
]


@pytest.fixture(params=DEFINABLE, ids=lambda found: "-".join(found[:2]))
def shipped(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """A game, the name of a definition that comes with it, and its text."""
    name, title, text = request.param
    return str(name), str(title), str(text)


@pytest.fixture
def file(shipped: tuple[str, str, str], tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(shipped[2], encoding="utf-8")
    return path


def test_there_is_one() -> None:
    assert DEFINABLE


def test_valid(run: Run, file: Path, shipped: tuple[str, str, str]) -> None:
    ran = run("check", file)
    game = strata.game(shipped[0], definition=file)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith(f"{file}: valid: {game.title}, a game of {game.name} with ")
    assert f"{len(game.start().actions())} actions" in ran.out
    assert run("check", file, "--game", shipped[0]).out == ran.out


def test_valid_from_stdin(run: Run, shipped: tuple[str, str, str]) -> None:
    assert run("check", "-", typed=shipped[2]).out.startswith("-: valid: ")


def test_json(run: Run, file: Path, shipped: tuple[str, str, str]) -> None:
    game = strata.game(shipped[0], definition=file)
    found = json.loads(run("check", file, "--json").out)
    assert found == {
        "valid": True,
        "game": game.name,
        "title": game.title,
        "options": dict(game.settings),
        "position": str(game.start()),
    }


def test_refused_with_file_line_and_key(
    refused: Callable[..., str], file: Path, shipped: tuple[str, str, str]
) -> None:
    file.write_text(f"no_such_key = 1\n{shipped[2]}", encoding="utf-8")
    said = refused("check", file)
    assert said.startswith(f"{file}: line 1, key no_such_key: unknown key")
    assert "expected one of" in said


def test_refused_as_json(run: Run, file: Path, shipped: tuple[str, str, str]) -> None:
    file.write_text(f"{shipped[2]}\n= 5\n", encoding="utf-8")
    ran = run("check", file, "--json")
    assert ran.code == 2
    found = json.loads(ran.out)
    assert found["valid"] is False
    assert found["line"] == shipped[2].count("\n") + 2
    assert "not TOML" in found["error"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "missing"),
        (b"\xff\xfe", "line 1: not UTF-8"),
        (b"\0" * 100, "not TOML"),
        (b"#" * 10_000_000, "too long"),
        (b"a = " + b"[" * 50_000, "nested deeper"),
        (b"a." * 30_000 + b"b = 1", "nested deeper"),
    ],
    ids=["empty", "bytes", "nuls", "ten-megabytes", "brackets", "dots"],
)
def test_hostile_files(refused: Callable[..., str], tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(data)
    assert said in refused("check", file)


def test_ten_megabytes_by_pipe(refused: Callable[..., str]) -> None:
    assert "too long" in refused("check", "-", typed="#" * 10_000_000)


def test_no_file(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "No such file or directory" in refused("check", tmp_path / "none.toml")
    assert "Is a directory" in refused("check", tmp_path)


def test_other_games(refused: Callable[..., str], file: Path) -> None:
    assert refused("check", file, "--game", "chess").startswith("no game 'chess'")
    others = [name for name in strata.games() if not strata.game(name).rules.definable]
    for name in others:
        assert refused("check", file, "--game", name).startswith(f"{name} takes no definition")
