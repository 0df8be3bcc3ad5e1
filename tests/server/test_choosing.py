"""What a table is made of besides its game: levels, definitions, options, presets."""

from __future__ import annotations

from typing import Any

import pytest

import strata
from strata.play.thinking_time import LEVELS
from tests.server.conftest import Client
from tests.server.offered import offered
from tests.server.processes import Device
from tests.server.test_http import make, problem

MINI = strata.game("dzura", definition="mini").definition


def test_levels(client: Client) -> None:
    levels = client.get("/api/levels").json()
    assert [level["level"] for level in levels] == [level.number for level in LEVELS]
    assert [level["level"] for level in levels if level["default"]] == [4]
    assert all(level["word"] and level["time_ms"] for level in levels)


@pytest.mark.parametrize(("given", "level"), [({}, 4), ({"level": 9}, 9), ({"level": None}, None)])
def test_the_level_is_shown(client: Client, given: dict[str, Any], level: int | None) -> None:
    made = make(client, "me", "computer", **given)
    seats = client.get(f"/api/tables/{made['id']}").json()["seats"]
    assert seats["first"]["level"] is None
    assert seats["second"]["level"] == level
    assert seats["second"]["name"] == ("Computer" if level else "Random mover")


def test_a_rematch_keeps_level_and_definition(ann: Device) -> None:
    made = ann.make("me", "computer", game="dzura", level=2, definition=MINI)
    player = ann.sit(made["id"])
    assert player.table["own_look"]
    player.say("resign")
    player.until(lambda state: state["outcome"])
    player.say("want-rematch")
    again = ann.sit(player.until(lambda state: state["rematch"])["rematch"])
    assert again.table["seats"]["first"]["level"] == 2
    assert again.table["title"] == player.table["title"]
    again.until(lambda state: state["choices"])


def test_definitions_that_ship(client: Client) -> None:
    found = {each["name"]: each for each in client.get("/api/games/dzura/definitions").json()}
    assert set(found) == {"standard", "mini"}
    assert found["standard"]["plain"]
    assert not found["mini"]["plain"]
    assert client.get("/api/games/kyo/definitions").json() == []
    assert problem(client.get("/api/games/chess/definitions"))[0] == 404


def test_a_definition_is_read_or_refused_with_line_and_key(client: Client) -> None:
    assert MINI is not None
    read = client.post("/api/games/dzura/definition", json={"text": MINI})
    assert read.status_code == 200
    assert read.json()["title"] == strata.game("dzura", definition="mini").title
    wrong = MINI.replace("radius = ", "radius = 9")
    status, detail = problem(client.post("/api/games/dzura/definition", json={"text": wrong}))
    assert status == 400
    assert detail.startswith("line 3, key radius: ")
    assert problem(client.post("/api/games/kyo/definition", json={"text": MINI}))[0] == 400
    long = problem(client.post("/api/games/dzura/definition", json={"text": "#" * 70_000}))
    assert long[0] == 400
    assert long[1] == "too long: got 70000 bytes, expected at most 65536"


def test_a_defined_table_has_its_own_look(client: Client) -> None:
    made = make(client, "me", "me", game="dzura", definition=MINI)
    table = client.get(f"/api/tables/{made['id']}").json()
    look = client.get(f"/api/tables/{made['id']}/look").json()
    assert set(table["scene"]["stacks"]) <= {cell["name"] for cell in look["cells"]}
    assert len(look["cells"]) < len(client.get("/api/games/dzura/look").json()["cells"])
    plain = make(client, "me", "me", game="dzura")
    assert not client.get(f"/api/tables/{plain['id']}").json()["own_look"]


def test_options_that_take_more_than_is_listed(client: Client) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()}
    options = {option["name"]: option for option in games["frozen"]["options"]}
    assert options["ply_limit"]["pattern"]
    assert options["ply_limit"]["others"]
    made = make(client, "me", "me", game="frozen", options={"ply_limit": "77"})
    assert client.get(f"/api/tables/{made['id']}").json()["options"]["ply_limit"] == 77


def test_presets_are_for_who_is_to_act(ann: Device, ben: Device) -> None:
    made = ann.make(game="rhodium")
    ben.join(made["id"], made["keys"]["second"])
    first, second = ann.sit(made["id"]), ben.sit(made["id"])
    names = [preset["name"] for preset in first.state["presets"]]
    assert names == [preset.name for preset in strata.game("rhodium").start().presets()]
    assert second.state["presets"] == []
    assert second.refusal("play-preset", name="castle") == "not-your-turn"
    assert first.refusal("play-preset", name="nonsense") == "not-allowed"
    first.play(offered(first.state)[0])
    first.say("play-preset", name="spearhead")
    first.reach(22)
    assert len(first.moves) == 22
    assert first.state["presets"] == []
    second.reach(22)
    second.say("play-preset", name="random")
    assert second.reach(44)["seat"] == "first"
    assert first.reach(44)["position"] == second.state["position"]
