"""Phones, landscape, zoom, dark, paper, and an installed application without a connection."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

import strata
from tests.browser.pages import visit_whole
from tests.browser.server_process import ServerProcess
from tests.browser.test_undo import play_first_step, undo_button
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors

TALL = (390, 844)
LANDSCAPE = (844, 390)
ZOOMED = (640, 430)  # 1280×860 at 200 %

_SEEN = """element => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
# The point of the board, as shares of its drawing, that is in the middle of its window.
_MIDDLE = """() => {
  const view = document.querySelector(".window");
  const { width, height } = view.firstElementChild.getBoundingClientRect();
  return [
    (view.scrollLeft + view.clientWidth / 2) / width,
    (view.scrollTop + view.clientHeight / 2) / height,
  ];
}"""


def grid_box(visitor: Visitor) -> FloatRect:
    box = visitor.page.get_by_role("grid").bounding_box()
    assert box is not None
    return box


# Phones, and pages that are zoomed in.


def test_the_board_takes_the_width(visitors: Visitors) -> None:
    visitor = visitors.come(LANDSCAPE, touch=True)
    visitor.create("kyo")
    for size in (LANDSCAPE, ZOOMED, PHONE):
        visitor.resize(size)
        assert grid_box(visitor)["width"] > 0.9 * size[0]
        assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        visitor.photograph(f"small-board-{size[0]}")


def test_a_wide_window_shows_the_whole_board(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    box = grid_box(visitor)
    assert box["y"] + box["height"] <= 900


def test_whose_turn_it_is_stays_in_sight(visitors: Visitors) -> None:
    visitor = visitors.come(TALL, touch=True)
    visitor.create("kyo", "computer")
    bar = visitor.page.locator(".turn-bar")
    expect(bar).to_contain_text("Your turn")
    assert bar.evaluate(_SEEN)
    visitor.photograph("small-turn")
    visitor.page.get_by_role("grid").evaluate("board => board.scrollIntoView({ block: 'end' })")
    assert bar.evaluate(_SEEN)
    wide = visitors.come()
    wide.create("kyo", "computer")
    assert wide.page.locator(".turn-bar").count() == 0


def test_a_turn_that_goes_on_is_ended_or_undone_in_sight(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, touch=True)
    visitor.create("kyo")
    play_first_step(visitor)
    visitor.wait_for_turn()
    for size in (PHONE, TALL, LANDSCAPE):
        visitor.resize(size)
        expect(undo_button(visitor)).to_be_in_viewport(ratio=1)
        expect(visitor.page.locator("[data-choice]")).to_be_in_viewport(ratio=1)
        status = visitor.page.locator("[data-foot]")
        expect(status).to_be_in_viewport(ratio=1)
        expect(status).to_contain_text("mana may carry it on, or end the turn")
        assert status.evaluate("words => words.scrollWidth <= words.clientWidth")
        visitor.photograph(f"small-turn-goes-on-{size[0]}")
    version = visitor.version
    undo_button(visitor).tap()
    visitor.wait_past(version)


def test_a_preview_is_confirmed_in_sight(visitors: Visitors) -> None:
    visitor = visitors.come(LANDSCAPE, touch=True)
    visitor.create("daikuni")
    visitor.page.get_by_label("Confirm each turn").check()
    for token in strata.game("daikuni").start().gesture("Kd4"):
        visitor.click(f"{token.kind} {token.id}")
    confirm = visitor.page.get_by_role("button", name="Confirm", exact=True)
    expect(confirm).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator("[data-token='cell d4']")).to_be_in_viewport()


def test_a_set_up_is_finished_in_sight(visitors: Visitors) -> None:
    visitor = visitors.come(TALL, touch=True)
    visitor.create("rhodium")
    words = visitor.page.get_by_role("group", name="Set-up")
    expect(words).to_contain_text("Choose a cell for the next piece.")
    version = visitor.version
    visitor.page.get_by_text("Ready-made").tap()
    visitor.page.locator("[data-preset=castle]").tap()
    visitor.wait_past(version)
    expect(words).to_contain_text("All pieces are placed.")
    expect(words).not_to_contain_text("next piece")
    visitor.page.get_by_role("grid").scroll_into_view_if_needed()
    finish = visitor.page.get_by_role("button", name="Finish", exact=True)
    expect(finish).to_be_in_viewport(ratio=1)
    visitor.photograph("small-set-up-finished")


def test_the_own_card_stands_at_the_board(visitors: Visitors) -> None:
    visitor = visitors.come(TALL, touch=True)
    visitor.choose("kyo", "friend")
    visitor.page.get_by_label("Your name (optional)").fill("Ann")
    visitor.begin()
    card = visitor.page.locator("[data-seat=first]")
    expect(card).to_contain_text("First (Ann, you)")
    box, board = card.bounding_box(), visitor.page.locator(".field").bounding_box()
    assert box is not None
    assert board is not None
    assert 0 <= box["y"] - (board["y"] + board["height"]) < 24


def test_a_question_leads_to_its_answer(visitors: Visitors) -> None:
    ann, ben = visitors.come(TALL, touch=True), visitors.come()
    ann.create("kyo", "friend")
    ben.visit(ann.page.get_by_label("Link for second").input_value())
    ben.wait_for_board()
    ben.page.get_by_role("button", name="Offer a draw").click()
    ann.page.get_by_role("link", name="Your answer is needed: see below").click()
    answer = ann.page.get_by_role("button", name="Accept")
    expect(answer).to_be_in_viewport()


def test_a_game_that_is_tapped_can_be_begun_at_once(visitors: Visitors) -> None:
    visitor = visitors.come(TALL, touch=True)
    visitor.visit("/")
    visitor.page.locator("label", has=visitor.page.locator('[value="kyo"]')).tap()
    expect(visitor.page.get_by_role("button", name="Create the game")).to_be_in_viewport()
    expect(visitor.page.get_by_role("heading", name="New game of Kyo")).to_be_in_viewport()
    visitor.photograph("small-home")


# What has the focus: whether it is in the form, whether it is seen, which it is neither outside the
# window nor behind something else, and where the foot of the form and its card are.
_FOCUS = """() => {
  const held = document.activeElement;
  const { x, y, width, height } = (held.closest("label") ?? held).getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height - 2);
  const form = document.querySelector("form.card");
  return {
    isLast: held.matches("button") && held.textContent.includes("Create the game"),
    isInForm: form.contains(held),
    isSeen:
      hit === held || Boolean(hit?.closest("label")?.contains(held)) || held.contains(hit),
    foot: document.querySelector(".create").getBoundingClientRect().toJSON(),
    card: form.getBoundingClientRect().toJSON(),
  };
}"""


def test_the_button_of_the_form_hides_none_of_its_fields(visitors: Visitors) -> None:
    visitor = visitors.come()
    for game in ("kyo", "daikuni", "dzura", "rhodium"):
        seats = {"first": "me", "second": "me"}
        assert visitor.page.request.post("/api/tables", data={"game": game} | seats).ok
    visitor.load("/")
    for size in (WIDE, TALL, LANDSCAPE):
        visitor.resize(size)
        expect(visitor.page.locator("[data-my-game]")).to_have_count(4)
        _walk_through_the_form(visitor, size)
        visitor.photograph(f"small-form-{size[0]}")


def _walk_through_the_form(visitor: Visitor, size: tuple[int, int]) -> None:
    visitor.page.locator('input[name="game"]').first.focus()
    fields = 0
    is_last = False
    while not is_last:
        visitor.page.keyboard.press("Tab")
        focus: dict[str, Any] = visitor.page.evaluate(_FOCUS)
        is_last = focus["isLast"]
        if focus["isInForm"]:
            fields += 1
            assert focus["isSeen"]
            foot, card = focus["foot"], focus["card"]
            assert foot["width"] >= card["width"] - 4  # nothing looks out beside it
            assert foot["bottom"] == pytest.approx(min(size[1], card["bottom"]), abs=2)
    assert fields > 1


def test_keys_among_the_games_stay_there(visitors: Visitors) -> None:
    visitor = visitors.come(TALL)
    visitor.visit("/")
    visitor.page.locator('input[name="game"]').first.focus()
    visitor.page.keyboard.press("ArrowDown")
    expect(visitor.page.locator('input[name="game"]').nth(1)).to_be_checked()
    expect(visitor.page.locator('input[name="game"]').nth(1)).to_be_in_viewport()


def test_the_header_fits_the_narrowest_screen(visitors: Visitors) -> None:
    visitor = visitors.come((320, 640))
    for path in ("/", "/about", "/rules/kyo", "/table"):
        visit_whole(visitor, path)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


# The zoom of the board.


def test_zoom_keeps_the_middle(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, touch=True)
    visitor.create("frozen")
    larger = visitor.page.get_by_role("button", name="Zoom in")
    larger.click()
    larger.click()
    visitor.page.wait_for_function("() => document.querySelector('.window').scrollLeft > 0")
    assert visitor.page.evaluate(_MIDDLE) == pytest.approx([0.5, 0.5], abs=0.02)
    visitor.page.locator(".window").evaluate("view => view.scrollTo(1e6, 1e6)")
    x, y = visitor.page.evaluate(_MIDDLE)
    before = grid_box(visitor)["width"]
    larger.click()
    visitor.page.wait_for_function(
        "wide => document.querySelector('[role=grid]').clientWidth > wide", arg=before
    )
    assert visitor.page.evaluate(_MIDDLE) == pytest.approx([x, y], abs=0.02)


def test_a_zoomed_board_is_moved_by_the_mouse(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("frozen")
    for _ in range(3):
        visitor.page.get_by_role("button", name="Zoom in").click()
    visitor.page.wait_for_function("() => document.querySelector('.window').scrollTop > 0")
    empty = "cell h8"
    x, y = visitor.aim(empty)
    before = visitor.page.evaluate(_MIDDLE)
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 60, y - 40, steps=4)
    mouse.move(x - 120, y - 80, steps=4)
    mouse.up()
    after = visitor.page.evaluate(_MIDDLE)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert not visitor.has_begun()
    assert visitor.page.locator("[data-why]").count() == 0


# Addresses and words.


@pytest.mark.parametrize("path", ["/table", "/table/"])
def test_tables_without_a_number_are_a_page(visitors: Visitors, path: str) -> None:
    visitor = visitors.come()
    visitor.visit(path)
    expect(visitor.page.get_by_role("heading", name="Not found")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Choose a game")).to_be_visible()


def test_a_missing_table_says_what_to_do(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/table/doesnotexist")
    words = visitor.page.get_by_text("No such table. The address may be incomplete")
    expect(words).to_contain_text("start a new game.")


def test_who_has_a_wrong_key_may_watch(visitors: Visitors) -> None:
    ann, ben = visitors.come(), visitors.come()
    table = ann.create("kyo", "friend")
    ben.visit(f"/table/{table}#key=wrong")
    ben.wait_for_board()
    expect(ben.page.get_by_text("you are watching")).to_be_visible()
    expect(ben.page.get_by_role("alert")).to_contain_text("ask for a new one")


def test_the_heading_of_a_new_page_has_the_focus(visitors: Visitors) -> None:
    visitor = visitors.come()
    focused = "document.activeElement?.matches('h1') && document.activeElement.textContent"
    visitor.create_by_form("kyo")
    visitor.page.wait_for_function(f"() => ({focused}) === 'Kyo'")
    visitor.page.get_by_role("link", name="Replay", exact=True).last.click()
    visitor.page.wait_for_selector(".moves")
    visitor.page.wait_for_function(f"() => Boolean({focused})")
    visitor.page.get_by_role("navigation").get_by_role("link", name="Rules").click()
    visitor.page.get_by_role("main").get_by_role("link", name=re.compile("Kyo")).click()
    visitor.page.wait_for_function(f"() => ({focused}) === 'Kyo: rules'")


def test_hexagons_show_letters_and_numbers(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("dzura")
    shown = set(visitor.page.locator("text.coordinate").all_text_contents())
    assert {name[0] for name in ("a1", "i5")} | {str(n) for n in range(1, 10)} <= shown
    visitor.photograph("small-hexagons")


# Colours and paper.


@pytest.mark.parametrize("by", ["system", "setting"])
def test_pictures_follow_the_theme(visitors: Visitors, by: str) -> None:
    visitor = visitors.come(theme="dark" if by == "system" else "light")
    visitor.visit("/")
    if by == "setting":
        visitor.page.get_by_role("button", name="Dark theme").click()
    for path in ("/", "/rules", "/learn"):
        visitor.page.locator(f'nav a[href="{path}"]').click()
        pictures = visitor.page.locator('main img[src*="picture.svg"]')
        expect(pictures.first).to_be_visible()
        for picture in pictures.all():
            expect(picture).to_have_attribute("src", re.compile(r"\\?dark=true$"))
    visitor.visit("/")
    expect(visitor.page.locator('main img[src*="dark=true"]').first).to_be_visible()
    visitor.photograph(f"small-dark-{by}", whole=True)


def test_rules_on_paper(visitors: Visitors) -> None:
    visitor = visitors.come(theme="dark")
    visitor.visit("/rules/kyo")
    expect(visitor.page.locator("figure svg").first).to_be_visible()
    visitor.page.emulate_media(media="print")
    expect(visitor.page.locator("header")).to_be_hidden()
    expect(visitor.page.get_by_role("navigation", name="Contents")).to_be_hidden()
    colours: list[str] = visitor.page.evaluate(
        "[getComputedStyle(document.documentElement)].flatMap((s) => [s.color, s.backgroundColor])"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    whole = visitor.page.locator("figure").first.evaluate(
        "one => getComputedStyle(one).breakInside"
    )
    assert whole == "avoid"
    visitor.photograph("small-print-rules")


def test_a_board_on_paper(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    visitor.play_anything(random.Random(1))
    visitor.page.emulate_media(media="print")
    expect(visitor.page.get_by_role("grid")).to_be_visible()
    assert visitor.page.locator("button:not(.item):visible").count() == 0
    assert visitor.moves()
    expect(visitor.page.locator(".moves")).to_be_visible()
    visitor.photograph("small-print-table", whole=True)


def test_hands_and_all_moves_on_paper(visitors: Visitors) -> None:
    chance = random.Random(3)
    record = strata.game("dzura").record()
    while record.length < 80 or not all(zone.items for zone in record.scene().zones):
        record.play(str(chance.choice(record.actions())))
    visitor = visitors.come()
    page = visitor.page
    made = page.request.post("/api/records", data={"text": record.export()})
    visitor.visit(f"/table/{made.json()['id']}")
    visitor.wait_for_board()
    page.emulate_media(media="print")
    items = [item for zone in record.scene().zones for item in zone.items]
    shown = page.locator(".zone .item svg")
    expect(shown).to_have_count(len(items))
    for icon in shown.all():
        expect(icon).to_be_visible()
    frame = page.locator(".moves").bounding_box()
    assert frame is not None
    for move in (page.locator(".moves [data-frame]").first, page.locator(".moves .current")):
        box = move.bounding_box()
        assert box is not None
        assert frame["y"] <= box["y"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]
    visitor.photograph("small-print-hands", whole=True)


# An application of its own.


def test_it_can_be_installed(visitors: Visitors, client: Path) -> None:
    visitor = visitors.come()
    visitor.visit("/")
    manifest: dict[str, Any] = visitor.page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
    )
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        size: list[int] = visitor.page.evaluate(
            """src => new Promise((resolve, reject) => {
              const image = new Image();
              image.onload = () => resolve([image.naturalWidth, image.naturalHeight]);
              image.onerror = reject;
              image.src = src;
            })""",
            icon["src"],
        )
        if icon["sizes"] != "any":
            assert f"{size[0]}x{size[1]}" == icon["sizes"]
    assert json.loads((client / "manifest.webmanifest").read_text()) == manifest


def test_without_a_server_there_is_a_page_that_says_so(
    visitors: Visitors, server: ServerProcess
) -> None:
    visitor = visitors.come(service_worker=True)
    table = visitor.create("kyo")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.visit(f"/table/{table}")
    visitor.wait_for_board()
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept: list[str] = visitor.page.evaluate(
        """async () => {
          const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const all = await Promise.all(kept.map((cache) => cache.keys()));
          return all.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert kept == ["/offline.html"]
    visitor.page.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", name="No connection")).to_be_visible()
    visitor.photograph("small-offline")
    visitor.page.context.set_offline(False)
    visitor.page.get_by_role("link", name="Try again").click()
    visitor.wait_for_board()


# The title of a page as those read it who make a preview of it: no script is run.
_TITLE_TO_SHARE = """async (address) => {
  const text = await (await fetch(address)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector('meta[property="og:title"]').content;
}"""


def test_every_game_has_a_title_where_it_is_shared(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/rules")
    for game in strata.games():
        title = visitor.page.evaluate(_TITLE_TO_SHARE, f"/rules/{game}")
        assert title == f"{strata.game(game).title}: rules"
