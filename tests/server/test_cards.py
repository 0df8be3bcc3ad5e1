"""Cards of games and tables, and the reach of what is on a cell, as clients get them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.http import prepared
from strata.server.protocol.game_messages import CardInfo
from tests.server.test_http import make, problem

Client = TestClient[Any]
MINI = strata.game("dzura").shipped_definitions()["mini"]


def cards(answer: Any) -> list[CardInfo]:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=list[CardInfo])


@pytest.mark.parametrize("name", strata.games())
def test_every_symbol_is_on_one_card(client: Client, name: str) -> None:
    game = strata.game(name)
    found = cards(client.get(f"/api/games/{name}/cards"))
    assert sorted(symbol for card in found for symbol in card.symbols) == sorted(game.symbols)
    for card in found:
        assert {game.cards[symbol].text for symbol in card.symbols} == {card.text}
        for symbol in card.symbols:
            assert game.symbols[symbol].name in card.name
        has_specimen = any(game.cards[symbol].specimen for symbol in card.symbols)
        assert card.picture.startswith("<svg ") == has_specimen


def test_the_picture_marks_the_reach(client: Client) -> None:
    game = strata.game("kyo")
    found = cards(client.get("/api/games/kyo/cards"))
    (pawn,) = (card for card in found if card.symbols == ("light-pawn",))
    specimen = game.specimen(game.cards["light-pawn"])
    assert specimen is not None
    reach = specimen.reach(game.cards["light-pawn"].cell)
    assert reach.attacks
    counted = {kind: pawn.picture.count(f'class="mark {kind}"') for kind in ("effect", "check")}
    assert counted == {"effect": len(reach.moves), "check": len(reach.attacks)}


def test_large_boards_are_cut(client: Client) -> None:
    found = {card.name: card.picture for card in cards(client.get("/api/games/frozen/cards"))}
    assert found["Rook"].count('<polygon class="cell') == 81
    assert found["Trebuchet"].count('<polygon class="cell') == 9 * 11
    assert found["Trebuchet"].count('class="mark check"') == 1


def test_they_are_prepared(client: Client) -> None:
    first = client.get("/api/games/frozen/cards")
    assert "max-age" in first.headers["cache-control"]
    again = client.get("/api/games/frozen/cards", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert problem(client.get("/api/games/chess/cards"))[0] == 404


def test_a_defined_table_has_its_own_cards(client: Client) -> None:
    text = MINI.replace('"Guard"', '"Sentinel"')
    made = make(client, "me", "me", game="dzura", definition=text)
    found = cards(client.get(f"/api/tables/{made['id']}/cards"))
    assert "Sentinel" in {card.name for card in found}
    assert all(card.picture for card in found if card.name != "barrage token")
    assert problem(client.get("/api/tables/doesnotexist/cards"))[0] == 404


def test_definitions_are_drawn_elsewhere_and_paid_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards of a large definition take seconds, in which this process serves the others."""
    own = client.get("/api/games/kyo/look").headers["etag"]
    texts = [MINI.replace('"Guard"', f'"Guard{number}"') for number in range(3)]
    tables = [make(client, "me", "me", game="dzura", definition=text)["id"] for text in texts]
    plain = make(client, "me", "me", game="kyo")["id"]
    asked: list[str] = []
    run = MeteredWorker.run

    async def noted(worker: MeteredWorker, owner: str, work: Any, *given: Any) -> Any:
        if work.__name__.startswith("_encode"):  # not what opens a table
            asked.append(owner)
        return await run(worker, owner, work, *given)

    monkeypatch.setattr(MeteredWorker, "run", noted)
    monkeypatch.setattr(prepared, "_MOST", 2)
    for table_id in tables:
        for kind in ("look", "cards"):
            assert client.get(f"/api/tables/{table_id}/{kind}").status_code == 200
    assert len(asked) == 6
    assert all(asked)
    client.get(f"/api/tables/{tables[-1]}/cards")
    assert len(asked) == 6  # the latest are kept
    client.get(f"/api/tables/{tables[0]}/cards")
    assert len(asked) == 7
    # They displace nothing of this server's own games, which every visitor asks for.
    assert client.get(f"/api/tables/{plain}/look").headers["etag"] == own
    assert len(asked) == 7


def as_json(reach: strata.Reach) -> Any:
    return msgspec.json.decode(msgspec.json.encode(reach))


def reach_at(client: Client, table_id: str, **asked: Any) -> Any:
    return client.get(f"/api/tables/{table_id}/reach", params=asked)


def test_reach_of_both_seats(client: Client) -> None:
    table_id = make(client, "me", "me", game="kyo")["id"]
    start = strata.game("kyo").start()
    for cell in ("b1", "b4", "b7", "e10", "e5"):
        expected = start.reach(cell)
        assert reach_at(client, table_id, cell=cell).json() == as_json(expected)
    assert start.reach("b7")


def test_reach_in_an_earlier_position(client: Client) -> None:
    record = strata.game("kyo").record().play_all(["b4b5+0", "b7b6+0", "b5b4+0"])
    table_id = client.post("/api/records", json={"text": record.export()}).json()["id"]
    for number in range(4):
        position = record.position_at(number)
        for cell in ("b4", "b5", "b6", "b7"):
            answer = reach_at(client, table_id, cell=cell, number=number).json()
            assert answer == as_json(position.reach(cell)), (number, cell)
    last = reach_at(client, table_id, cell="b6", number=999).json()
    assert last == reach_at(client, table_id, cell="b6").json()
    assert last["moves"]


def test_reach_of_what_is_no_cell(client: Client) -> None:
    table_id = make(client, "me", "me", game="kyo")["id"]
    status, detail = problem(reach_at(client, table_id, cell="z9"))
    assert (status, detail[:24]) == (400, "no cell 'z9' in kyo; cel")
    assert problem(reach_at(client, table_id))[0] == 400
    assert problem(reach_at(client, table_id, cell="a" * 99))[0] == 400
    assert problem(reach_at(client, table_id, cell="a1", number=-1))[0] == 400
    assert problem(reach_at(client, "doesnotexist", cell="a1"))[0] == 404
