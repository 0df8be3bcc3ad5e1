"""Every numbered rule of the rulebook is named by a test, and every rule is found in a room."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from strata.games import frozen
from tests.rulebook import rulebook_path

RULES = re.findall(r"^- \*\*(F\d+)\.", rulebook_path("frozen").read_text("utf-8"), re.MULTILINE)
_NAMED = re.compile(r"F(\d+)(?:\s*(?:-|to)\s*F?(\d+))?")


def _named(text: str) -> set[str]:
    found = set()
    for first, last in _NAMED.findall(text):
        found |= {f"F{number}" for number in range(int(first), int(last or first) + 1)}
    return found


@cache
def _named_by_tests() -> set[str]:
    """The rules in the docstrings of the test functions beside this file."""
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= _named(ast.get_docstring(node) or "")
    return found


@cache
def _named_in_rooms() -> set[str]:
    folder = Path(frozen.__file__).parent
    return {rule for path in folder.rglob("*.py") for rule in _named(path.read_text("utf-8"))}


def test_the_rules_were_found() -> None:
    assert [f"F{number}" for number in range(1, 81)] == RULES


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_named_by_a_test(rule: str) -> None:
    assert rule in _named_by_tests(), f"no test of tests/games/frozen names {rule}"


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_named_in_a_room(rule: str) -> None:
    """A reader who searches the folder for a rule finds it."""
    assert rule in _named_in_rooms(), f"no room of games/frozen names {rule}"


def test_rooms_are_small() -> None:
    for path in Path(frozen.__file__).parent.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 450, path.name
