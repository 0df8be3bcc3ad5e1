"""axe-core finds nothing serious on any page, in either theme."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata
from strata.core.study.annotations import Annotations, Shape
from tests.browser.pages import visit_whole
from tests.browser.profiles import THEMES
from tests.browser.test_lessons import try_action
from tests.browser.test_review import open_replay, review
from tests.browser.test_undo import play_first_step
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.volume import FULL

PAGES = {
    "home": "/",
    "import": "/replay",
    "analyses": "/studies",
    "editors": "/editor",
    "editor": "/editor/rhodium",
    "editor-refuses": "/editor/kyo#position=10/10/10/10/10/10/10/10/10/K,K,8 first - 0",
    "rulebooks": "/rules",
    "rules": "/rules/kyo",
    "specification": "/rules/daikuni/specification",
    "learn": "/learn",
    "lessons": "/learn/daikuni",
    "lesson": "/learn/kyo/lift",
    "puzzles": "/puzzles",
    "puzzles of a game": "/puzzles/daikuni",
    "about": "/about",
    "missing": "/table/doesnotexist",
    "embed": "/embed/position/daikuni?action=Qd2&action=Kg2",  # which is not the site: the last
}


OF_COLOUR = ("color-contrast", "link-in-text-block")


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    return visitors.come(bypass_csp=True)


@pytest.fixture
def axe(root: Path, client: Path) -> Path:
    return root / "web" / "node_modules" / "axe-core" / "axe.min.js"


# What is serious of what those rules find, or all rules but those whose findings never are.
_RUN = """async (only) => {
  const never = axe._audit.rules
    .filter(({ impact }) => impact === "minor" || impact === "moderate")
    .map(({ id }) => [id, { enabled: false }]);
  const chosen = only
    ? { runOnly: { type: "rule", values: only } }
    : { rules: Object.fromEntries(never) };
  const { violations } = await axe.run({ resultTypes: ["violations"], ...chosen });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}"""


_SHORTEN = """count => {
  for (const part of [...document.querySelector("article").children].slice(count)) part.remove();
}"""


def serious(visitor: Visitor, axe: Path, picture: str = "") -> list[str]:
    """What axe finds: its serious rules in the light theme, those of colour in the dark one too."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.add_script_tag(path=axe)
    found = []
    for theme in THEMES:
        visitor.page.emulate_media(color_scheme=theme)
        if picture:
            visitor.photograph(f"{picture}-{theme}")
        only = None if theme == "light" else OF_COLOUR
        found += [f"{theme}: {problem}" for problem in visitor.page.evaluate(_RUN, only)]
    visitor.page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("name", PAGES)
def test_page(visitor: Visitor, axe: Path, name: str) -> None:
    visit_whole(visitor, PAGES[name])
    visitor.page.wait_for_selector("h1")
    if name == "specification" and not FULL:  # thousands of paragraphs that look alike
        visitor.page.evaluate(_SHORTEN, 60)
    assert serious(visitor, axe, f"page-{name}") == []


@pytest.mark.parametrize("game", strata.games())
def test_a_table_in_mid_gesture(visitor: Visitor, axe: Path, game: str) -> None:
    """The pieces and marks of every game; what is beside the board is the same for all."""
    visitor.create(game)
    position = strata.game(game).start()
    visitor.play(position.gesture(position.actions()[0]))
    visitor.wait_for_turn()
    visitor.click(visitor.lit()[0])  # which may open a menu
    assert serious(visitor, axe, f"table-{game}") == []


def test_a_table_then_its_past_its_end_and_its_replay(visitor: Visitor, axe: Path) -> None:
    table = visitor.create("kyo")
    position = strata.game("kyo").start()
    visitor.play(position.gesture(position.actions()[0]))
    visitor.wait_for_turn()
    assert serious(visitor, axe) == []
    visitor.page.get_by_role("button", name="To the start").click()
    visitor.page.wait_for_selector("[data-past='0']")
    assert serious(visitor, axe, "looking-back") == []
    visitor.page.get_by_role("button", name="To the newest position").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()
    visitor.page.wait_for_selector("[data-outcome]")
    assert serious(visitor, axe) == []
    visitor.visit(f"/replay/{table}")
    visitor.wait_for_board()
    assert serious(visitor, axe) == []


def test_a_definition_that_is_written(visitor: Visitor, axe: Path) -> None:
    visitor.choose("dzura", "computer")
    visitor.page.locator("select[name=definition]").select_option("your own definition …")
    visitor.page.get_by_text("Valid definition: Dzura").wait_for()
    assert serious(visitor, axe) == []
    visitor.page.get_by_label("Definition (TOML)").fill("nonsense")
    visitor.page.get_by_role("alert").wait_for()
    assert serious(visitor, axe) == []


def test_a_set_up(visitor: Visitor, axe: Path) -> None:
    visitor.create("rhodium")
    visitor.wait_for_turn()
    visitor.page.get_by_text("Ready-made").click()
    assert serious(visitor, axe) == []
    visitor.page.get_by_text("Ready-made").click()
    version = visitor.version
    visitor.click("cell e1")
    visitor.wait_past(version)
    visitor.wait_for_turn()
    visitor.click("cell e1")
    visitor.page.wait_for_selector(".zone.open")
    assert serious(visitor, axe, "set-up") == []


def test_phrases(visitor: Visitor, visitors: Visitors, axe: Path) -> None:
    visitor.create("daikuni", "friend", "First")
    guest = visitors.come()
    guest.visit(visitor.page.get_by_label("Link for second").input_value())
    guest.wait_for_board()
    visitor.page.get_by_text("Say …").click()
    assert serious(visitor, axe, "phrases") == []


def test_an_analysis(visitor: Visitor, axe: Path) -> None:
    text = strata.game("daikuni").record().play_all(["Kd4", "Kg7"]).export()
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(text)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.page.get_by_role("button", name="Analyse").click()
    visitor.page.wait_for_selector("[data-hint]")
    assert serious(visitor, axe) == []


def test_the_analysis_board(visitor: Visitor, axe: Path) -> None:
    game = strata.game("daikuni")
    study = game.study(game.record().play_all(["Kd4", "Kg7"]))
    other = study.play(study.main_line()[0], "Kb2")
    drawn = (Shape("b2"), Shape("d4", "b2", "red"))
    study.annotate(other, Annotations(comment="Here", mark="?!", shapes=drawn))
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(study.export())
    visitor.page.get_by_role("button", name="Open on the analysis board").click()
    visitor.page.get_by_role("link", name="Kb2").click()
    visitor.page.wait_for_selector("[data-shape]")
    visitor.page.get_by_role("button", name="Computer").click()
    visitor.page.wait_for_selector("[data-thought] li")
    visitor.page.get_by_text("Keys", exact=True).click()
    assert serious(visitor, axe, "study") == []
    address = visitor.page.url
    visitor.visit("/about")
    visitor.page.context.clear_cookies()  # somebody else now, who reads it
    visitor.visit(address)
    visitor.page.get_by_role("button", name="Make a copy").wait_for()
    visitor.page.wait_for_selector("[data-shape]")
    assert serious(visitor, axe, "study-read") == []


def test_a_review_and_its_mistakes(visitor: Visitor, axe: Path) -> None:
    open_replay(visitor)
    review(visitor)
    assert serious(visitor, axe, "reviewed") == []
    visitor.page.get_by_role("link", name="Learn from the mistakes of").first.click()
    visitor.wait_for_board()
    assert serious(visitor, axe) == []
    visitor.page.get_by_role("button", name="Show the better turn").click()
    visitor.page.wait_for_selector("[data-hint]")
    assert serious(visitor, axe, "mistakes") == []


def test_a_turn_that_goes_on_on_a_phone(visitor: Visitor, axe: Path) -> None:
    visitor.resize(PHONE)
    visitor.create("kyo")
    play_first_step(visitor)
    visitor.wait_for_turn()
    assert serious(visitor, axe, "turn-goes-on") == []


def test_a_puzzle(visitor: Visitor, axe: Path) -> None:
    game = strata.game("daikuni")
    puzzle = game.puzzles[0]
    visitor.visit(f"/puzzle/daikuni/{puzzle.id}")
    visitor.wait_for_board()
    visitor.page.get_by_role("button", name="Hint", exact=True).click()
    visitor.page.locator("[data-tip]").wait_for()
    assert serious(visitor, axe, "puzzle-hinted") == []
    start = game.position(puzzle.position)
    for action in start.actions():
        if str(action) != puzzle.steps[0].turn[0]:
            try_action(visitor.page, start.gesture(action), "/try")
            break
    visitor.page.locator("[data-wrong]").wait_for()
    assert serious(visitor, axe, "puzzle-refuted") == []
    visitor.page.get_by_role("button", name="Show the solution").click()
    visitor.page.locator("[data-solution]").wait_for()
    assert serious(visitor, axe, "puzzle-over") == []


def test_a_lesson(visitor: Visitor, axe: Path) -> None:
    start = strata.game("daikuni").position(strata.game("daikuni").lesson("slide").position)
    visitor.visit("/learn/daikuni/slide")
    visitor.wait_for_board()
    visitor.page.get_by_role("button", name="Hint").click()
    for wrong in ("Sd5", "Sd6", "Sd7"):
        try_action(visitor.page, start.gesture(wrong))
    visitor.page.locator("[data-hint]").wait_for()
    assert serious(visitor, axe, "lesson-wrong") == []
    try_action(visitor.page, start.gesture("Sd8"))
    visitor.page.locator("[data-learnt]").wait_for()
    assert serious(visitor, axe, "lesson-done") == []


def test_a_fault_of_either_theme_is_found(visitor: Visitor, axe: Path) -> None:
    visitor.visit("/about")
    visitor.page.wait_for_selector("h1")
    pale = "h1 { color: #eee !important } @media (prefers-color-scheme: dark) { %s }"
    visitor.alter().add_style_tag(content=pale % "h1 { color: #222 !important }")
    assert [problem.partition(":")[0] for problem in serious(visitor, axe)] == ["light", "dark"]
