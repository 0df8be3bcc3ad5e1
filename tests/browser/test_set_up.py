"""A secret set-up in the browser: laid out, rearranged, undone, finished; nobody else sees it."""

from __future__ import annotations

from playwright.sync_api import expect

import strata
from tests.browser.test_undo import seat_two, undo_button
from tests.browser.visitor import PHONE, Visitor, Visitors

HAND = "[data-place='first:to-place']"


def names(visitor: Visitor, *cells: str) -> list[str]:
    """What stands on cells, in the words of their labels."""
    found = []
    for cell in cells:
        label = visitor.page.locator(f"[data-token='cell {cell}']").get_attribute("aria-label")
        words = (label or "").split(", ")[1]
        found.append(words.removeprefix("your dark ").removeprefix("first's dark "))
    return found


def left(visitor: Visitor, letter: str) -> str:
    item = visitor.page.locator(f"[data-token='item first:{letter}']")
    return item.inner_text() if item.count() else "none"


def lay(visitor: Visitor, *clicks: str) -> None:
    """A change of what is laid out, by clicks."""
    version = visitor.version
    for click in clicks:
        visitor.click(click)
    visitor.wait_past(version)


def drag(visitor: Visitor, cell: str, to: tuple[float, float]) -> None:
    version, mouse = visitor.version, visitor.page.mouse
    x, y = visitor.aim(f"cell {cell}")
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + to[0]) / 2, (y + to[1]) / 2)
    mouse.move(*to)
    mouse.up()
    visitor.wait_past(version)


def middle_of_hand(visitor: Visitor) -> tuple[float, float]:
    box = visitor.page.locator(HAND).bounding_box()
    assert box
    return box["x"] + box["width"] - 8, box["y"] + box["height"] / 2


def press(visitor: Visitor, *keys: str) -> None:
    version = visitor.version
    for key in keys:
        visitor.page.keyboard.press(key)
    visitor.wait_past(version)


def test_pieces_are_dragged_swapped_and_taken_back(visitors: Visitors) -> None:
    host, guest = seat_two(visitors, "rhodium")
    seen = guest.version
    for cell in ("e1", "c2", "h2", "a1"):
        lay(host, f"cell {cell}")
    assert names(host, "e1", "c2", "h2", "a1") == ["Rhodium", "Platinum", "Platinum", "Titanium"]
    drag(host, "e1", host.aim("cell b3"))
    assert names(host, "e1", "b3") == ["empty", "Rhodium"]
    drag(host, "b3", host.aim("cell a1"))  # they change places
    assert names(host, "b3", "a1") == ["Titanium", "Rhodium"]
    expect(host.page.locator(".item.next")).to_have_attribute("data-token", "item first:T")
    drag(host, "c2", middle_of_hand(host))
    assert names(host, "c2") == ["empty"]
    expect(host.page.locator(".item.next")).to_have_attribute("data-token", "item first:P")
    label = host.page.locator(".item.next").get_attribute("aria-label")
    assert label is not None
    assert label.endswith(", available, next")
    host.photograph("set-up-next")
    lay(host, "item first:S", "cell c2")  # in any order
    assert names(host, "c2") == ["Silver"]
    host.click("cell c2")
    version = host.version
    host.page.get_by_role("button", name="Remove").click()
    host.wait_past(version)
    assert names(host, "c2") == ["empty"]
    undo_button(host).click()
    host.wait_past(version + 1)
    assert names(host, "c2") == ["Silver"]
    host.page.reload()  # it is kept
    host.wait_for_turn()
    assert names(host, "a1", "b3", "c2") == ["Rhodium", "Titanium", "Silver"]
    host.page.get_by_role("button", name="Start again").click()
    expect(host.page.locator(".item.next")).to_have_attribute("data-token", "item first:R")
    assert names(host, "a1", "b3", "c2") == ["empty"] * 3
    expect(host.page.get_by_role("button", name="Finish", exact=True)).to_be_disabled()
    assert guest.version == seen
    expect(guest.page.locator(".moves [data-frame]")).to_have_count(0)


def test_a_set_up_by_the_keyboard(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("rhodium")
    visitor.wait_for_turn()
    visitor.page.locator("[data-token='cell e1']").focus()
    press(visitor, "Enter")
    press(visitor, "ArrowRight", "Enter")
    assert names(visitor, "e1", "f1") == ["Rhodium", "Platinum"]
    press(visitor, "Enter", "ArrowLeft", "Enter")  # pick it, and swap
    assert names(visitor, "e1", "f1") == ["Platinum", "Rhodium"]
    press(visitor, "Delete")
    assert names(visitor, "e1", "f1") == ["empty", "Rhodium"]
    press(visitor, "u")
    assert names(visitor, "e1", "f1") == ["Platinum", "Rhodium"]


def test_the_last_piece_ends_nothing_before_it_is_finished(visitors: Visitors) -> None:
    host, guest = seat_two(visitors, "rhodium")
    host.page.get_by_text("Ready-made").click()
    version, seen = host.version, guest.version
    host.page.locator("[data-preset=castle]").click()
    host.wait_past(version)
    expect(host.page.get_by_text("All pieces are placed.")).to_be_visible()
    assert (host.moves(), guest.version) == ([], seen)
    before = names(host, "a1", "i1")
    lay(host, "cell a1", "cell i1")
    assert names(host, "a1", "i1") == before[::-1]
    host.finish_set_up()
    expect(guest.page.locator(".moves [data-frame]")).to_have_count(22)
    assert guest.version == seen + 22
    expect(host.page.get_by_role("group", name="Set-up")).to_have_count(0)
    assert len(host.moves()) == 22
    assert "R@i1" in host.moves()
    assert strata.game("rhodium").record().play_all(host.moves()).length == 22


def test_what_a_finished_set_up_refuses_is_not_offered(visitors: Visitors) -> None:
    host, guest = seat_two(visitors, "rhodium")
    take_back = host.page.get_by_role("button", name="Take back")
    for player in (host, guest):
        record = player.page.get_by_role("link", name="Download the record")
        expect(record).to_have_count(0)
        expect(player.page.get_by_text("The record can be downloaded once")).to_be_visible()
        player.wait_for_turn()
        player.page.get_by_text("Ready-made").click()
        version = player.version
        player.page.locator("[data-preset=castle]").click()
        player.wait_past(version)
        player.finish_set_up()
        expect(take_back).to_be_disabled()
    for player in (host, guest):  # everything is known now
        expect(player.page.get_by_role("link", name="Download the record")).to_be_visible()
    host.wait_for_turn()
    position = strata.game("rhodium").record().play_all(host.moves()).position
    host.play(position.gesture(position.actions()[0]))
    expect(take_back).to_be_enabled()


def test_a_finger_drags_pieces(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark", touch=True)
    visitor.create("rhodium")
    visitor.wait_for_turn()
    lay(visitor, "cell e1")
    (x, y), (to_x, to_y) = visitor.aim("cell e1"), visitor.aim("cell c2")
    session = visitor.devtools()
    version = visitor.version
    ways = [(x, y), ((x + to_x) / 2, (y + to_y) / 2), (to_x, to_y)]
    for kind, points in (
        ("touchStart", ways[:1]),
        ("touchMove", ways[1:2]),
        ("touchMove", ways[2:]),
    ):
        touched = [{"x": at_x, "y": at_y} for at_x, at_y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.wait_past(version)
    assert names(visitor, "e1", "c2") == ["empty", "Rhodium"]
    visitor.photograph("set-up-phone", whole=True)
