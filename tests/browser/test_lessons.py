"""Lessons in the browser, without a mouse: wrong answers, hints, the way, progress."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, Route, expect

import strata
from strata.core.gesture import Token
from strata.core.teaching.lesson import open_lesson
from tests.browser.test_keyboard import tab_to
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.volume import everyday

TAUGHT = [name for name in strata.games() if strata.game(name).lessons]
_MOST_KEYS = 400
# The key that leads from what has the focus towards a token, and how often it is pressed: "n" and
# "N" go to the next and the last cell that is lit, row by row and around.
_KEY = """(wanted) => {
  const here = document.activeElement;
  const { token, choice } = here.dataset;
  const role = here.getAttribute("role");
  if ((token ?? `choice ${choice}`) === wanted) return ["Enter", 1];
  if (role !== "gridcell" || !wanted.startsWith("cell ")) {
    return [role === "menuitem" ? "ArrowDown" : "Tab", 1];
  }
  const cells = [...new Set([...document.querySelectorAll(".cell.lit"), here])]
    .map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
    .sort((one, other) => {
      const below = one.box.top - other.box.top;
      return Math.abs(below) > 2 ? below : one.box.left - other.box.left;
    })
    .map(({ cell }) => cell);
  const to = cells.findIndex(({ dataset }) => dataset.token === wanted);
  if (to < 0) return ["n", 1];
  const steps = (to - cells.indexOf(here) + cells.length) % cells.length;
  return steps <= cells.length / 2 ? ["n", steps] : ["N", cells.length - steps];
}"""


def press(page: Page, token: Token) -> None:
    """Go to a token by keys and press Enter there."""
    for _ in range(_MOST_KEYS):
        key, times = page.evaluate(_KEY, f"{token.kind} {token.id}")
        for _ in range(times):
            page.keyboard.press(key)
        if key == "Enter":
            return
    raise AssertionError(f"no key reaches {token}")


def try_action(page: Page, gesture: Iterable[Token], asked: str = "/lessons/") -> None:
    """Make an action by keys, and wait for the answer; `asked` is part of its address."""
    *first, last = gesture
    for token in first:
        press(page, token)
    with page.expect_response(lambda answer: asked in answer.url):
        press(page, last)
    page.wait_for_selector(".game[data-busy=false]")


def finish(visitor: Visitor, name: str, lesson: strata.Lesson) -> None:
    """Do the lesson that is on the board, in the way that it would show."""
    page = visitor.page
    position = open_lesson(strata.game(name).rules, lesson)
    for step in lesson.steps:
        expect(page.locator("[data-task]")).to_have_text(step.task)
        for action in step.accept[0]:
            try_action(page, position.gesture(action))
            position = position.play(action)
        for action in step.reply:
            position = position.play(action)
    expect(page.locator("[data-learnt]")).to_have_text(lesson.learnt)


def test_wrong_three_times_then_right_then_on(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    game = strata.game("daikuni")
    lesson, following = game.lessons[1:3]
    start = open_lesson(game.rules, lesson)
    visitor.visit("/")
    page.wait_for_selector("form")
    tab_to(page, "Learn Daikuni")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Daikuni")
    expect(page.locator("[data-progress]")).to_have_text(f"0 of {len(game.lessons)} lessons done")
    tab_to(page, f"2 {lesson.title}")
    page.keyboard.press("Enter")
    expect(page.locator("[data-task]")).to_have_text(lesson.steps[0].task)
    visitor.wait_for_board()

    tab_to(page, "Hint")
    page.keyboard.press("Enter")
    expect(page.locator("[data-tip]")).to_have_text(f"Hint: {lesson.steps[0].hints[0]}")
    for count, wrong in enumerate(("Sd7", "Sa4", "Sd5"), 1):
        try_action(page, start.gesture(wrong))
        said = page.locator("[data-said]")
        expect(said).to_contain_text(f"Not yet. Your Soldier moves from d4 to {wrong[1:]}")
        expect(said).to_contain_text("That does not solve the task.")
        expect(page.locator("[data-hint]")).to_have_count(1 if count == 3 else 0)
    expect(page.locator("[data-hint]")).to_have_attribute("data-hint", "d4 d8")
    expect(page.locator("[data-way]")).to_have_text("Solution: d4, then d8.")
    visitor.photograph("lesson-way")

    try_action(page, start.gesture(lesson.steps[0].accept[0][0]))
    expect(page.locator("[data-said]")).to_contain_text("Right!")
    expect(page.locator("[data-learnt]")).to_have_text(lesson.learnt)
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.get_by_role("link", name="Next lesson")).to_be_focused()
    visitor.photograph("lesson-finished")
    page.keyboard.press("Enter")
    expect(page.locator("[data-task]")).to_have_text(following.steps[0].task)
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_lesson_1_is_two_clicks_away(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    for game in map(strata.game, TAUGHT):
        visitor.visit("/")
        page.get_by_role("link", name=f"Learn {game.title}").click()
        expect(page.locator("[data-goal]")).to_have_text(f"Goal: {game.guide.goal}")
        page.get_by_role("link", name="Start with lesson 1").click()
        visitor.wait_for_board()
        expect(page.locator("[data-task]")).to_have_text(game.lessons[0].steps[0].task)


def test_progress_is_kept(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE)
    page = visitor.page
    game = strata.game("daikuni")
    first, second = game.lessons[:2]
    visitor.visit(f"/learn/daikuni/{first.name}")
    visitor.wait_for_board()
    start = open_lesson(game.rules, first)
    wrong = next(action for action in start.actions() if (action,) not in first.steps[0].accept)
    try_action(page, start.gesture(wrong))
    expect(page.locator("[data-said]")).to_be_in_viewport()
    finish(visitor, "daikuni", first)
    expect(page.locator("[data-learnt]")).to_be_in_viewport()
    visitor.load("/learn/daikuni")
    expect(page.locator("[data-progress]")).to_have_text(f"1 of {len(game.lessons)} lessons done")
    expect(page.locator("li.done [data-lesson]")).to_have_attribute("data-lesson", first.name)
    expect(page.get_by_role("link", name="Continue with lesson 2")).to_have_attribute(
        "href", f"/learn/daikuni/{second.name}"
    )
    visitor.visit("/learn")
    card = page.get_by_role("link", name=game.title)
    expect(card).to_contain_text(f"1 of {len(game.lessons)} lessons done")


def test_a_match_is_played(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    game = strata.game("daikuni")
    lesson = game.lessons[-1]
    visitor.visit(f"/learn/daikuni/{lesson.name}")
    visitor.wait_for_board()
    start = open_lesson(game.rules, lesson)
    try_action(page, start.gesture("Qc8"))
    expect(page.locator(".game")).to_have_attribute("data-played", "2")
    expect(page.locator("[data-reply]")).to_contain_text("Your opponent's")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".game")).to_have_attribute("data-played", "0")


def test_after_the_last_lesson_its_game_is_played(visitors: Visitors) -> None:
    """The match at the end is left out: it may take long."""
    game = strata.game("kyo")
    *_, last, match = game.lessons

    def leave_match_out(route: Route) -> None:
        answer = route.fetch()
        lessons = [each for each in answer.json() if each["name"] != match.name]
        route.fulfill(response=answer, json=lessons)

    visitor = visitors.come()
    page = visitor.page
    visitor.intercept("**/api/games/kyo/lessons", leave_match_out)
    visitor.visit(f"/learn/kyo/{last.name}")
    visitor.wait_for_board()
    finish(visitor, "kyo", last)
    play = page.get_by_role("button", name="Play the beginner now: Kyo")
    expect(play).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kyo")
    expect(page.locator("[data-seat=second]")).to_contain_text("computer, level 1")


def test_clicks_that_lead_nowhere_count_as_attempts(visitors: Visitors) -> None:
    """Each time the piece, then a cell that it cannot go to; the reason stays beside the arrow."""
    visitor = visitors.come()
    page = visitor.page
    visitor.visit("/learn/daikuni/block")
    visitor.wait_for_board()
    expect(page.locator("[data-status]")).to_have_text("Your King is in check.")
    game = strata.game("daikuni")
    lesson = game.lesson("block")
    start = open_lesson(game.rules, lesson)
    piece = start.gesture(lesson.steps[0].accept[0][0])[0]
    possible = {token.id for _, gesture in start.gestures() for token in gesture}
    stacks = start.scene().stacks
    cells = [cell.name for cell in start.scene().cells if cell.name not in {*possible, *stacks}]
    for count in (1, 2, 3):
        expect(page.locator("[data-hint]")).to_have_count(0)
        visitor.click(f"{piece.kind} {piece.id}")
        visitor.click(f"cell {cells[count]}")
        expect(page.locator("[data-why]")).to_be_visible()
    expect(page.locator("[data-hint]")).to_have_count(1)
    expect(page.locator("[data-why]")).to_be_visible()


def test_what_there_is_not(visitors: Visitors) -> None:
    visitor = visitors.come()
    for address in ("/learn/chess", "/learn/daikuni/none", "/learn/chess/none"):
        visitor.visit(address)
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Not found")


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_without_a_mouse(visitors: Visitors, name: str) -> None:
    """The first ones, or all of them, and the last one before the match at the end, each followed
    by the link that has the focus."""
    visitor = visitors.come()
    *lessons, last, match = strata.game(name).lessons
    del lessons[everyday(3, full=len(lessons)) :]
    visitor.visit(f"/learn/{name}/{lessons[0].name}")
    for lesson in lessons:
        finish(visitor, name, lesson)
        expect(visitor.page.get_by_role("link", name="Next lesson")).to_be_focused()
        visitor.page.keyboard.press("Enter")
    visitor.visit(f"/learn/{name}/{last.name}")
    finish(visitor, name, last)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("[data-task]")).to_have_text(match.steps[0].task)
