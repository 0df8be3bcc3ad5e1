"""Forgetting something of a registered game fails the build."""

from __future__ import annotations

import re
from pathlib import Path

import strata
from strata.games.rulebooks import read_rulebook
from tests.golden import golden_path, read_golden
from tests.perft.entries import perft_path, read_perft
from tests.rulebook import example_blocks, rulebook_path


def test_has_a_rulebook(own_name: str) -> None:
    assert rulebook_path(own_name).is_file(), f"docs/rules/{own_name}.md is missing"


def test_has_worked_examples(own_name: str) -> None:
    assert example_blocks(own_name), (
        f"section 11 of docs/rules/{own_name}.md has no blocks; "
        "docs/rules/README.md says how they look"
    )


def test_has_action_counts(own_name: str, root: Path) -> None:
    path = perft_path(own_name)
    assert path.is_file(), f"{path.relative_to(root)} is missing"
    assert read_perft(path), f"{path.relative_to(root)} has no entries"


def test_has_golden_runs(own_name: str, root: Path) -> None:
    path = golden_path(own_name)
    assert path.is_file(), f"{path.relative_to(root)} is missing"
    assert read_golden(own_name), f"{path.relative_to(root)} has no games"


def test_has_a_reference(own_name: str, root: Path) -> None:
    """A second reading of the rulebook, by other code, that the rules are compared with."""
    folder = root / "tests" / "games" / own_name
    found = [folder / "reference.py", folder / "reference" / "__init__.py"]
    assert any(path.is_file() for path in found), f"{found[0].relative_to(root)} is missing"
    compared = folder / "test_reference.py"
    assert compared.is_file(), f"{compared.relative_to(root)} is missing"
    assert re.search(r"^def test_", compared.read_text(encoding="utf-8"), re.MULTILINE)


def test_has_a_piece_counter(own_name: str, root: Path) -> None:
    counter = root / "tests" / "games" / own_name / "pieces.py"
    assert counter.is_file(), (
        f"{counter.relative_to(root)} is missing: it defines count_layers(text), a Counter of "
        "the layers on the board by (symbol, owner), read from a position string alone"
    )


def test_examples_are_tested(example_name: str, root: Path) -> None:
    tested = root / "tests" / "examples" / f"test_{example_name}.py"
    assert tested.is_file(), f"{tested.relative_to(root)} is missing"
    assert "## " not in read_rulebook(example_name), "its docstring is all of its rulebook"


def test_describes_itself(name: str) -> None:
    game = strata.game(name)
    assert game.name == name
    assert game.title
    assert game.summary
    assert all(option.meaning for option in game.options)
    assert all(option.default in option.values for option in game.options)
    assert game.reasons
    assert len(set(game.rules.all_reasons)) == len(game.rules.all_reasons)
