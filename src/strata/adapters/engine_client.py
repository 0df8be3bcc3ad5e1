"""Drives an engine of somebody else's by the line protocol in docs/engine-protocol.md.

Whatever goes wrong on its side is an `EngineFailed` that says what: it is never waited for longer
than it was given and a grace, and an action of its is played only if it is legal.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final, Self

from strata.adapters.engine_process import EngineFailed, EngineProcess
from strata.adapters.words import quoted
from strata.core.errors import IllegalAction, shown
from strata.core.game import Game
from strata.core.option import format_settings
from strata.core.position import Action
from strata.core.record import Record

__all__ = ["Engine", "EngineFailed"]

START_SECONDS: Final = 15.0
GRACE_SECONDS: Final = 5.0
USUAL_MS: Final = 1000
# An engine may greet before it says what it is, but not go on for ever.
_LONGEST_GREETING: Final = 200
_STOP_SECONDS: Final = 1.0
# How soon a `stop` from another thread is noticed.
_LOOK_UP_SECONDS: Final = 0.2


class Engine:
    """A player that is another program. One game at a time; `close` it, or use it in a `with`."""

    def __init__(
        self,
        game: Game,
        command: str,
        *,
        seed: int | None = None,
        time_ms: int | None = None,
        start_seconds: float = START_SECONDS,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        """Starts the engine and tells it the game. Raises EngineFailed, and leaves nothing."""
        self.game: Final = game
        self.name = command
        self.time_ms: Final = time_ms or USUAL_MS
        self._start_seconds: Final = start_seconds
        self._grace_seconds: Final = grace_seconds
        self._options: Final[set[str]] = set()
        self._patience = math.inf
        self._process: Final = EngineProcess(command)
        try:
            self._greet()
            if seed is not None and "Seed" in self._options:
                self._process.send(f"setoption name Seed value {seed}")
            self.new_game()
        except BaseException:
            self._process.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._process.close()

    def stop(self) -> None:
        """Has no patience left: asks for the action now, and waits no longer than a second."""
        self._patience = min(self._patience, time.monotonic() + _STOP_SECONDS)
        self._process.send("stop")

    def new_game(self) -> None:
        self._patience = math.inf
        definition = f" definition {quoted(self.game.definition)}" if self.game.definition else ""
        settings = format_settings(self.game.settings)
        self._process.send(f"newgame {self.game.name} {settings}".rstrip() + definition)
        self._process.send("isready")
        self._await("readyok", self._start_seconds, lambda line: line == "readyok")

    def choose(self, record: Record) -> Action:
        """The engine's action, which is legal, or EngineFailed."""
        actions = f" actions {' '.join(record.played)}" if record.played else ""
        self._process.send(f"position {quoted(str(record.start))}{actions}")
        self._process.send(f"go time {self.time_ms}")
        answer = self._await(
            "bestmove ACTION",
            self.time_ms / 1000 + self._grace_seconds,
            lambda line: len(line.split()) == 2 and line.split()[0] == "bestmove",
        )
        chosen = answer.split()[1]
        try:
            return record.position.find(chosen)
        except IllegalAction as error:
            raise self._process.failed(f"chose an {error}") from None

    def _greet(self) -> None:
        """The handshake: everything before `strataok` may be said, only not without end."""
        self._process.send("strata")
        deadline = time.monotonic() + self._start_seconds
        last = ""
        for _ in range(_LONGEST_GREETING):
            line = self._process.receive(deadline)
            if line is None:
                break
            if line == "strataok":
                return
            last = line or last
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip() or self.name
            elif line.startswith("option name "):
                self._options.add(line.split()[2])
        heard = f"; the last it said was {shown(last)}" if last else "; it said nothing"
        raise self._process.failed(
            f"did not answer 'strata' by 'strataok' within {self._start_seconds:g} s "
            f"and {_LONGEST_GREETING} lines{heard}"
        )

    def _await(self, expected: str, seconds: float, fits: Callable[[str], bool]) -> str:
        """The line that `fits`; what it tells meanwhile is passed over."""
        deadline = time.monotonic() + seconds
        while (now := time.monotonic()) < min(deadline, self._patience):
            line = self._process.receive(min(deadline, self._patience, now + _LOOK_UP_SECONDS))
            if line is None or not line or line.split()[0] == "info":
                continue
            if fits(line):
                return line
            raise self._process.failed(f"answered {shown(line)}, expected {expected}")
        raise self._process.failed(f"did not answer {expected} within {seconds:g} s")
