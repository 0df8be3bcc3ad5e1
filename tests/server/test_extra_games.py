"""Games from files on the server: played like others, and no client can name a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import structlog
import structlog.testing
from litestar.testing import TestClient

from strata.games import VARIABLE
from strata.server.app import create_app
from strata.server.http import problems
from tests.places import ROOT
from tests.server.conftest import Client, generous_config

FOLDER = ROOT / "examples" / "games"
MARK = "strata_was_here"
HOSTILE = f"import sys\nsys.{MARK} = True\n"


@pytest.fixture(scope="module")
def with_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "lasca.py").write_text((FOLDER / "lasca.py").read_text())
    (folder / "bad.py").write_text("x = \n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        with TestClient(create_app(generous_config(tmp_path_factory.mktemp("data")))) as client:
            yield client


def test_games_from_files_are_offered(with_games: Client) -> None:
    names = [game["name"] for game in with_games.get("/api/games").json()]
    assert "lasca" in names
    assert "bad" not in names
    for page in ("look", "picture.svg", "rules", "specification"):
        assert with_games.get(f"/api/games/lasca/{page}").status_code == 200
    table = {"game": "lasca", "first": "me", "second": "me"}
    assert with_games.post("/api/tables", json=table).status_code == 201


def test_a_broken_game_is_not_the_client_s_fault(
    with_games: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = structlog.testing.CapturingLogger()
    monkeypatch.setattr(problems, "_log", log)
    answer = with_games.get("/api/games/bad/look")
    assert answer.status_code == 500
    assert "game bad is broken" in answer.json()["detail"]
    assert [call.args for call in log.calls] == [("game-failed",)]


@pytest.mark.parametrize(
    "spelt", ["{file}", "{stem}", "./evil.py", "evil.py", "evil", "..%2Fevil.py", "file://{file}"]
)
def test_no_client_can_name_a_file(
    with_games: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelt: str
) -> None:
    file = tmp_path / "evil.py"
    file.write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    name = spelt.format(file=file, stem=file.with_suffix(""))
    table = {"game": name, "first": "me", "second": "me"}
    assert with_games.post("/api/tables", json=table).status_code == 404
    for page in ("look", "picture.svg", "rules", "specification", "definitions"):
        assert with_games.get(f"/api/games/{quote(name, safe='')}/{page}").status_code == 404
    record = f'[Strata "1"]\n[Game "{name}"]\n[Start "x"]\n\n[Result "unfinished"]\n'
    assert with_games.post("/api/records", json={"text": record}).status_code in (400, 404)
    assert not hasattr(sys, MARK)
