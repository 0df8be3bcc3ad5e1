"""The analysis board on small and large screens, by finger, with much on it."""

from __future__ import annotations

import random

import pytest

import strata
from tests.browser.test_study import PHONE, open_text
from tests.browser.visitor import WIDE, Visitors

# How far the page goes on below the last thing that is seen on it.
_EMPTY_BELOW = """() => {
  const end = document.querySelector("main").getBoundingClientRect().bottom + scrollY;
  return document.documentElement.scrollHeight - Math.max(end, innerHeight);
}"""


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_long_game_ends_where_the_page_ends(visitors: Visitors, size: tuple[int, int]) -> None:
    chance = random.Random(1)
    record = strata.game("kyo").record()
    while record.outcome() is None and record.length < 200:
        record.play(str(chance.choice(record.actions())))
    assert record.length > 100
    page = open_text(visitors.come(size), record.export())
    page.locator(f'.tree [data-node="{record.length}"]').wait_for()
    assert page.evaluate(_EMPTY_BELOW) <= 1
