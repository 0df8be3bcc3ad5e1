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


def test_json(run: Run) -> None:
    listed = json.loads(run("games", "--json").out)
    assert [entry["name"] for entry in listed] == list(strata.games())
    for entry in listed:
        game = strata.game(entry["name"])
        assert entry["title"] == game.title
        assert entry["summary"] == game.summary
        assert [option["name"] for option in entry["options"]] == [
            option.name for option in game.options
        ]
        assert all(option["default"] in option["values"] for option in entry["options"])


def test_nothing_heavy_is_imported() -> None:
    heavy = (
        "pydantic",
        "rich.markdown",
        "rich.progress",
        "pygments",
        "readline",
        "strata.core.svg",
    )
    check = (
        "import sys; from strata.cli.main import main; main(['games']); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
