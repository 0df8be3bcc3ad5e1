"""Who sits at the table: people, and the mover that plays at random."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Literal

from strata.core.contract import Action
from strata.core.record import Record

Player = Literal["human", "random"]
PLAYER_NAMES: Final[Mapping[Player, str]] = {"human": "human", "random": "random mover"}


def player_called(name: str | None) -> Player:
    """The player that a record's tag names: whoever is not the random mover is a person."""
    return "random" if name == PLAYER_NAMES["random"] else "human"


class RandomMover:
    """Plays any legal action. What it plays follows from the seed and the number of the action.

    So a game that was saved and resumed with the same seed goes on as it would have.
    """

    def __init__(self, seed: int | None) -> None:
        self.seed: Final = int.from_bytes(os.urandom(4)) if seed is None else seed

    def choose(self, record: Record) -> Action:
        from random import Random

        return Random(f"{self.seed}/{len(record.actions)}").choice(record.legal())
