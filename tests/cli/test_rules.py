"""`strata rules` and where the rulebooks are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.games import rulebooks
from tests.cli.conftest import Run, Spawn


def test_raw_is_the_file(run: Run, root: Path, game: strata.Game) -> None:
    ran = run("rules", game.name, "--raw")
    assert ran.code == 0
    assert ran.out == (root / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")


def test_rendered_into_a_pipe(run: Run, game: strata.Game) -> None:
    ran = run("rules", game.name)
    assert ran.code == 0
    assert "1. The game in a paragraph" in ran.out
    assert "## 1." not in ran.out
    assert "\x1b" not in ran.out


def test_paged_in_a_terminal(spawn: Spawn, game: strata.Game) -> None:
    child = spawn("rules", game.name)
    child.expect("The game in a paragraph")
    child.expect("Worked examples")


def test_unknown_game(refused: Callable[..., str]) -> None:
    assert refused("rules", "no-such").startswith("no game 'no-such'; there are ")
    assert refused("rules", "../no-such") == "../no-such: no such file or folder"


def test_packaged_rulebook_comes_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = strata.games()[0]
    (tmp_path / name).mkdir()
    (tmp_path / name / "rulebook.md").write_text("# As installed\n", encoding="utf-8")
    monkeypatch.setattr(rulebooks, "files", lambda package: tmp_path)
    assert run("rules", name, "--raw").out == "# As installed\n"


def test_missing_rulebook(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = strata.games()[0]
    monkeypatch.setattr(rulebooks, "files", lambda package: tmp_path)
    monkeypatch.setattr(rulebooks, "_CHECKOUT", tmp_path)
    assert refused("rules", name).startswith(f"no rulebook of {name}: neither ")
