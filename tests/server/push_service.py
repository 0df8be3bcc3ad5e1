"""A real push service, as far as a server can tell: it takes, checks and decrypts pushes."""

from __future__ import annotations

import json
import os
import queue
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from strata.server.notify.push import decode_base64url, encode_base64url
from tests.patience import PATIENCE


class Subscription:
    """What a browser has: an endpoint and the keys to what is sent there."""

    def __init__(self, base: str, name: str) -> None:
        self.endpoint = f"{base}/push/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def body(self) -> dict[str, str]:
        """What a client sends to the server."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "p256dh": encode_base64url(point),
            "auth": encode_base64url(self._auth),
        }

    def decrypt(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(plain)
        return message


class Push:
    """One push that arrived, checked and decrypted."""

    def __init__(self, path: str, headers: dict[str, str], message: dict[str, Any]) -> None:
        self.name = path.rsplit("/", 1)[1]
        self.headers = headers
        self.message = message


class PushService:
    """Answers 201, or what `statuses` says for the next pushes to a name, in order."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        """`tls`: it speaks HTTPS, as localhost."""
        self.statuses: dict[str, list[int]] = {}
        self.tried: list[str] = []
        self.held: set[str] = set()
        """The names that get no answer until `answers` is set."""
        self.answers = threading.Event()
        self._subscriptions: dict[str, Subscription] = {}
        self._pushes: queue.Queue[Push | Exception] = queue.Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = service._take(self.path, dict(self.headers), body)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", f"{service.base}/push/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing is printed."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        if tls is not None:
            self.base = f"https://localhost:{self._server.server_port}"
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever)

    def subscription(self, name: str) -> Subscription:
        made = self._subscriptions[name] = Subscription(self.base, name)
        return made

    def _take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        name = path.rsplit("/", 1)[1]
        self.tried.append(name)
        if name in self.held:
            assert self.answers.wait(PATIENCE)
        waiting = self.statuses.get(name, [])
        status = waiting.pop(0) if waiting else 201
        try:
            self._check(headers)
            message = self._subscriptions[name].decrypt(body)
        except Exception as error:
            self._pushes.put(error)
            return 400
        if status < 300:
            self._pushes.put(Push(path, headers, message))
        return status

    def _check(self, headers: dict[str, str]) -> None:
        """The signature, for whom it is, and what every push must have."""
        authorization = headers["Authorization"]
        assert Vapid02.verify(authorization)
        token = authorization.split("t=", 1)[1].split(",", 1)[0]
        claims = json.loads(decode_base64url(token.split(".")[1]))
        assert claims["aud"] == self.base
        assert claims["sub"].startswith(("mailto:", "https://"))
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0

    def next(self) -> Push:
        """The next push that arrives."""
        found = self._pushes.get(timeout=PATIENCE)
        if isinstance(found, Exception):
            raise found
        return found

    def is_quiet(self) -> bool:
        """Whether all pushes that arrived were looked at."""
        return self._pushes.empty()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.answers.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(PATIENCE)
