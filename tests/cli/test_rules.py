"""`strata rules` and where the rulebooks are found."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.games import VARIABLE, rulebooks
from tests.cli.conftest import Run, Spawn
from tests.examples.known import FOLDER


def test_raw_is_the_file(run: Run, root: Path, game: strata.Game) -> None:
    ran = run("rules", game.name, "--specification", "--raw")
    assert ran.code == 0
    assert ran.out == (root / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")
    assert run("rules", game.name, "--raw").out == game.guide.rules


def test_the_short_rulebook_comes_first(run: Run, game: strata.Game) -> None:
    ran = run("rules", game.name)
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert f"Goal: {game.guide.goal}" in said
    captions = re.findall(r"^caption: (.+)$", game.guide.rules, re.MULTILINE)
    assert all(caption in said for caption in captions)
    assert "position: " not in ran.out
    assert "```" not in ran.out
    assert "\x1b" not in ran.out
    assert f"strata rules {game.name} --specification" in said


def test_without_a_short_rulebook_all_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert "Lasker" in run("rules", FOLDER / "lasca.py").out


def test_rendered_into_a_pipe(run: Run, game: strata.Game) -> None:
    ran = run("rules", game.name, "--specification")
    assert ran.code == 0
    assert "1. The game in a paragraph" in ran.out
    assert "## 1." not in ran.out
    assert "\x1b" not in ran.out


def test_paged_in_a_terminal(spawn: Spawn, any_game: strata.Game) -> None:
    child = spawn("rules", any_game.name, "--specification")
    child.expect("The game in a paragraph")
    child.expect("Worked examples")


def test_cards_are_printed_with_their_specimens(run: Run, game: strata.Game) -> None:
    ran = run("rules", game.name, "--cards")
    assert ran.code == 0
    said = " ".join(ran.out.split())
    for card in game.cards.values():
        assert card.text in said
    different = {card.text: card for card in reversed(list(game.cards.values()))}
    for card in different.values():
        specimen = game.specimen(card)
        if specimen is not None and specimen.reach(card.cell):
            assert f"From {card.cell} it " in said
    assert "\x1b" not in ran.out


def test_cards_stand_alone(refused: Callable[..., str]) -> None:
    for other in ("--raw", "--specification"):
        assert refused("rules", "kyo", "--cards", other).startswith("--cards cannot be combined")


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
    assert run("rules", name, "--specification", "--raw").out == "# As installed\n"


def test_missing_rulebook(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = strata.games()[0]
    monkeypatch.setattr(rulebooks, "files", lambda package: tmp_path)
    monkeypatch.setattr(rulebooks, "_CHECKOUT", tmp_path)
    assert refused("rules", name, "--specification").startswith(f"no rulebook of {name}: neither ")
