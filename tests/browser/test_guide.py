"""What a stranger reads: the goal wherever a game is, the rules, and the way to one of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.visitor import PHONE, WIDE, Visitors


def test_the_goal_is_on_every_card(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/")
    for name in strata.games():
        guide = strata.game(name).guide
        card = visitor.page.locator(".games .game", has_text=strata.game(name).title)
        expect(card.locator("[data-goal]")).to_have_text(guide.goal)
        assert guide.length is not None
        expect(card).to_contain_text(f"about {guide.length.turns} turns")


@pytest.mark.parametrize("name", strata.games())
def test_the_goal_is_in_the_form_and_at_the_table(visitors: Visitors, name: str) -> None:
    goal = f"Goal: {strata.game(name).guide.goal}"
    visitor = visitors.come(PHONE)
    visitor.choose(name)
    expect(visitor.page.locator("form [data-goal]")).to_have_text(goal)
    visitor.begin()
    for size in (PHONE, WIDE):
        visitor.resize(size)
        shown = visitor.page.locator(".head [data-goal]")
        expect(shown).to_have_text(goal)
        expect(shown).to_be_in_viewport()


@pytest.mark.parametrize("name", strata.games())
def test_the_short_rules_come_first_and_have_all_cards(visitors: Visitors, name: str) -> None:
    game = strata.game(name)
    visitor = visitors.come()
    visitor.visit("/rules")
    visitor.page.get_by_role("link", name=game.title).click()
    expect(visitor.page).to_have_title(f"{game.title}: rules · Strata")
    heading = visitor.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(f"{game.title}: rules")
    expect(heading).to_be_focused()
    expect(visitor.page.locator("[data-goal]")).to_contain_text(game.guide.goal)
    assert game.guide.credits is not None
    expect(visitor.page.get_by_text(game.guide.credits.origin)).to_be_visible()
    assert visitor.page.locator("figure.diagram svg").count() >= 2
    # The cards below the text are for looking things up.
    text = visitor.page.locator("article").bounding_box()
    assert text is not None
    assert text["y"] + text["height"] < 3.5 * WIDE[1]
    section = visitor.page.locator("section.cards")
    expect(section.get_by_role("heading", level=2)).to_have_text("Pieces and other things")
    for words in {card.text for card in game.cards.values()}:
        expect(section).to_contain_text(words)
    shown = {card.text for card in game.cards.values() if card.specimen}
    expect(section.locator("li svg[role=img]")).to_have_count(len(shown))
    section.scroll_into_view_if_needed()
    visitor.photograph(f"cards-rules-{name}")
    link = visitor.page.get_by_role("navigation", name="Contents").get_by_role(
        "link", name="Pieces and other things"
    )
    expect(link).to_have_attribute("href", "#pieces")
    visitor.page.get_by_role("link", name="the specification").click()
    expect(visitor.page).to_have_title(f"{game.title}: specification · Strata")
    expect(visitor.page.get_by_role("navigation", name="Contents")).to_contain_text("The turn")


def test_a_rule_has_an_address(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/rules/kyo/specification#K13")
    rule = visitor.page.locator("#K13")
    expect(rule).to_contain_text("Outnumbering")
    expect(rule).to_be_in_viewport()


def test_a_mentioned_rule_is_gone_to(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/rules/kyo")
    visitor.page.get_by_role("link", name="K13").click()
    expect(visitor.page).to_have_url(re.compile(r"/rules/kyo/specification#K13$"))
    expect(visitor.page.locator("#K13")).to_be_in_viewport()
    visitor.page.go_back()
    expect(visitor.page).to_have_title("Kyo: rules · Strata")
