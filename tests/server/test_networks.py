"""Whoever has many addresses has not many times the limits of one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.fair_queue import MOST_WAITING, FairQueue
from strata.server.http.access.addresses import Addresses, client_group
from strata.server.http.access.connection_limits import ConnectionLimits
from strata.server.ops.networks import has_no_place, ipv6_network, network_of
from tests.server.conftest import Client
from tests.server.test_addresses import PROXY
from tests.server.test_http import problem
from tests.server.test_studies import record

OTHER = "2a00:bbbb::1"


def household(number: int) -> str:
    """An address of the household of this number in one network of 48 bits."""
    return f"2a00:aaaa:1:{number:x}::7"


@pytest.fixture
def behind_proxy(
    limited: Callable[..., Config], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Config]:
    monkeypatch.setattr(Addresses, "is_proxy", lambda _, address: address == PROXY)

    def change(**limits: Any) -> Config:
        return msgspec.structs.replace(limited(**limits), proxies=("10.0.0.1",))

    return change


def test_networks_around_addresses() -> None:
    group = client_group(household(5))
    assert ipv6_network(group) == network_of(group) == "2a00:aaaa:1::/48"
    assert ipv6_network("8.8.8.8") == ""
    assert network_of("8.8.8.8") == "8.8.8.0/24"
    for private in ("192.168.1.7", "127.0.0.1", client_group("fd00::1"), "unknown", ""):
        assert network_of(private) == private
        assert ipv6_network(private) == ""


def made(client: Client, address: str) -> int:
    wanted = {"game": "daikuni", "first": "me", "second": "me"}
    client.cookies.clear()
    answer = client.post("/api/tables", json=wanted, headers={"x-forwarded-for": address})
    return answer.status_code


def test_a_network_has_eight_times_the_limit_of_an_address(
    behind_proxy: Callable[..., Config],
) -> None:
    with TestClient(create_app(behind_proxy(tables_per_hour=2))) as client:
        answers = [made(client, household(number)) for number in range(20)]
        assert answers == [201] * 16 + [429] * 4
        assert made(client, OTHER) == 201
        assert [made(client, f"8.8.8.{number}") for number in range(20)] == [201] * 20


def test_requests_of_a_network_are_limited(behind_proxy: Callable[..., Config]) -> None:
    with TestClient(create_app(behind_proxy(requests_per_second=1))) as client:
        answers = [
            client.get("/api/puzzles/x/y", headers={"x-forwarded-for": household(number)})
            for number in range(200)
        ]
        assert 429 in {answer.status_code for answer in answers}
        assert client.get("/health", headers={"x-forwarded-for": OTHER}).status_code == 200


def test_what_networks_store_is_limited(behind_proxy: Callable[..., Config]) -> None:
    """IPv4 as well: all that is stored stays."""
    noted = {"type": "annotate", "node": 1, "comment": "a" * 3900}
    with TestClient(create_app(behind_proxy(study_kb_per_day=5))) as client:

        def store(address: str) -> bool:
            headers = {"x-forwarded-for": address}
            made = client.post("/api/studies", json={"text": record(4).export()}, headers=headers)
            if made.status_code == 409:
                assert problem(made)[1].startswith("daily storage limit")
                return False
            changed = {"version": 0, "change": noted}
            path = f"/api/studies/{made.json()['id']}/changes"
            assert client.post(path, json=changed, headers=headers).status_code == 200
            return True

        stored = [store(f"8.8.8.{number}") for number in range(20)]
        assert 8 < stored.count(True) < 12, "about 40,000 characters"
        assert stored == sorted(stored, reverse=True)
        assert store("8.8.4.4")


def test_connections_of_a_network_are_limited() -> None:
    limits = ConnectionLimits(Addresses(), 1000, 2)
    entered = [limits.enter(household(number)) for number in range(20)]
    assert [owner is not None for owner in entered] == [True] * 16 + [False] * 4
    assert limits.enter(OTHER) is not None
    assert entered[0] is not None
    limits.leave(entered[0])
    assert limits.enter(household(30)) is not None


def test_others_keep_half_of_shared_places() -> None:
    owners = [client_group(household(number)) for number in range(8)]
    other = client_group(OTHER)
    assert not has_no_place(owners[0], owners[:7], 16)
    assert has_no_place(owners[0], owners, 16)
    assert not has_no_place(other, owners, 16)
    assert has_no_place(other, [*owners, *(f"8.8.{number}.1" for number in range(8))], 16)


def test_others_keep_half_of_the_queue() -> None:
    async def run() -> None:
        queue = FairQueue(1)

        async def work(owner: str) -> None:
            async with queue.turn(owner, 5000):
                await asyncio.Event().wait()

        owners = [client_group(household(number)) for number in range(MOST_WAITING // 2 + 1)]
        tasks = [asyncio.create_task(work(owner)) for owner in owners]
        await asyncio.sleep(0)
        assert queue.waiting == MOST_WAITING // 2
        assert queue.is_full_for(client_group(household(99)))
        assert not queue.is_full_for(client_group(OTHER))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
