"""The table that counts positions in playouts, as plain Python; compiled it is tested in games."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.plainly import load_plainly


@pytest.fixture
def table(root: Path) -> Any:
    path = root / "src" / "strata" / "core" / "kernel" / "repetition.py"
    return load_plainly("plain_repetition", path).Repetitions()


def _keys(count: int, kinds: int) -> list[int]:
    choose = random.Random(count)
    pool = [choose.getrandbits(64) for _ in range(kinds)]
    return [choose.choice(pool) for _ in range(count)]


@pytest.mark.parametrize(("count", "kinds"), [(100, 10), (3000, 400), (20_000, 9_000)])
def test_counts_are_those_of_a_counter(table: Any, count: int, kinds: int) -> None:
    """The last of these makes the table grow several times."""
    seen: Counter[int] = Counter()
    for key in _keys(count, kinds):
        seen[key] += 1
        assert table.add(key) == seen[key]


def test_keys_that_share_a_place_are_kept_apart(table: Any) -> None:
    keys = [place << 40 for place in range(700)] + [(1 << 64) - 1, 0, 1]
    for time in (1, 2, 3):
        assert {table.add(key) for key in set(keys)} == {time}


def test_clearing_forgets(table: Any) -> None:
    keys = _keys(5000, 3000)
    for key in keys:
        table.add(key)
    table.clear()
    assert table.used == 0
    assert {table.add(key) for key in set(keys)} == {1}


def test_growing_keeps_half_of_the_table_free(table: Any) -> None:
    for key in range(0, 1 << 22, 1 << 8):
        table.add(key)
        assert 2 * table.used <= table.size
    assert table.used == 1 << 14
