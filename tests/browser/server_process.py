"""The real server as a process of its own, on a free port, with its own data."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

_START_SECONDS: Final = 30
_NO_LIMITS: Final = {
    "STRATA_REQUESTS_PER_SECOND": "1000",
    "STRATA_TABLES_PER_HOUR": "100000",
    "STRATA_ANALYSES_PER_HOUR": "100000",
    "STRATA_MESSAGES_PER_SECOND": "1000",
}


class ServerProcess:
    """Can be stopped and started again at the same address with the same data."""

    def __init__(self, data: Path, *, games: Path | None = None, **environment: str) -> None:
        """`games` is a folder of games that it is given with `strata serve --games`."""
        self._data: Final = data
        self._games: Final = games
        self._environment: Final = environment
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: Final[int] = probe.getsockname()[1]
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._data.mkdir(parents=True, exist_ok=True)
        with (self._data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(),
                env={
                    **os.environ,
                    **_NO_LIMITS,
                    **self._environment,
                    "STRATA_DATA_DIR": str(self._data),
                },
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.log()}")
            time.sleep(0.05)

    def _command(self) -> tuple[str, ...]:
        if self._games is None:
            return (sys.executable, "-m", "strata.server", str(self.port))
        program = "import sys; from strata.cli.main import main; sys.exit(main())"
        options = ("--port", str(self.port), "--no-browser", "--games", str(self._games))
        return (sys.executable, "-c", program, "serve", *options)

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """Without a word, as when the machine loses its power."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def log(self) -> str:
        return (self._data / "server.log").read_text(errors="replace")[-4000:]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/games", timeout=2):
                return True
        except (OSError, urllib.error.URLError):
            return False
