"""Levels, options that take a text, definitions and ready-made arrays."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import expect

import strata
from strata.play.thinking_time import DEFAULT_LEVEL, LEVELS
from tests.browser.visitor import PHONE, Visitor, Visitors


def test_a_level_is_chosen_shown_and_kept(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.choose("daikuni", "computer")
    level = visitor.page.locator("select[name=level]")
    expect(level).to_have_value("1")  # of somebody who is new here
    words = level.locator("option").all_inner_texts()
    assert [text.split(" · ")[1] for text in words] == [each.word for each in LEVELS]
    assert words[DEFAULT_LEVEL - 1] == "4 · steady · 1 s"
    visitor.photograph("home-level", whole=True)
    level.select_option("2")
    visitor.begin()
    expect(visitor.page.locator("[data-seat=second]")).to_contain_text("computer, level 2")
    visitor.play_anything(random.Random(1))
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()
    table = visitor.page.url
    visitor.page.get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_function("url => location.href !== url", arg=table)
    expect(visitor.page.locator("[data-seat=first]")).to_contain_text("computer, level 2")
    visitor.wait_for_turn()
    expect(visitor.page.locator(".moves [data-frame]")).to_have_count(1)
    visitor.choose("kyo", "computer")
    expect(level).to_have_value("2")


def test_what_is_chosen_stays_when_another_game_is(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.choose("daikuni", "computer", "Second")
    page = visitor.page
    page.locator("select[name=level]").select_option("6")
    page.get_by_label("Clock").check()
    page.locator('input[name="game"][value="kyo"]').check()
    expect(page.get_by_role("heading", name="New game of Kyo")).to_be_visible()
    expect(page.locator("select[name=level]")).to_have_value("6")
    expect(page.locator('input[name="side"][value="second"]')).to_be_checked()
    page.get_by_text("More options").click()
    expect(page.get_by_label("Clock")).to_be_checked()


def test_an_option_that_takes_a_text(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.choose("frozen")
    visitor.page.locator("select[name=ply_limit]").select_option("other …")
    text = visitor.page.get_by_label("Other ply limit")
    text.fill("-7")
    visitor.page.get_by_role("button", name="Create the game").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("option ply_limit: got '-7'")
    expect(text).to_have_attribute("aria-invalid", "true")
    visitor.photograph("home-option", whole=True)
    text.fill("77")
    visitor.begin()
    options = visitor.page.locator("[data-options]")
    expect(options.locator("summary")).to_contain_text("Ply limit: 77")
    options.locator("summary").click()
    known = {option.name: option.meaning for option in strata.game("frozen").options}
    meaning = known["ply_limit"][1:]  # with a capital there
    expect(options.locator("dd").filter(has_text=meaning)).to_be_visible()


def choose_definition(visitor: Visitor, label: str) -> None:
    visitor.choose("dzura")
    visitor.page.locator("select[name=definition]").select_option(label)


def test_a_definition_that_ships(visitors: Visitors) -> None:
    mini = strata.game("dzura", definition="mini")
    visitor = visitors.come()
    choose_definition(visitor, mini.title)
    visitor.begin()
    expect(visitor.page.get_by_role("heading", name=mini.title)).to_be_visible()
    expect(visitor.page.locator(".cell")).to_have_count(len(mini.start().scene().cells))
    position = mini.start()
    visitor.play(position.gesture(position.actions()[0]))
    visitor.photograph("definition")
    visitor.page.locator("#main").get_by_role("link", name="Replay").click()
    expect(visitor.page.locator(".cell")).to_have_count(len(mini.start().scene().cells))


def test_a_definition_of_ones_own(visitors: Visitors, tmp_path: Path) -> None:
    text = strata.game("dzura", definition="mini").definition or ""
    visitor = visitors.come(PHONE)
    choose_definition(visitor, "your own definition …")
    page, create = visitor.page, visitor.page.get_by_role("button", name="Create the game")
    expect(page.get_by_text("Valid definition: Dzura")).to_be_visible()
    page.get_by_label("Definition (TOML)").fill(text.replace("radius = ", "radius = 9"))
    expect(page.get_by_role("alert")).to_contain_text("Line 3, key radius: ")
    expect(create).to_be_disabled()
    visitor.photograph("definition-wrong", whole=True)
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('name = "', 'name = "My '))
    page.get_by_label("or from a file").set_input_files(mine)
    expect(page.get_by_text("Valid definition: My ")).to_be_visible()
    visitor.begin()
    expect(page.get_by_role("heading", name="My ")).to_be_visible()


def test_a_ready_made_array(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = visitor.create("rhodium")
    page = visitor.page
    page.get_by_text("Ready-made").click()
    visitor.photograph("ready-made", whole=True)
    version = visitor.version
    page.locator("[data-preset=castle]").click()
    visitor.wait_past(version)
    visitor.finish_set_up()
    expect(page.locator("[data-seat=second]")).to_contain_text("to act")
    version = visitor.version
    page.get_by_text("Ready-made").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    visitor.wait_past(version)
    visitor.finish_set_up()
    expect(page.get_by_text("Ready-made")).to_have_count(0)
    expect(page.locator(".moves [data-frame]")).to_have_count(44)
    assert page.url.endswith(table)
