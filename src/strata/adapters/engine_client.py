"""A client of external engines, by the line protocol in docs/engine-protocol.md.

Every failure of an engine raises `EngineFailed` with the reason. The wait for an answer is limited
to the engine's time and a grace period, and an action of the engine is checked to be legal.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final, Self

from strata.adapters.engine_process import EngineFailed, EngineProcess
from strata.adapters.words import quoted
from strata.core.action import Action
from strata.core.errors import IllegalAction, shown
from strata.core.game import Game
from strata.core.option import format_settings
from strata.core.record import Record

__all__ = ["Engine", "EngineFailed"]

START_SECONDS: Final = 15.0
GRACE_SECONDS: Final = 5.0
USUAL_MS: Final = 1000
# An engine may print lines before it identifies itself, but not endlessly.
_LONGEST_GREETING: Final = 200
_STOP_SECONDS: Final = 1.0
# How soon a `stop` from another thread takes effect.
_LOOK_UP_SECONDS: Final = 0.2


class Engine:
    """A player that is an external program. It plays one game at a time.

    Call `close` when done, or use it as a context manager.
    """

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
        """Start the engine and tell it the game. Raises EngineFailed after ending the process."""
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
        """Ask for the action now, and wait at most one second for it."""
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
        """Return the engine's action, which is legal. Raises EngineFailed."""
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
        """Do the handshake: any lines may precede `strataok`, up to a limit of lines and time."""
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
        heard = f"; its last line was {shown(last)}" if last else "; it wrote nothing"
        raise self._process.failed(
            f"did not answer 'strata' with 'strataok' within {self._start_seconds:g} s "
            f"and {_LONGEST_GREETING} lines{heard}"
        )

    def _await(self, expected: str, seconds: float, fits: Callable[[str], bool]) -> str:
        """Return the first line that `fits`, skipping empty and `info` lines.

        Raises EngineFailed for any other line, and when the time is up.
        """
        deadline = time.monotonic() + seconds
        while (now := time.monotonic()) < min(deadline, self._patience):
            line = self._process.receive(min(deadline, self._patience, now + _LOOK_UP_SECONDS))
            if line is None or not line or line.split()[0] == "info":
                continue
            if fits(line):
                return line
            raise self._process.failed(f"answered {shown(line)}, expected {expected}")
        raise self._process.failed(f"did not answer {expected} within {seconds:g} s")
