"""Players for matches that need no search: picklable, for they play in other processes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.record import Record
from strata.lab.match import Contestant


class Fake:
    """`any` plays at random, `first` the first action, the others have the fault of their name."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self.stopped = False

    def choose(self, record: Record) -> str:
        legal = record.actions()
        if self.name == "first":
            return legal[0]
        if self.name == "illegal":
            return "z99"
        if self.name == "failing" and len(record.played) > 5:
            raise StrataError("no idea\nwhat to do")
        if self.name == "broken":
            raise ZeroDivisionError("a mistake in the program")
        if self.name == "deadly":
            os._exit(3)
        while self.name == "slow" and not self.stopped:
            time.sleep(0.01)
        return Random(f"{self.seed}/{len(record.played)}").choice(legal)

    def stop(self) -> None:
        self.stopped = True


@contextmanager
def open_fake(game: Game, name: str, seed: int, time_ms: int | None) -> Iterator[Contestant]:
    if name == "absent":
        raise StrataError("not there")
    yield Fake(name, seed)
