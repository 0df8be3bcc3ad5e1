"""Puzzles in the browser: solved by mouse and by keys, refuted, hinted at, in streaks, daily."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import strata
from strata.core.gesture import Token
from strata.core.teaching.puzzle import Puzzle
from strata.play.puzzle_attempt import PuzzleAttempt
from tests.browser.profiles import Theme
from tests.browser.server_process import ServerProcess
from tests.browser.test_lessons import try_action
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors

GAME = strata.game("daikuni")


def of_steps(count: int) -> Puzzle:
    """A puzzle of so many steps. To read the puzzles takes long: only when a test asks."""
    return next(each for each in GAME.puzzles if len(each.steps) == count)


def address(puzzle: Puzzle, query: str = "") -> str:
    return f"/puzzle/{puzzle.game}/{puzzle.id}{query}"


def open_puzzle(visitor: Visitor, puzzle: Puzzle, query: str = "") -> Page:
    visitor.visit(address(puzzle, query))
    visitor.wait_for_board()
    return visitor.page


def answered(page: Page) -> None:
    page.wait_for_selector(".game[data-busy=false]")


def by_mouse(visitor: Visitor, gesture: Iterable[Token]) -> None:
    """Make an action by clicks, and wait for the answer."""
    *first, last = gesture
    for token in first:
        visitor.click(f"{token.kind} {token.id}")
    with visitor.page.expect_response(lambda answer: answer.url.endswith("/try")):
        visitor.click(f"{last.kind} {last.id}")
    answered(visitor.page)


def by_keys(visitor: Visitor, gesture: Iterable[Token]) -> None:
    try_action(visitor.page, gesture, "/try")


def solve(visitor: Visitor, puzzle: Puzzle, *, keys: bool = False) -> None:
    """Every turn of the solution."""
    attempt = PuzzleAttempt(strata.game(puzzle.game), puzzle)
    for step in puzzle.steps:
        for action in step.turn:
            gesture = attempt.record.position.gesture(action)
            (by_keys if keys else by_mouse)(visitor, gesture)
            attempt.play(action)
    expect(visitor.page.locator("[data-solved]")).to_be_visible()


def wrong_turn(puzzle: Puzzle) -> str:
    """One action that is a wrong turn and has a refutation."""
    for action in PuzzleAttempt(GAME, puzzle).record.actions():
        answer = PuzzleAttempt(GAME, puzzle).play(str(action))
        if answer.verdict == "wrong" and len(answer.refutation) > 1:
            return str(action)
    raise AssertionError("nothing is wrong")


def shown_puzzle(page: Page) -> Puzzle:
    page.wait_for_selector("[data-puzzle]")
    return GAME.puzzle(page.locator("[data-puzzle]").get_attribute("data-puzzle") or "")


@pytest.mark.parametrize("game", strata.games())
def test_a_puzzle_of_every_game_is_solved_by_mouse(visitors: Visitors, game: str) -> None:
    visitor = visitors.come()
    visitor.visit("/puzzles")
    card = visitor.page.locator(f'[data-game="{game}"]')
    expect(card).to_contain_text("You have no rating yet")
    card.get_by_role("link", name="All").click()
    visitor.page.get_by_role("link", name="Solve a puzzle").click()
    visitor.wait_for_board()
    found = visitor.page.locator("[data-puzzle]").get_attribute("data-puzzle") or ""
    puzzle = strata.game(game).puzzle(found)
    expect(visitor.page.locator("[data-task]")).to_have_text(
        PuzzleAttempt(strata.game(game), puzzle).task()
    )
    solve(visitor, puzzle)
    expect(visitor.page.locator("[data-rated]")).to_have_text(
        "Solved. 1 of 5 puzzles until you have a rating."
    )
    themes = visitor.page.locator("[data-about]").evaluate_all(
        "spans => spans.map((span) => span.dataset.about)"
    )
    assert themes == list(puzzle.themes)
    visitor.photograph(f"puzzle-{game}")


def test_a_puzzle_of_several_turns_by_keys(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_puzzle(visitor, of_steps(2))
    attempt = PuzzleAttempt(GAME, of_steps(2))
    for action in of_steps(2).steps[0].turn:
        by_keys(visitor, attempt.record.position.gesture(action))
        attempt.play(action)
    expect(page.locator("[data-right]")).to_contain_text("Now find the next turn")
    expect(page.locator("[data-task]")).to_have_text("Now find the next turn.")
    for action in of_steps(2).steps[1].turn:
        by_keys(visitor, attempt.record.position.gesture(action))
        attempt.play(action)
    expect(page.locator("[data-solved]")).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", of_steps(2).id)


def test_a_wrong_turn_is_played_out_and_taken_back(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_puzzle(visitor, of_steps(1))
    wrong = wrong_turn(of_steps(1))
    expected = PuzzleAttempt(GAME, of_steps(1)).play(wrong)
    by_mouse(visitor, PuzzleAttempt(GAME, of_steps(1)).record.position.gesture(wrong))
    expect(page.locator("[data-wrong]")).to_contain_text("% after the right turn")
    last = len(expected.refutation) + 1
    expect(page.locator("[data-at]")).to_have_text(f"{last} / {last}")
    expect(page.locator("[data-told]")).to_contain_text(expected.refutation[-1].action)
    visitor.photograph("puzzle-wrong")
    page.get_by_role("button", name="To the start").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-told]")).to_contain_text(wrong)
    page.get_by_role("button", name="Forward").click()
    expect(page.locator("[data-told]")).to_contain_text(expected.refutation[0].action)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-at]")).to_have_count(0)
    solve(visitor, of_steps(1))
    expect(page.locator("[data-rated]")).to_contain_text("Solved, not on the first try")


def test_a_refutation_goes_by_itself_at_the_pace_of_the_table(visitors: Visitors) -> None:
    visitor = visitors.come(motion=True)
    page = open_puzzle(visitor, of_steps(1))
    page.evaluate("localStorage.setItem('strata-settings', JSON.stringify({ pace: 200 }))")
    page.reload()
    visitor.wait_for_board()
    wrong = wrong_turn(of_steps(1))
    by_mouse(visitor, PuzzleAttempt(GAME, of_steps(1)).record.position.gesture(wrong))
    seen = page.locator("[data-at]").inner_text().split(" / ")
    expect(page.locator("[data-at]")).to_have_text(f"{seen[1]} / {seen[1]}")
    expect(page.locator("[data-wrong]")).to_be_visible()


# The colour of a mark, as numbers from 0 to 255.
_COLOUR = """mark => {
  const [, ...parts] = /rgb\\((\\d+), (\\d+), (\\d+)\\)/.exec(getComputedStyle(mark).stroke);
  return parts.map(Number);
}"""


def luminance(colour: Sequence[float]) -> float:
    """As contrast is measured by."""
    parts = [each / 255 for each in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_hint_is_seen(visitors: Visitors, theme: Theme) -> None:
    visitor = visitors.come(theme=theme)
    page = open_puzzle(visitor, of_steps(1))
    page.get_by_role("button", name="Hint", exact=True).click()
    ring = page.locator("[data-hint] .body circle")
    expect(ring).to_be_visible()
    expect(page.locator("[data-hint] .star")).to_be_visible()
    hint = ring.evaluate(_COLOUR)
    assert hint != page.locator("polygon.begin").first.evaluate(_COLOUR)
    around = page.locator("[data-hint] .casing").evaluate(_COLOUR)
    light, dark = sorted((luminance(hint), luminance(around)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
    visitor.photograph(f"puzzle-first-hint-{theme}")


def test_hints_point_at_the_piece_then_at_the_cells(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_puzzle(visitor, of_steps(1))
    hints = PuzzleAttempt(GAME, of_steps(1)).hints_for_turn()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("[data-tip]")).to_have_text(f"Hint: {hints[0].read()}")
    page.locator("[data-hint]").first.wait_for()
    for count in range(2, len(hints) + 1):
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator("[data-tip]")).to_have_count(count)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_disabled()
    visitor.photograph("puzzle-hint")
    solve(visitor, of_steps(1))
    expect(page.locator("[data-rated]")).to_contain_text("Solved, not on the first try")
    expect(page.locator("[data-rated]")).to_contain_text("1 of 5 puzzles until you have a rating")


def test_a_change_of_the_rating_is_shown(visitors: Visitors) -> None:
    """After five puzzles, of which no change is shown."""
    visitor = visitors.come()
    puzzles = [each for each in GAME.puzzles if len(each.steps) == 1][:7]
    change = visitor.page.locator("[data-rated] strong")
    for puzzle in puzzles[:5]:
        page = open_puzzle(visitor, puzzle)
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator("[data-rated]")).to_be_visible()
        expect(change).to_have_count(0)
    open_puzzle(visitor, puzzles[5])
    solve(visitor, puzzles[5])
    expect(change).to_contain_text("+")
    page = open_puzzle(visitor, puzzles[6])
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("[data-tip]")).to_be_visible()
    solve(visitor, puzzles[6])
    expect(change).to_contain_text("−")


def test_the_solution_is_shown_and_stepped_through(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE)
    page = open_puzzle(visitor, of_steps(2))
    page.get_by_role("button", name="Show the solution").click()
    line = [action for turn in of_steps(2).solution for action in turn]
    expect(page.locator("[data-at]")).to_have_text(f"{len(line)} / {len(line)}")
    expect(page.locator("[data-solution] li")).to_have_count(len(line))
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("[data-at]")).to_have_text(f"0 / {len(line)}")
    visitor.photograph("puzzle-solution-phone", whole=True)


def test_from_a_puzzle_to_the_analysis_board_and_a_game(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_puzzle(visitor, of_steps(2))
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_text("Play on from here").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    visitor.wait_for_board()
    page.wait_for_url("**/table/*")
    page = open_puzzle(visitor, of_steps(2))
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Analysis board").click()
    page.wait_for_url("**/study/*")
    visitor.wait_for_board()


def test_a_streak_ends_with_the_first_mistake(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/puzzles/daikuni")
    page = visitor.page
    page.get_by_role("button", name="Begin a streak").click()
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "0")
    solve(visitor, shown_puzzle(page))
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    first = page.url
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(first)
    visitor.wait_for_board()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("[data-streak-over]")).to_contain_text("1 in a row. Your best: 1.")
    visitor.visit("/puzzles/daikuni")
    expect(page.locator("[data-best]")).to_contain_text("Your best: 1")
    visitor.photograph("puzzles-game", whole=True)


def test_puzzles_by_theme_go_on_with_the_theme(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark")
    visitor.visit("/puzzles/daikuni")
    page = visitor.page
    page.locator('[data-group="quiet"]').click()
    first = shown_puzzle(page)
    assert "quiet" in first.themes
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", first.id)
    assert "quiet" in shown_puzzle(page).themes
    visitor.photograph("puzzle-theme-phone-dark", whole=True)


@pytest.fixture
def own_server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("days"))
    process.start()
    yield process
    process.stop()


def test_tomorrow_has_another_puzzle(
    visitors: Visitors, own_server: ServerProcess, artefacts: Path | None
) -> None:
    everyone = Visitors(visitors.profiles, own_server.url, artefacts)
    ann, ben = everyone.come(), everyone.come()

    def today(visitor: Visitor) -> str:
        visitor.visit("/puzzles")
        return (
            visitor.page.locator('[data-game="daikuni"] [data-daily]').get_attribute("data-daily")
            or ""
        )

    first = today(ann)
    assert today(ben) == first
    ann.page.locator('[data-game="daikuni"]').get_by_role("link", name="Today's puzzle").click()
    expect(ann.page.get_by_text("today's puzzle")).to_be_visible()
    ann.page.get_by_role("button", name="Show the solution").click()
    ann.page.wait_for_selector("[data-solution]")
    today(ann)
    expect(ann.page.locator('[data-game="daikuni"] [data-daily]')).to_have_text("Today's: tried")
    own_server.pass_time(24)
    assert today(ann) == today(ben) != first
    expect(ann.page.locator('[data-game="daikuni"] [data-daily]')).to_have_text(
        "Today's: not tried yet"
    )
    everyone.leave()


def test_the_pages_of_puzzles_wide_and_small(visitors: Visitors) -> None:
    visitor = visitors.come()
    looks: tuple[tuple[str, tuple[int, int], Theme], ...] = (
        ("wide", WIDE, "light"),
        ("phone", PHONE, "light"),
        ("dark", WIDE, "dark"),
    )
    for name, size, theme in looks:
        visitor.resize(size)
        visitor.page.emulate_media(color_scheme=theme)
        visitor.visit("/puzzles")
        visitor.page.wait_for_selector("[data-daily]")
        visitor.photograph(f"puzzles-{name}", whole=True)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0
        open_puzzle(visitor, of_steps(1))
        visitor.photograph(f"puzzle-begun-{name}", whole=True)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0
