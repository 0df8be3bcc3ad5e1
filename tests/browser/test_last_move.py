"""The last action is marked under the pieces: they look as they do without the mark."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Page, expect

import strata
from strata.core.record import Record
from tests.browser.profiles import THEMES
from tests.browser.visitor import WIDE, Visitor, Visitors

if TYPE_CHECKING:
    from PIL import Image
else:
    Image = pytest.importorskip("PIL.Image")

_ACTIONS: Final = {"daikuni": 20, "dzura": 40, "frozen": 30, "kyo": 20, "rhodium": 60}
_RIM: Final = 0.12
"""The share of a cell's width at each edge where the frame may lie over a tile."""
_MOST_DIFFERENCE: Final = 8
"""Between the values of a colour that nobody can tell apart."""
# How the board is changed to find out what covers what.
_WITHOUT_MARKS: Final = "() => setAll('.mark.last', 'visibility', 'hidden')"
_OTHER_GROUND: Final = """() => {
  for (const property of ["fill", "stroke"]) setAll(".cell > polygon", property, "#ff00ff");
}"""
_SET_ALL: Final = """() => {
  window.setAll = (selector, property, value) => {
    for (const one of document.querySelectorAll(`[role=grid] ${selector}`))
      one.style.setProperty(property, value, "important");
  };
}"""


def played(game: str) -> Record:
    """A game of random actions up to one that was played with a piece on the board."""
    chance = random.Random(7)
    record = strata.game(game).record()
    while record.length < _ACTIONS[game] or not pieces_of_the_last(record):
        record.play(str(chance.choice(record.actions())))
    return record


def pieces_of_the_last(record: Record) -> list[str]:
    """The cells of the last action on which something stands."""
    mark = record.mark_at(record.length)
    stacks = record.position.scene().stacks
    return [] if mark is None else [cell for cell in mark.cells if stacks.get(cell)]


def photograph(page: Page, cell: str) -> Image.Image:
    """A cell of the board, without animations."""
    box = page.locator(f'[data-token="cell {cell}"]').bounding_box()
    assert box is not None
    taken = page.screenshot(clip=box, animations="disabled")
    return Image.open(io.BytesIO(taken)).convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> set[tuple[int, int]]:
    """The pixels that look different."""
    values = enumerate(zip(one.tobytes(), other.tobytes(), strict=True))  # three of each pixel
    changed = {at // 3 for at, (a, b) in values if abs(a - b) > _MOST_DIFFERENCE}
    return {(pixel % one.width, pixel // one.width) for pixel in changed}


def inner(picture: Image.Image) -> set[tuple[int, int]]:
    """The pixels that are not at the edge."""
    wide, high = picture.size
    left, top = round(_RIM * wide), round(_RIM * high)
    return {(x, y) for x in range(left, wide - left) for y in range(top, high - top)}


def expect_whole(visitor: Visitor, cells: list[str]) -> None:
    """What stands on the cells looks the same with the mark of the last action and without."""
    page = visitor.alter()
    page.mouse.move(0, 0)
    page.evaluate(_SET_ALL)
    marked = [photograph(page, cell) for cell in cells]
    page.evaluate(_WITHOUT_MARKS)
    bare = [photograph(page, cell) for cell in cells]
    page.evaluate(_OTHER_GROUND)
    grounds = [photograph(page, cell) for cell in cells]
    for cell, one, other, ground in zip(cells, marked, bare, grounds, strict=True):
        solid = inner(other) - differing(other, ground)
        assert len(solid) > 0.03 * other.width * other.height, f"nothing stands on {cell}"
        assert not solid & differing(one, other), f"the mark lies over what stands on {cell}"
        assert differing(one, other), f"{cell} is not marked"


@pytest.mark.parametrize("game", _ACTIONS)
def test_the_mark_of_the_last_action_changes_no_piece(visitors: Visitors, game: str) -> None:
    record = played(game)
    cells = pieces_of_the_last(record)
    visitor = visitors.come()
    brought = visitor.page.request.post("/api/records", data={"text": record.export()})
    table: str = brought.json()["id"]
    for theme in THEMES:
        visitor.page.emulate_media(color_scheme=theme)
        for path in (f"/replay/{table}#{record.length}", f"/embed/table/{table}#{record.length}"):
            visitor.load(path)
            expect(visitor.page.locator(".mark.last").first).to_be_attached()
            visitor.photograph(f"last-{game}-{theme}")
            expect_whole(visitor, cells)


def test_the_mark_at_a_table_changes_no_piece(visitors: Visitors) -> None:
    visitor = visitors.come(WIDE, "dark")
    visitor.create("daikuni")
    version = visitor.version
    for token in strata.game("daikuni").start().gesture("Kd4"):
        visitor.click(f"{token.kind} {token.id}")
    visitor.wait_past(version)
    expect(visitor.page.locator(".mark.last").first).to_be_attached()
    expect_whole(visitor, ["d4"])
