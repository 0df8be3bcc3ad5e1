"""`strata games`."""

from __future__ import annotations

import json
import subprocess
import sys

import strata
from tests.cli.conftest import Run


def test_table_names_every_game_and_option(run: Run, game: strata.Game) -> None:
    ran = run("games")
    assert ran.code == 0
    assert game.name in ran.out
    assert game.title in ran.out
    for option in game.options:
        assert f"{option.name}={option.default}" in ran.out
        assert option.meaning.split()[0] in ran.out
    assert all(name in ran.out for name in game.shipped_definitions())
    assert " ".join(game.guide.goal.split()[:5]) in ran.out
    assert game.guide.length is not None
    assert f"{game.guide.length.turns} turns" in ran.out


def test_json(run: Run) -> None:
    listed = json.loads(run("games", "--json").out)
    assert [entry["name"] for entry in listed] == list(strata.games())
    for entry in listed:
        game = strata.game(entry["name"])
        assert entry["title"] == game.title
        assert entry["summary"] == game.summary
        assert entry["guide"]["goal"] == game.guide.goal
        assert entry["guide"]["credits"]["origin"]
        assert [option["name"] for option in entry["options"]] == [
            option.name for option in game.options
        ]
        assert entry["definitions"] == list(game.shipped_definitions())
        assert all(option["default"] in option["values"] for option in entry["options"])


def test_nothing_heavy_is_imported() -> None:
    heavy = (
        "pydantic",
        "rich.markdown",
        "rich.progress",
        "pygments",
        "readline",
        "strata.core.drawing.svg",
    )
    check = (
        "import sys; from strata.cli.main import main; main(['games']); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
