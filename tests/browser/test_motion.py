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

# Notes how far above its place, in the drawing, a layer begins to glide.
NOTE_WAYS = """() => {
  window.ways = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const way = /, (-?[\\d.]+)px/.exec(frames[0]?.transform ?? '');
    if (way) window.ways.push(Number(way[1]));
    return animate.call(this, frames, timing);
  };
}"""


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    visitor = visitors.come(motion=True)
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


def test_a_piece_glides_from_the_stock(visitors: Visitors) -> None:
    """The way begins where the stock shows the piece, which is below the board."""
    visitor = visitors.come(motion=True)
    visitor.create("rhodium")
    page = visitor.page
    record = strata.game("rhodium").record()
    visitor.play(record.position.gesture("R@a1"))
    record.play("R@a1")
    page.evaluate(WATCH)
    visitor.alter().evaluate(NOTE_WAYS)
    visitor.play(record.position.gesture("P@b1"))
    assert len(glided(visitor)) == 1
    stock, cell, above = (
        middle(visitor, token) for token in ("item first:P", "cell b1", "cell b2")
    )
    assert stock > cell > above
    in_drawing = (stock - cell) / (cell - above) * 100
    assert page.evaluate("window.ways") == [pytest.approx(in_drawing, rel=0.02)]


def middle(visitor: Visitor, token: str) -> float:
    """How far down the page something is shown."""
    box = visitor.page.locator(f'[data-token="{token}"]').bounding_box()
    assert box
    return box["y"] + box["height"] / 2
