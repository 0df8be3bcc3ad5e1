"""Push endpoints come from clients: the server speaks to push services and to nothing else."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from strata.server.notify import endpoints
from strata.server.notify.endpoints import BadEndpoint, EndpointClient, check_endpoint, is_public
from strata.server.notify.push import (
    BadKey,
    Pusher,
    check_subscription_keys,
    decode_base64url,
    new_private_key,
)
from strata.server.notify.resolver import Resolver, Unresolved
from strata.server.storage.contacts import Contact, address_hash
from tests.patience import PATIENCE
from tests.server.certificates import make_certificate, server_context
from tests.server.push_service import PushService, Subscription


@pytest.mark.parametrize(
    "url",
    [
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://web.push.apple.com:443/QGuQyavXutnMH",
        "https://8.8.8.8/push",
    ],
)
def test_addresses_of_push_services_are_taken(url: str) -> None:
    assert check_endpoint(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "push",
        "http://fcm.googleapis.com/fcm/send/abc",
        "ftp://fcm.googleapis.com/",
        "file:///etc/passwd",
        "https://",
        "https://localhost/push",
        "https://localhost./push",
        "https://printer/push",
        "https://printer.local/push",
        "https://metadata.google.internal/",
        "https://127.0.0.1/push",
        "https://10.0.0.1/push",
        "https://169.254.169.254/latest",
        "https://[::1]/push",
        "https://[::ffff:127.0.0.1]/push",
        "https://[fd00::1]/push",
        "https://[64:ff9b::7f00:1]/push",
        "https://push.example:22/",
        "https://push.example:99999/",
        "https://user:word@push.example/",
        "https://push.example/#part",
        "https://push.example/a b",
        "https://push.example\\@127.0.0.1/",
        "https://push.exämple/",
        "https://push.example/\r\nX: y",
        "https://push.example/" + "x" * 1024,
        "https://push..example/",
        f"https://{'x' * 64}.example/",
    ],
)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(url)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("::ffff:8.8.8.8", True),
        ("0.0.0.0", False),
        ("127.1.2.3", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("fe80::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::808:808", True),
        ("fec0::1", False),
        ("feff::1", False),
    ],
)
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


def contact_at(endpoint: str, body: dict[str, str]) -> Contact:
    keys = (body["p256dh"], body["auth"])
    return Contact("d", address_hash(endpoint), "push", endpoint, *keys, True)


def test_a_name_that_leads_home_is_not_connected_to() -> None:
    """The name is judged by what it resolves to when something is sent."""

    async def send(local: bool) -> str:
        with PushService() as service:
            subscription = service.subscription("home")
            endpoint = subscription.endpoint.replace("127.0.0.1", "localhost")
            service.base = service.base.replace("127.0.0.1", "localhost")
            pusher = Pusher(new_private_key(), "mailto:ann@example.org", local=local)
            try:
                result = await pusher.send(
                    contact_at(endpoint, subscription.body()), b"{}", topic="t", seconds=60
                )
            finally:
                await pusher.close()
            assert service.tried == (["home"] if local else [])
            return result

    assert asyncio.run(send(local=True)) == "sent"
    assert asyncio.run(send(local=False)) == "gone"


@pytest.mark.parametrize("name", ["push..example", f"{'x' * 64}.example", "xn--.example"])
def test_a_name_that_cannot_be_asked_for_is_given_up(name: str) -> None:
    """It was stored before such names were refused, or no other check knew better."""

    async def send() -> str:
        with PushService() as service:
            body = service.subscription("nowhere").body()
        pusher = Pusher(new_private_key(), "mailto:ann@example.org")
        try:
            contact = contact_at(f"https://{name}/", body)
            return await pusher.send(contact, b"{}", topic="t", seconds=60)
        finally:
            await pusher.close()

    assert asyncio.run(send()) == "gone"


def test_names_that_are_not_answered_hold_no_thread_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many ask for them: what the server does in threads goes on."""
    answered = threading.Event()
    asked = threading.Semaphore(0)

    def wait(*_: object, **__: object) -> list[Any]:
        asked.release()
        assert answered.wait(PATIENCE)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    monkeypatch.setattr(endpoints, "_CONNECT_SECONDS", PATIENCE)
    monkeypatch.setattr(endpoints, "_ANSWER_SECONDS", PATIENCE)

    async def work() -> None:
        client = EndpointClient()
        posts = [
            asyncio.create_task(client.post(f"https://push{number}.example/", b"", {}))
            for number in range(50)
        ]
        try:
            while not asked.acquire(blocking=False):
                await asyncio.sleep(0.01)
            async with asyncio.timeout(PATIENCE):
                await asyncio.to_thread(lambda: None)
            assert not any(post.done() for post in posts)
        finally:
            answered.set()
            await asyncio.gather(*posts, return_exceptions=True)
            await client.close()

    asyncio.run(work())


class NameServer:
    """Answers with this machine, but not for `slow.example` until it is `answered`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.answered = threading.Event()
        self._resolve = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self._find)

    def _find(self, host: str, *given: Any, **more: Any) -> list[Any]:
        self.asked.append(host)
        if host == "slow.example":
            assert self.answered.wait(PATIENCE)
        return self._resolve("127.0.0.1", *given, **more)


def test_a_name_that_is_not_answered_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has one thread, however often it is asked for."""
    names = NameServer(monkeypatch)

    async def work() -> None:
        resolver = Resolver(2)
        asking = [resolver.find("slow.example", 443, 0.01) for _ in range(20)]
        found = await asyncio.gather(*asking, return_exceptions=True)
        assert {type(each) for each in found} == {Unresolved}
        assert await resolver.find("quick.example", 443, PATIENCE) == ["127.0.0.1"]
        assert names.asked == ["slow.example", "quick.example"]
        late = asyncio.create_task(resolver.find("slow.example", 443, PATIENCE))
        names.answered.set()
        assert await late == ["127.0.0.1"]
        assert names.asked == ["slow.example", "quick.example"]

    try:
        asyncio.run(work())
    finally:
        names.answered.set()


def test_a_push_takes_as_long_as_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else more threads would be busy than pushes are sent at a time."""
    names = NameServer(monkeypatch)
    monkeypatch.setattr(endpoints, "_CONNECT_SECONDS", 0.01)
    is_waiting = asyncio.Event()
    ended = Unresolved.lookup_ended

    async def noted(self: Unresolved) -> None:
        is_waiting.set()
        await ended(self)

    async def work() -> None:
        body = Subscription("https://push.example", "x").body()
        pusher = Pusher(new_private_key(), "mailto:ann@example.org")
        there = contact_at("https://slow.example/x", body)
        sending = asyncio.create_task(pusher.send(there, b"{}", topic="t", seconds=60))
        async with asyncio.timeout(PATIENCE):
            await is_waiting.wait()
        assert not sending.done()
        names.answered.set()
        assert await sending == "unsent"
        await pusher.close()

    monkeypatch.setattr(Unresolved, "lookup_ended", noted)
    try:
        asyncio.run(work())
    finally:
        names.answered.set()


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (socket.EAI_NONAME, "failed"),
        (socket.EAI_AGAIN, "unsent"),
        (socket.EAI_FAIL, "unsent"),
        (socket.EAI_SYSTEM, "unsent"),
    ],
)
def test_what_a_name_server_says(monkeypatch: pytest.MonkeyPatch, error: int, result: str) -> None:
    def fail(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(error, "failed")

    async def send() -> str:
        body = Subscription("https://push.example", "x").body()
        pusher = Pusher(new_private_key(), "mailto:ann@example.org")
        try:
            there = contact_at("https://push.example/push/x", body)
            return await pusher.send(there, b"{}", topic="t", seconds=60)
        finally:
            await pusher.close()

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert asyncio.run(send()) == result


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (errno.ECONNREFUSED, "failed"),
        (errno.ETIMEDOUT, "failed"),
        (errno.ENETUNREACH, "unsent"),
        (errno.EMFILE, "unsent"),
    ],
)
def test_a_network_that_is_down_is_not_the_fault_of_the_endpoint(
    monkeypatch: pytest.MonkeyPatch, error: int, result: str
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise OSError("All connection attempts failed") from OSError(error, "failed")

    async def send() -> str:
        body = Subscription("https://8.8.8.8", "x").body()
        pusher = Pusher(new_private_key(), "mailto:ann@example.org")
        try:
            there = contact_at("https://8.8.8.8/x", body)
            return await pusher.send(there, b"{}", topic="t", seconds=60)
        finally:
            await pusher.close()

    monkeypatch.setattr(anyio, "connect_tcp", fail)
    assert asyncio.run(send()) == result


def test_a_service_is_known_by_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes to an address that was checked, the certificate is of the name."""
    own, other = make_certificate(tmp_path), make_certificate(tmp_path, "other.example")

    def send(certificate: Path) -> str:
        async def sending(endpoint: str, body: dict[str, str]) -> str:
            pusher = Pusher(new_private_key(), "mailto:ann@example.org", local=True)
            try:
                return await pusher.send(contact_at(endpoint, body), b"{}", topic="t", seconds=60)
            finally:
                await pusher.close()

        with PushService(server_context(certificate)) as service:
            subscription = service.subscription("safe")
            result = asyncio.run(sending(subscription.endpoint, subscription.body()))
            assert service.tried == (["safe"] if result == "sent" else [])
            return result

    assert send(own) == "failed"  # nobody vouches for it
    monkeypatch.setenv("SSL_CERT_FILE", str(other))
    assert send(other) == "failed"  # it is not of this name
    monkeypatch.setenv("SSL_CERT_FILE", str(own))
    assert send(own) == "sent"


def test_a_name_server_that_filters_ends_no_subscription(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it answers today, the subscription may be good."""
    names = NameServer(monkeypatch)
    body = Subscription("https://push.example", "x").body()

    async def send() -> str:
        pusher = Pusher(new_private_key(), "mailto:ann@example.org")
        try:
            contact = contact_at("https://push.example/push/x", body)
            return await pusher.send(contact, b"{}", topic="t", seconds=60)
        finally:
            await pusher.close()

    assert asyncio.run(send()) == "failed"
    assert names.asked == ["push.example"]


def test_no_socket_of_this_machine_is_connected_to() -> None:
    async def post() -> None:
        client = EndpointClient()
        try:
            await client.post("https://127.0.0.1/push", b"", {})
        finally:
            await client.close()

    with pytest.raises(BadEndpoint):
        asyncio.run(post())


@pytest.mark.parametrize(
    ("public_key", "auth"),
    [
        ("", ""),
        ("BA", "AAAAAAAAAAAAAAAAAAAAAA"),
        ("B" + "A" * 86, "AAAAAAAAAAAAAAAAAAAAAA"),  # not on the curve
        ("ä", "AAAAAAAAAAAAAAAAAAAAAA"),
        ("!" * 87, "AAAAAAAAAAAAAAAAAAAAAA"),
    ],
)
def test_keys_that_no_browser_makes_are_refused(public_key: str, auth: str) -> None:
    with pytest.raises(BadKey):
        check_subscription_keys(public_key, auth)


def test_a_key_that_is_none_is_refused() -> None:
    with pytest.raises(BadKey):
        Pusher("abc", "mailto:ann@example.org")


@pytest.mark.parametrize(
    ("endpoint", "origin"),
    [
        ("https://Web.Push.Apple.com:443/abc", "https://web.push.apple.com"),
        ("https://fcm.googleapis.com/fcm/send/abc", "https://fcm.googleapis.com"),
        ("http://127.0.0.1:8080/abc", "http://127.0.0.1:8080"),
    ],
)
def test_a_push_is_signed_for_the_origin_of_its_service(endpoint: str, origin: str) -> None:
    pusher = Pusher(new_private_key(), "https://play.example:8443", local=True)
    header = pusher._authorization(endpoint)["Authorization"]
    token = header.split("t=", 1)[1].split(",", 1)[0]
    claims = json.loads(decode_base64url(token.split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (origin, "https://play.example:8443")
    assert header.endswith(f",k={pusher.public_key}")


def test_an_address_that_cannot_be_signed_for_is_gone() -> None:
    async def send() -> str:
        pusher = Pusher(new_private_key(), "mailto:ann@example.org")
        body = Subscription("https://push.example", "x").body()
        try:
            there = contact_at("https://[2001:db8::1]/push", body)
            return await pusher.send(there, b"{}", topic="t", seconds=60)
        finally:
            await pusher.close()

    assert asyncio.run(send()) == "gone"
