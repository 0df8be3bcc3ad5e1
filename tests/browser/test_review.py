"""The review of a finished game in its replay: accuracy, marks, better turns; kept for all."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

import strata
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors

GAME = ("Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3")


def open_replay(visitor: Visitor) -> None:
    visitor.visit("/replay")
    text = strata.game("daikuni").record().play_all(GAME).export()
    visitor.page.get_by_label("or its text").fill(text)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.wait_for_board()


def expect_reviewed(visitor: Visitor) -> None:
    """Until the whole game is reviewed and the accuracies are shown."""
    panel = visitor.page.get_by_role("region", name="Review")
    expect(panel.get_by_role("row", name="First")).to_contain_text("%")
    expect(panel.get_by_role("progressbar")).to_have_count(0)


def review(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Review the game").click()
    expect_reviewed(visitor)


def test_a_review_on_a_phone_and_its_mistakes(visitors: Visitors) -> None:
    """Asked for on a phone in the dark, read in a wide window and by somebody else, learnt from."""
    ann = visitors.come(PHONE, "dark")
    open_replay(ann)
    review(ann)
    page = ann.page
    ann.photograph_themes("review-phone")
    again = page.locator("details", has_text="Turns to look at again").get_by_role("button")
    again.last.click()
    expect(page.get_by_role("grid")).to_be_in_viewport()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0]

    ann.resize(WIDE)
    page.emulate_media(color_scheme="light")
    expect(again.first).to_be_visible()
    marks = again.locator(".mark").all_inner_texts()
    assert [text.split()[0] for text in marks] == [
        text.split()[0] for text in page.locator(".moves [data-mark]").all_inner_texts()
    ]
    turns = page.locator("details", has_text="Turns to look at again").locator("ol")
    assert turns.evaluate("list => list.scrollHeight <= list.clientHeight")
    again.first.click()
    expect(page.locator("[data-reviewed]")).to_contain_text("Better was")
    graph = page.get_by_role("slider", name="Graph of the review")
    graph.focus()
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text(str(len(GAME)))
    ann.photograph("review")
    ben = visitors.come()
    ben.visit(urlsplit(page.url).path)
    ben.wait_for_board()
    expect_reviewed(ben)
    expect(ben.page.get_by_role("button", name="Review the game")).to_have_count(0)

    sides = page.get_by_role("link", name="Learn from the mistakes of")
    side = sides.first.inner_text().split()[-1]
    sides.first.click()
    ann.wait_for_board()
    expect(page.get_by_role("heading", name=f"Find a better turn for {side}")).to_be_visible()
    expect(page.locator("[data-task]")).to_contain_text("What was better?")
    page.get_by_role("button", name="Show the better turn").click()
    expect(page.get_by_text("Better was")).to_be_visible()
    expect(page.locator("[data-hint]")).to_be_visible()
    number = int(page.locator(".game").get_attribute("data-turn") or 0)
    record = strata.game("daikuni").record().play_all(GAME[: number - 1])
    found = page.locator(".answer strong").inner_text()
    for token in record.position.gesture(found):
        ann.click(f"{token.kind} {token.id}")
    expect(page.locator("[data-verdict=true]")).to_contain_text("Right!")
    ann.photograph("mistakes")
