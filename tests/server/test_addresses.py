"""Who asks: behind proxies, in networks, under names that are known."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from strata.server.app import create_app
from strata.server.config import Config
from strata.server.http.access.addresses import Addresses, client_group
from tests.server.conftest import Client
from tests.server.test_http import make, problem

PROXY = "testclient"  # the peer of litestar's client is no address: it stands for one below


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1", "10.0.0.7"], "198.51.100.1"),
        ("10.0.0.1", ["junk 17"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::1", ["2001:db8::5"], "2001:db8::5"),
        ("10.0.0.1", ["198.51.100.1:5000"], "198.51.100.1"),
        ("10.0.0.1", ["6.6.6.6", "198.51.100.1:5000", "10.0.0.7:80"], "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
        ("10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"),
        ("10.0.0.1", ["[2001:db8::1]junk"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1:"], "10.0.0.1"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
    ],
)
def test_only_known_proxies_are_believed(peer: str, forwarded: list[str], client: str) -> None:
    assert Addresses(["10.0.0.0/8", "::1"]).client(peer, forwarded) == client


def test_what_a_proxy_says_and_is_not_understood_is_told_once() -> None:
    addresses = Addresses(["10.0.0.1"])
    with capture_logs() as logged:
        for _ in range(3):
            addresses.client("10.0.0.1", ["_hidden"])
            addresses.client("10.0.0.2", ["junk of a client"])
            addresses.client("10.0.0.1", ["junk of a client", "198.51.100.1"])
    assert [(line["event"], line["entry"]) for line in logged] == [("not-forwarded", "_hidden")]


def test_without_proxies_nobody_is_believed() -> None:
    assert Addresses().client("127.0.0.1", ["198.51.100.1"]) == "127.0.0.1"


def test_a_household_is_one_client() -> None:
    assert client_group("2001:db8:1:2::1") == client_group("2001:db8:1:2:ffff::9")
    assert client_group("2001:db8:1:2::1") != client_group("2001:db8:1:3::1")
    assert client_group("198.51.100.1") != client_group("198.51.100.2")
    assert client_group("::ffff:198.51.100.1") == client_group("198.51.100.1")
    assert client_group("nonsense") == client_group("")


def test_a_header_of_the_client_passes_no_limit(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(tables_per_hour=3))) as client:
        answers = [
            client.post(
                "/api/tables",
                json={"game": "daikuni", "first": "me", "second": "me"},
                headers={"x-forwarded-for": f"198.51.100.{number}"},
            ).status_code
            for number in range(5)
        ]
    assert answers == [201, 201, 201, 429, 429]


def test_each_client_of_a_proxy_has_its_own_limit(
    limited: Callable[..., Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Addresses, "is_proxy", lambda _, address: address == PROXY)
    config = msgspec.structs.replace(limited(tables_per_hour=1), proxies=("10.0.0.1",))
    with TestClient(create_app(config)) as client:
        wanted = {"game": "daikuni", "first": "me", "second": "me"}
        for number in range(3):
            headers = {"x-forwarded-for": f"198.51.100.{number}", "x-forwarded-proto": "https"}
            answers = [client.post("/api/tables", json=wanted, headers=headers) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [201, 429]
            cookie = answers[0].headers["set-cookie"]
            assert cookie.startswith("__Host-strata=")
            assert "Secure" in cookie
            client.cookies.clear()


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("testserver.local", True),
        ("TESTSERVER.local:8765", True),
        ("localhost:8765", True),
        ("app.localhost", True),
        ("127.0.0.1:1", True),
        ("[::1]:8765", True),
        ("192.168.1.7", True),
        ("rebound.example", False),
        ("localhost.rebound.example", False),
        ("127.0.0.1.rebound.example", False),
    ],
)
def test_only_known_names_are_served(client: Client, host: str, is_known: bool) -> None:
    answer = client.get("/api/levels", headers={"host": host})
    assert answer.status_code == (200 if is_known else 421)
    if not is_known:
        assert "STRATA_HOSTS" in problem(answer)[1]


@pytest.mark.parametrize("host", ["[", "[::1", "a]b", "//", "x:y:z", "@", "evil@127.0.0.1"])
def test_names_that_are_none_are_refused(client: Client, host: str) -> None:
    assert client.get("/health", headers={"host": host}).status_code == 421
    origin = {"origin": f"http://{host}"}
    assert client.post("/api/identity", headers=origin).status_code == 403


def test_who_is_turned_away_pays_too(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(requests_per_second=1))) as client:
        answers = [client.get("/health", headers={"host": "other.example"}) for _ in range(60)]
        assert {answer.status_code for answer in answers} == {421, 429}


def test_a_client_can_be_forgotten(client: Client) -> None:
    made = make(client)
    url = f"/api/tables/{made['id']}"
    cookies = dict(client.cookies)
    assert client.get(url).json()["mine"] == ["first"]
    answer = client.post("/api/forget")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    client.cookies.clear()
    for name, value in cookies.items():  # a copy of the cookie is worth nothing either
        client.cookies.set(name, value)
    assert client.get(url).json()["mine"] == []


def test_new_visitors_are_limited_by_address(limited: Callable[..., Config]) -> None:
    """Who is known already may come as often as they like."""
    with TestClient(create_app(limited(visitors_per_hour=2))) as client:
        for _ in range(2):
            client.cookies.clear()
            assert [client.post("/api/identity").status_code for _ in range(3)] == [204] * 3
        client.cookies.clear()
        refused = client.post("/api/identity")
    assert refused.status_code == 429
    assert "new visitors" in refused.json()["detail"]
