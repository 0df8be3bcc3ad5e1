"""scripts/audit asks about what users get, and fails if something is known about it.

A registry on this machine takes the place of the real one.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE

ADVISORY = {
    "id": 1,
    "url": "https://advisories.example/1",
    "title": "It does what it should not",
    "severity": "high",
    "vulnerable_versions": "<=99.0.0",
    "cwe": [],
    "cvss": {"score": 9, "vectorString": None},
}


class Registry(ThreadingHTTPServer):
    """A registry that knows advisories and keeps the names it was asked about."""

    def __init__(self, advisories: dict[str, list[dict[str, Any]]], status: int) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.advisories = advisories
        self.status = status
        self.asked: set[str] = set()


class _Answers(BaseHTTPRequestHandler):
    server: Registry

    def do_GET(self) -> None:
        name = self.path.removeprefix("/").replace("%2f", "/")
        versions = {"1.0.0": {"name": name, "version": "1.0.0"}}
        self._answer(200, {"name": name, "dist-tags": {"latest": "1.0.0"}, "versions": versions})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.server.asked |= set(json.loads(body))
        self._answer(self.server.status, self.server.advisories)

    def _answer(self, status: int, content: object) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Keep requests out of the output of the tests."""


@contextmanager
def registry(
    advisories: dict[str, list[dict[str, Any]]], status: int = 200
) -> Iterator[tuple[Registry, dict[str, str]]]:
    """A registry that runs, and the environment in which npm asks it."""
    with Registry(advisories, status) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}/"
        try:
            yield server, os.environ | {"npm_config_registry": address}
        finally:
            server.shutdown()
            thread.join()


def _audit(root: Path, variables: dict[str, str], cache: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [root / "scripts" / "audit", "client"],
        env=variables | {"npm_config_cache": str(cache)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_vulnerable_package_of_the_client_fails(root: Path, tmp_path: Path) -> None:
    with registry({"svelte": [ADVISORY]}) as (server, variables):
        done = _audit(root, variables, tmp_path)
    assert {"svelte", "vite", "uqr"} <= server.asked
    assert done.returncode == 1, done.stdout + done.stderr
    assert "svelte: high" in done.stdout


def test_nothing_known_is_said(root: Path, tmp_path: Path) -> None:
    with registry({}) as (server, variables):
        done = _audit(root, variables, tmp_path)
    assert "svelte" in server.asked
    assert (done.returncode, done.stdout) == (0, "JavaScript: 0 known weaknesses\n")


@pytest.mark.parametrize("status", [405, 404])
def test_a_registry_that_does_not_tell_is_said(root: Path, tmp_path: Path, status: int) -> None:
    with registry({}, status) as (_, variables):
        done = _audit(root, variables, tmp_path)
    assert (done.returncode, done.stdout) == (0, "JavaScript: the registry does not tell\n")


def test_an_unknown_part_is_refused(root: Path) -> None:
    done = subprocess.run(
        [root / "scripts" / "audit", "clients"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "error: scripts/audit clients: expected server, client or nothing\n"
