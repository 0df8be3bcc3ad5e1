"""What moved glides to its place, unless somebody wants no motion; clicks are never in its way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.test_full_games import KYO_GAME
from tests.browser.visitor import Visitor, Visitors

# Notes every layer that begins to glide.
WATCH = """() => {
  window.glided = [];
  const overlay = document.querySelector('[data-overlay]');
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) window.glided.push(node.getAttribute('transform'));
    }
  }).observe(overlay, { childList: true });
}"""


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    visitor = visitors.come()
    visitor.create("kyo")
    visitor.page.evaluate(WATCH)
    return visitor


def move(visitor: Visitor) -> None:
    position = strata.game("kyo").start()
    visitor.play(position.gesture(KYO_GAME[0]))


def glided(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate("window.glided")
    return found


def test_layers_glide_and_arrive(visitor: Visitor) -> None:
    move(visitor)
    # A pawn and the two chips that it takes along, all to one cell.
    assert len(glided(visitor)) == 3
    assert len(set(glided(visitor))) == 1
    page = visitor.page
    expect(page.locator("[data-overlay] > *")).to_have_count(0)
    expect(page.locator("[data-gliding]")).to_have_count(0)
    assert "Heavy Pawn" in (
        page.locator('[data-token="cell a2"]').get_attribute("aria-label") or ""
    )


def test_nothing_glides_for_who_wants_no_motion(visitor: Visitor) -> None:
    visitor.page.emulate_media(reduced_motion="reduce")
    move(visitor)
    assert glided(visitor) == []
