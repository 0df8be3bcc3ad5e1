"""The position editor: nothing is kept, every reason is told, whatever is sent."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

import strata
from strata.core.editing.draft import Draft, Placed
from strata.server.protocol.editor_messages import EditedDraft, EditorInfo
from tests.server.processes import Device
from tests.server.test_http import problem

KINGS = "K7/8/8/8/8/8/8/7K f"


@pytest.fixture
def client(ann: Device) -> httpx.Client:
    """Somebody at the server that tests share."""
    return ann.http


def opened(client: httpx.Client, game: str, **more: Any) -> EditorInfo:
    answer = client.post("/api/editor/open", json={"game": game, **more})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=EditorInfo)


def edited(client: httpx.Client, game: str, **more: Any) -> EditedDraft:
    answer = client.post("/api/editor/position", json={"game": game, **more})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=EditedDraft)


@pytest.mark.parametrize("name", strata.games())
def test_what_is_offered(client: httpx.Client, name: str) -> None:
    game = strata.game(name)
    info = opened(client, name)
    assert info.title == game.title
    assert info.palette == game.editor().palette
    assert set(info.look.symbols) == set(game.symbols)
    assert info.first.text == str(game.start())
    assert info.first.seat == "first"
    assert info.first.problems == ()
    shown = opened(client, name, text=str(game.showcase)).first
    assert shown.draft is not None
    assert shown.text == str(game.showcase)
    again = edited(client, name, draft=msgspec.to_builtins(shown.draft))
    assert again == shown


def test_a_definition_and_its_options(client: httpx.Client) -> None:
    text = strata.game("dzura").shipped_definitions()["mini"]
    game = strata.game("dzura", definition="mini", rotation="on")
    info = opened(client, "dzura", definition=text, options={"rotation": "on"})
    assert info.title == game.title
    assert info.settings["rotation"] == "on"
    assert len(info.look.cells) == len(game.start().scene().cells)
    assert info.palette == game.editor().palette
    assert {"facing"} <= set(info.palette.items[0].properties)


def test_every_reason_with_its_cells(client: httpx.Client) -> None:
    letters = {"a1": "K", "c3": "K", "d5": "q", "e5": "q"}
    cells: dict[str, tuple[Placed, ...]] = {cell: (Placed(one),) for cell, one in letters.items()}
    found = edited(client, "daikuni", draft=msgspec.to_builtins(Draft(cells, "second")))
    assert found.text is not None
    assert found.seat is None
    assert [problem.cells for problem in found.problems] == [("c3", "a1"), ("d5", "e5")]
    assert found.problems[0].message == "2 Kings of first on c3 and a1, expected one at most"
    assert set(found.scene.stacks) == set(cells)
    by_text = edited(client, "daikuni", text=found.text)
    assert by_text.problems == found.problems
    assert by_text.draft == Draft(cells, "second")


def test_a_text_that_breaks_the_grammar(client: httpx.Client) -> None:
    found = edited(client, "kyo", text="9,dk/10/10/10/4,PH,5/10/10/10/10/DK,9 first - 0")
    assert found.draft is None
    assert found.problems[0].cells == ("e6",)
    assert "expected the pawn P last" in found.problems[0].message


def test_the_end_of_a_game_is_told(client: httpx.Client) -> None:
    found = edited(client, "kyo", text="10/10/10/10/10/10/10/10/10/DK,9 first - 0")
    assert found.problems == ()
    assert found.seat is None
    assert found.notes


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "daikuni"}, 400),
        ({"game": "daikuni", "text": KINGS, "draft": {"cells": {}, "seat": "first"}}, 400),
        ({"game": "daikuni", "draft": {"cells": {}, "seat": "third"}}, 400),
        ({"game": "daikuni", "draft": {"cells": {}, "seat": "first", "more": 1}}, 400),
        (
            {"game": "daikuni", "draft": {"cells": {"a1": [{"item": "K" * 65}]}, "seat": "first"}},
            400,
        ),
        ({"game": "daikuni", "draft": {"cells": {}, "seat": "first", "counts": {"x": -1}}}, 400),
        ({"game": "daikuni", "text": KINGS, "options": {"tiles": "7"}}, 400),
        ({"game": "daikuni", "text": KINGS, "definition": "name = 1"}, 400),
    ],
)
def test_bad_requests(client: httpx.Client, body: dict[str, Any], status: int) -> None:
    assert problem(client.post("/api/editor/position", json=body))[0] == status


def test_what_the_game_does_not_have_is_a_problem(client: httpx.Client) -> None:
    draft = {"cells": {"z9": [{"item": "K"}], "a1": [{"item": "dragon"}]}, "seat": "first"}
    found = edited(client, "daikuni", draft=draft)
    assert found.text is None
    assert len(found.problems) == 2


def test_a_picture(client: httpx.Client) -> None:
    start = str(strata.game("daikuni").showcase)
    body = {"game": "daikuni", "text": start}
    drawn = client.post("/api/editor/picture", json=body)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text == strata.game("daikuni").showcase.svg()
    assert problem(client.post("/api/editor/picture", json={**body, "text": KINGS}))[0] == 400
