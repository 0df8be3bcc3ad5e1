"""Animated pictures from the server: of finished games and of analyses, limited."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from litestar.testing import TestClient

import strata
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.http.pages import animations
from tests.server.conftest import Client
from tests.server.test_analysis import bring
from tests.server.test_http import problem
from tests.server.test_previews import make
from tests.server.test_studies import study_of

pytest.importorskip("resvg_py")
Image = pytest.importorskip("PIL.Image")
GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]


def record(actions: int = len(GAME)) -> strata.Record:
    return strata.game("daikuni").record().play_all(GAME[:actions])


def frames(answer: Any) -> tuple[str, int, int]:
    assert answer.status_code == 200, answer.text
    with Image.open(BytesIO(answer.content)) as opened:
        return opened.format, getattr(opened, "n_frames", 1), opened.width


def test_a_game_that_is_over(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bring(client, record().export())
    answer = client.get(f"/api/tables/{table}/animation?width=160")
    assert frames(answer) == ("GIF", len(GAME) + 1, 160)
    assert answer.headers["content-type"] == "image/gif"
    assert answer.headers["content-disposition"].endswith(f'daikuni-{table}.gif"')
    webp = client.get(f"/api/tables/{table}/animation?width=160&kind=webp&flipped=true")
    assert frames(webp) == ("WEBP", len(GAME) + 1, 160)

    async def refuse(*_: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(MeteredWorker, "run", refuse)
    assert client.get(f"/api/tables/{table}/animation?width=160").content == answer.content


def test_others_do_not_wait_for_an_animation(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frames of a long game are joined for ten seconds: the reader of records is not."""
    table = bring(client, record(2).export())
    readers: dict[str, MeteredWorker] = {}
    run = MeteredWorker.run

    async def noted(worker: MeteredWorker, owner: str, work: Any, *given: Any) -> Any:
        readers[work.__name__] = worker
        return await run(worker, owner, work, *given)

    monkeypatch.setattr(MeteredWorker, "run", noted)
    assert frames(client.get(f"/api/tables/{table}/animation?width=120"))[1] == 3
    animators = {readers.pop(name) for name in ("_list_turns", "_draw_part", "_join")}
    bring(client, record(3).export())
    assert readers
    assert animators.isdisjoint(readers.values())


def test_a_game_that_goes_on_is_not_shown(client: Client) -> None:
    table = make(client, "daikuni")
    assert problem(client.get(f"/api/tables/{table}/animation"))[0] == 409


def test_a_variation_of_an_analysis(client: Client) -> None:
    game = strata.game("daikuni")
    study = game.study(record(4))
    study.play(study.play(study.root, "Kb2", 20), "Kg7", 21)
    study_id = study_of(client, text=study.export(numbers=True))
    main = client.get(f"/api/studies/{study_id}/animation?width=120")
    assert frames(main)[1] == 5
    other = client.get(f"/api/studies/{study_id}/animation?width=120&number=20")
    assert frames(other)[1] == 3
    assert problem(client.get(f"/api/studies/{study_id}/animation?number=999"))[0] == 404


@pytest.mark.parametrize("query", ["width=10", "width=5000", "pace_ms=1", "kind=exe"])
def test_nonsense_is_refused(client: Client, query: str) -> None:
    table = bring(client, record(2).export())
    assert problem(client.get(f"/api/tables/{table}/animation?{query}"))[0] == 400


def test_what_is_too_long_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animations, "MOST_FRAMES", 3)
    table = bring(client, record().export())
    status, detail = problem(client.get(f"/api/tables/{table}/animation"))
    assert status == 400
    assert "at most 3" in detail


def test_whoever_wants_many_waits(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(work_ms_per_second=1))) as client:
        table = bring(client, record(3).export())
        answers = [
            client.get(f"/api/tables/{table}/animation?width={width}") for width in (120, 121)
        ]
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) > 0
