"""The real server as a process of its own, on a free port, with its own data."""

from __future__ import annotations

import os
import time
import urllib.error
import urllib.request
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from tests.forked import CLOCK, start_server, write_clock
from tests.patience import PATIENCE
from tests.server.processes import free_port

_END_SECONDS: Final = 10
_NO_LIMITS: Final = {
    "STRATA_REQUESTS_PER_SECOND": "1000",
    "STRATA_TABLES_PER_HOUR": "100000",
    "STRATA_SUBSCRIPTIONS_PER_HOUR": "100000",
    "STRATA_VISITORS_PER_HOUR": "100000",
    "STRATA_STUDY_KB_PER_DAY": "10000000",
    "STRATA_ANALYSES_PER_HOUR": "100000",
    "STRATA_MESSAGES_PER_SECOND": "1000",
    "STRATA_WORK_MS_PER_SECOND": "100000",
    "STRATA_ADVICE_GUARD": "client",  # all visitors come from one address
}


class ServerProcess:
    """Can be stopped and started again at the same address with the same data."""

    def __init__(self, data: Path, *, games: Path | None = None, **environment: str) -> None:
        """`games` is a folder of games that it is given with `strata serve --games`."""
        self._data: Final = data
        self._games: Final = games
        self._environment: Final = environment
        self.port: Final = free_port()
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._process: ForkServerProcess | None = None
        self._passed_seconds = 0

    def pass_time(self, hours: float) -> None:
        """So much later it is, by the clock of the server."""
        self._passed_seconds += round(3600 * hours)
        write_clock(self._data / "clock", 0, passed_seconds=self._passed_seconds)

    def start(self) -> None:
        self._data.mkdir(parents=True, exist_ok=True)
        self.pass_time(0)
        environment = {
            **os.environ,
            **_NO_LIMITS,
            **self._environment,
            "STRATA_DATA_DIR": str(self._data),
            CLOCK: str(self._data / "clock"),
        }
        log = self._data / "server.log"
        if self._games is None:
            self._process = start_server((str(self.port),), environment, log)
        else:
            options = ("--port", str(self.port), "--no-browser", "--games", str(self._games))
            self._process = start_server(("serve", *options), environment, log, program="strata")
        give_up = time.monotonic() + PATIENCE
        while not self._answers():
            if not self._process.is_alive() or time.monotonic() > give_up:
                raise RuntimeError(f"the server did not start:\n{self.log()}")
            time.sleep(0.05)

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        self._process.join(_END_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Without a word, as when the machine loses its power."""
        assert self._process is not None
        self._process.kill()
        self._process.join()
        self._process = None

    def log(self) -> str:
        return (self._data / "server.log").read_text(errors="replace")[-4000:]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/games", timeout=2):
                return True
        except (OSError, urllib.error.URLError):
            return False
