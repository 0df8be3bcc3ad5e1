"""Ready-made words between players: who hears them, how often, and that nothing is kept."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from strata.server.ops import rate_limit
from tests.server.conftest import Client
from tests.server.test_secrecy import Watcher


class Hall:
    """A table with a socket for both players and a spectator."""

    def __init__(self, client: Client, still_open: ExitStack, **seats: str) -> None:
        wanted = {"game": "daikuni", "first": "me", "second": "link"} | seats
        made = client.post("/api/tables", json=wanted).json()
        self.client = client
        self.url = f"/api/tables/{made['id']}"
        cookies = {"first": client.cookies["strata"]}
        client.cookies.clear()
        if made["keys"]:
            client.post(f"{self.url}/join", json={"key": made["keys"]["second"]})
            cookies["second"] = client.cookies["strata"]
            client.cookies.clear()
        headers = {who: {"cookie": f"strata={cookie}"} for who, cookie in cookies.items()}
        self.sockets = {
            who: Watcher(
                still_open.enter_context(
                    client.websocket_connect(f"{self.url}/live", headers=headers.get(who, {}))
                )
            )
            for who in (*cookies, "spectator")
        }

    def say(self, who: str, phrase: str) -> None:
        message = f'{{"type": "say", "phrase": "{phrase}"}}'
        self.sockets[who].socket.send_text(message)

    def hear(self, who: str, *kinds: str) -> dict[str, Any]:
        while True:
            message = self.sockets[who].hear()
            if message["type"] in kinds:
                return message


def test_both_players_hear_it_and_nobody_else(client: Client) -> None:
    with ExitStack() as still_open:
        hall = Hall(client, still_open)
        info = client.get(hall.url).json()
        hall.say("first", "good-luck")
        hall.say("second", "thank-you")
        for who in ("first", "second"):
            said = {hall.hear(who, "said")["phrase"] for _ in range(2)}
            assert said == {"good-luck", "thank-you"}
        hall.sockets["spectator"].socket.send_text('{"type": "resync"}')
        hall.hear("spectator", "welcome")
        assert "said" not in hall.sockets["spectator"].heard
        after = client.get(hall.url).json()
        assert after["state"]["version"] == info["state"]["version"] == 0
        assert "luck" not in client.get(f"{hall.url}/record").text


def test_it_is_said_after_the_game_too(client: Client) -> None:
    with ExitStack() as still_open:
        hall = Hall(client, still_open)
        hall.sockets["first"].say("resign")
        hall.hear("second", "changed")
        hall.say("second", "good-game")
        assert hall.hear("first", "said")["seat"] == "second"


def test_only_players_say_something_and_only_to_people(client: Client) -> None:
    with ExitStack() as still_open:
        hall = Hall(client, still_open)
        hall.say("spectator", "hello")
        assert "only players" in hall.hear("spectator", "refused")["detail"]
        hall.say("first", "free text")
        assert hall.hear("first", "refused")["code"] == "bad-message"
        for other in ("computer", "me"):
            alone = Hall(client, still_open, second=other)
            alone.say("first", "hello")
            assert "no other player" in alone.hear("first", "refused")["detail"]


def test_each_seat_says_only_so_much(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit.Bucket, "_fill", lambda self: None)  # time stands still
    with ExitStack() as still_open:
        hall = Hall(client, still_open)
        for _ in range(4):
            hall.say("first", "sorry")
        for _ in range(3):
            assert hall.hear("first", "said", "refused")["type"] == "said"
        refused = hall.hear("first", "said", "refused")
        assert (refused["code"], "wait" in refused["detail"]) == ("not-allowed", True)
        hall.say("second", "hello")  # the other seat has a limit of its own
        assert hall.hear("first", "said", "refused")["phrase"] == "hello"
