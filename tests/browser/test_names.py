"""Names as people write them: turned around, and long without a blank."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import strata
from strata.core.record import Record
from tests.browser.test_study import GAME, PLAYED, open_text
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors

TURNED = "Ann\u202eretep"
LONG = "W" * 80

# Texts with a turned name that is not isolated from what stands around it.
_NOT_ISOLATED = """name => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const around = text.parentElement;
    if (!text.data.includes("\u202e") || around.closest(".unseen, script, textarea")) continue;
    if (around.localName !== "bdi" || around.textContent !== name) found.push(around.outerHTML);
  }
  return found;
}"""


def text_with(name: str) -> str:
    """A record whose players and event have a name."""
    tags = dict.fromkeys(("First", "Second", "Event"), name)
    return Record(strata.game(GAME).start(), tags).play_all(PLAYED).export()


def name_study(page: Page, name: str) -> None:
    page.get_by_text("Rename or delete").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.locator("h1")).to_have_text(name)


def expect_isolated(page: Page, count: int) -> None:
    expect(page.locator("bdi", has_text=TURNED)).to_have_count(count)
    assert page.evaluate(_NOT_ISOLATED, TURNED) == []


def test_a_turned_name_turns_nothing_else(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_text(visitor, text_with(TURNED), "Open the replay")
    expect_isolated(page, 3)
    player = page.locator('[data-seat="first"] .name')
    expect(player).to_have_text(f"First ({TURNED})")
    after: float = player.evaluate(
        """name => {
          const end = document.createRange();
          end.selectNodeContents(name);
          end.setStartAfter(name.querySelector("bdi"));
          const { left } = end.getBoundingClientRect();
          return left - name.querySelector("bdi").getBoundingClientRect().right;
        }"""
    )
    assert after > -1
    page = open_text(visitor, text_with(TURNED))
    expect_isolated(page, 2)


def test_a_long_name_makes_no_page_wide(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_text(visitor, text_with(LONG * 4), "Open the replay")
    expect_narrow(visitor)
    page = open_text(visitor, text_with(LONG * 4))
    name_study(page, LONG)
    expect_narrow(visitor)
    visitor.visit("/studies")
    expect(page.get_by_role("link", name=LONG)).to_be_visible()
    expect_narrow(visitor)


def expect_narrow(visitor: Visitor) -> None:
    """Neither on a phone nor in a wide window is the page wider than that."""
    for size in (PHONE, WIDE):
        visitor.resize(size)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, size
