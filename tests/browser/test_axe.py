"""axe-core finds nothing serious on any page, in either theme."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import strata
from tests.browser.visitor import Theme, Visitor, Visitors

PAGES = {
    "home": "/",
    "import": "/replay",
    "rulebooks": "/rules",
    "rules": "/rules/kyo",
    "about": "/about",
    "missing": "/table/doesnotexist",
}


@pytest.fixture(params=["light", "dark"])
def visitor(visitors: Visitors, request: pytest.FixtureRequest) -> Visitor:
    theme: Theme = request.param
    return visitors.come(theme=theme, bypass_csp=True)


@pytest.fixture
def axe(root: Path, client: Path) -> Path:
    return root / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious(visitor: Visitor, axe: Path) -> list[str]:
    visitor.page.add_script_tag(path=axe)
    found: dict[str, Any] = visitor.page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_page(visitor: Visitor, axe: Path, name: str, request: pytest.FixtureRequest) -> None:
    visitor.visit(PAGES[name])
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_selector("h1")
    visitor.photograph(f"page-{request.node.callspec.id}")
    assert serious(visitor, axe) == []


@pytest.mark.parametrize("game", strata.games())
def test_table_and_replay(
    visitor: Visitor, axe: Path, game: str, request: pytest.FixtureRequest
) -> None:
    table = visitor.create(game)
    position = strata.game(game).start()
    visitor.play(position.gesture(position.actions()[0]))
    visitor.wait_for_turn()
    assert serious(visitor, axe) == []
    # In mid-gesture, where a menu may be open.
    visitor.click(visitor.lit()[0])
    visitor.photograph(f"table-{request.node.callspec.id}")
    assert serious(visitor, axe) == []
    visitor.page.keyboard.press("Escape")
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


def test_ready_made(visitor: Visitor, axe: Path) -> None:
    visitor.create("rhodium")
    visitor.page.get_by_text("Ready-made").click()
    assert serious(visitor, axe) == []


def test_an_analysis(visitor: Visitor, axe: Path) -> None:
    text = strata.game("daikuni").record().play_all(["Kd4", "Kg7"]).export()
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(text)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.page.get_by_role("button", name="Analyse").click()
    visitor.page.wait_for_selector("[data-hint]")
    assert serious(visitor, axe) == []
