"""A phone: 360 pixels wide, fingers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.pages import visit_whole
from tests.browser.visitor import PHONE, Visitor, Visitors

PAGES = (
    "/",
    "/learn",
    "/learn/kyo",
    "/learn/kyo/shields",
    "/replay",
    "/studies",
    "/rules",
    "/rules/kyo",
    "/rules/kyo/specification",
    "/about",
)


WIDTHS = (320, 360, 390, 660, 750, 844)
TALL = (390, 844)
LEAST_TARGET = 24
FINE = ("frozen",)
"""Games whose cells are too many for fingers; there the board is zoomed."""


@pytest.fixture
def phone(visitors: Visitors) -> Visitor:
    return visitors.come(PHONE, touch=True)


def overflow(visitor: Visitor) -> int:
    wide: int = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide


def test_pages_fit(phone: Visitor) -> None:
    for path in PAGES:
        visit_whole(phone, path)
        assert overflow(phone) <= 0, path


def test_every_page_is_in_the_menu(visitors: Visitors) -> None:
    visitor = visitors.come((WIDTHS[0], 740), touch=True)
    visitor.visit("/about")
    for width in WIDTHS:
        visitor.resize((width, 740))
        for text in ("Play", "Learn", "Puzzles", "Replay", "Analysis", "Rules", "About"):
            link = visitor.page.get_by_label("Pages").get_by_role("link", name=text, exact=True)
            expect(link).to_be_in_viewport(ratio=1)
        tops = visitor.page.locator("nav[aria-label=Pages] a").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1 or width < 360, width
        assert overflow(visitor) <= 0, width


@pytest.mark.parametrize("game", strata.games())
def test_board_fits_and_takes_taps(phone: Visitor, game: str) -> None:
    """Cells are large enough for fingers, and a hand is one row."""
    phone.create(game)
    assert overflow(phone) <= 0
    box = phone.page.get_by_role("grid").bounding_box()
    assert box is not None
    assert box["width"] > 330
    phone.photograph(f"phone-{game}", whole=True)
    if game not in FINE:
        check_targets(phone)
    version = phone.version
    position = strata.game(game).start()
    for token in position.gesture(position.actions()[0]):
        phone.page.locator(
            f'[data-token="{token.kind} {token.id}"], [data-choice="{token.id}"]'
        ).first.tap()
    phone.wait_past(version)


def check_targets(phone: Visitor) -> None:
    boxes: list[dict[str, float]] = phone.page.evaluate(
        "[...document.querySelectorAll('.cell polygon')].map((one) => one.getBoundingClientRect())"
    )
    assert len(boxes) >= 61
    assert min(min(box["width"], box["height"]) for box in boxes) >= LEAST_TARGET
    phone.resize(TALL)
    hands = phone.page.locator("[data-zone]").all()
    assert hands or phone.page.get_by_role("heading", name="Kyo").count()
    for hand in hands:
        tops = [item.bounding_box() for item in hand.locator("li").all()]
        assert len({round(box["y"]) for box in tops if box}) == 1
    phone.resize(PHONE)


def test_zoom(phone: Visitor) -> None:
    phone.create("kyo")
    grid = phone.page.get_by_role("grid")
    before = grid.bounding_box()
    phone.page.get_by_role("button", name="Zoom in").click()
    phone.page.get_by_role("button", name="Zoom in").click()
    after = grid.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] == pytest.approx(before["width"] * 1.96, rel=0.02)
    assert overflow(phone) <= 0
    phone.click("cell a1")
    assert phone.has_begun()
    phone.photograph("phone-zoomed")


def test_pinch(phone: Visitor) -> None:
    phone.create("kyo")
    grid = phone.page.get_by_role("grid")
    box = grid.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = phone.devtools()

    def touch(kind: str, *gaps: int) -> None:
        points = [{"x": x + gap, "y": y} for gap in gaps]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -20, 20)
    for gap in (30, 40, 50):
        touch("touchMove", -gap, gap)
    touch("touchEnd")
    wide = grid.bounding_box()
    assert wide is not None
    assert wide["width"] > 2 * box["width"]


def test_long_press_tells_the_stack(phone: Visitor) -> None:
    phone.create("kyo")
    x, y = phone.aim("cell e1")
    fingers = phone.devtools()
    fingers.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    panel = phone.page.get_by_role("region", name="Details of the cell")
    expect(panel).to_contain_text("First's King")
    expect(panel).to_contain_text(strata.game("kyo").cards["king"].text)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert not phone.has_begun()
