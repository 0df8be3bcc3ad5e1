"""Games of one's own in the browser: `strata serve --games FOLDER`, and no line more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.profiles import Profiles
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import Visitors
from tests.examples.known import FOLDER

# Men are offered and taken.
LASCA: Final = ["g3f4", "e5g3", "e3f4", "g5e3", "f2d4"]
COURTYARD: Final = ["b2b3", "b4b3", "F*a2"]
AMAZONS: Final = ["d1", "d7", "g7"]


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("data"), games=FOLDER)
    process.start()
    yield process
    process.stop()


@pytest.fixture
def visitors(
    profiles: Profiles, server: ServerProcess, artefacts: Path | None
) -> Iterator[Visitors]:
    everyone = Visitors(profiles, server.url, artefacts)
    yield everyone
    everyone.leave()


@pytest.mark.parametrize(
    ("name", "actions"),
    [("lasca", LASCA), ("courtyard", COURTYARD), ("amazons", AMAZONS)],
    ids=["lasca", "courtyard", "amazons"],
)
def test_moves_are_clicked(visitors: Visitors, name: str, actions: list[str]) -> None:
    record = strata.game(FOLDER / f"{name}.py").record()
    visitor = visitors.come()
    visitor.create(name)
    for action in actions:
        visitor.wait_for_turn()
        visitor.play(record.position.gesture(action))
        record.play(action)
        assert visitor.moves()[-1] == action
    visitor.photograph(f"plain-{name}")


def test_the_computer_answers(visitors: Visitors) -> None:
    """Its process finds the game too."""
    visitor = visitors.come()
    visitor.create("lasca", "computer")
    visitor.wait_for_turn()
    visitor.play(strata.game(FOLDER / "lasca.py").start().gesture("g3f4"))
    expect(visitor.page.locator(".moves [data-frame]")).to_have_count(2)


def test_secrets_are_kept(visitors: Visitors) -> None:
    """Second chooses before first's eyes, and first sees masks."""
    visitor = visitors.come()
    visitor.create("couriers", "computer")
    for cell in ("b1", "d1"):
        visitor.wait_for_turn()
        version = visitor.version
        visitor.click(f"cell {cell}")
        visitor.wait_past(version)
    visitor.wait_for_turn()
    label = visitor.page.locator('[data-token="cell c5"]').get_attribute("aria-label")
    assert label == "c5, your opponent's masked one"
    visitor.photograph("plain-couriers")


def test_the_rules_are_the_docstring(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/rules/lasca")
    expect(visitor.page.get_by_text("Emanuel Lasker")).to_be_visible()
