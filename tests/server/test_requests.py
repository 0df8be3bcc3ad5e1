"""Requests as HTTP demands them: one Host, true answers to OPTIONS; a database that is moved."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.processes import NO_TLS, Device, Server


def status_of(server: Server, head: bytes) -> int:
    """The status of the answer to a request with this head."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(head + b"\r\n\r\n")
        return int(connection.recv(4096).split()[1])


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /health HTTP/1.1\r\nhost: localhost", 200),
        (b"GET /health HTTP/1.0", 200),
        (b"GET /health HTTP/1.0\r\nhost: localhost", 200),
        (b"GET /health HTTP/1.1", 400),
        (b"GET /health HTTP/1.1\r\nhost: localhost\r\nhost: localhost", 400),
        (b"GET /health HTTP/1.0\r\nhost: localhost\r\nhost: localhost", 400),
        (b"GET /health HTTP/1.1\r\nhost: evil@127.0.0.1", 421),
        (b"GET /health HTTP/1.1\r\nhost: 127.0.0.1/evil", 421),
        (b"GET /health HTTP/1.1\r\nhost: 127.0.0.1:80:80", 421),
        (b"GET /health HTTP/1.1\r\nhost: localhost:x", 421),
        (b"GET /health HTTP/1.1\r\nhost: localhost:", 200),
        (b"GET /health HTTP/1.1\r\nhost: [::1]:8765", 200),
    ],
)
def test_a_request_names_its_host_once(ann: Device, head: bytes, status: int) -> None:
    assert status_of(ann.server, head) == status


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/tables", "GET, HEAD, OPTIONS, POST"),
        ("/api/studies", "GET, HEAD, OPTIONS, POST"),
        ("/api/studies/aaaaaaaaaaaa", "DELETE, GET, HEAD, OPTIONS"),
        ("/api/tables/aaaaaaaaaaaa/review", "GET, HEAD, OPTIONS, POST"),
        ("/mail/end", "GET, HEAD, OPTIONS, POST"),
        ("/api/forget", "OPTIONS, POST"),
    ],
)
def test_all_methods_of_a_path_are_listed(client: Client, path: str, allowed: str) -> None:
    answer = client.options(path)
    assert (answer.status_code, answer.headers["allow"]) == (204, allowed)


def test_a_database_that_is_moved_away_is_noticed(tmp_path: Path) -> None:
    def health() -> tuple[int, str]:
        answer = httpx.get(f"http://{server.base}/health", timeout=PATIENCE, verify=NO_TLS)
        return answer.status_code, answer.json()["status"]

    with Server(tmp_path) as server:
        assert health() == (200, "ok")
        file, elsewhere = tmp_path / "strata.db", tmp_path / "elsewhere.db"
        file.rename(elsewhere)
        status, problem = health()
        assert status == 503
        assert "moved away" in problem
        file.touch()
        assert health()[0] == 503, "another file"
        file.unlink()
        elsewhere.rename(file)
        assert health() == (200, "ok")
