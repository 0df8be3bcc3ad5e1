"""The players at the terminal's table: people, and players of the computer."""

from __future__ import annotations

import os
import re
from typing import Final, Protocol

from strata.core.action import Action
from strata.core.chance import choose_random
from strata.core.game import Game
from strata.core.record import Record

Player = str
HUMAN: Final = "human"
RANDOM: Final = "random"
# How the tags of a record name the players.
_RANDOM_TAG: Final = "random mover"
_LEVEL_TAG: Final = re.compile(r"level ([0-9]+)")
_COMPUTER_TAG: Final = re.compile(r"(\S+) \(computer\)")


def player_tag(player: Player) -> str:
    """Return the name of a player in the tags of a record."""
    if player == HUMAN:
        return HUMAN
    if player == RANDOM:
        return _RANDOM_TAG
    return f"level {player}" if player.isdigit() else f"{player} (computer)"


def player_called(name: str | None) -> Player:
    """Return the player that a tag names; any name that is not the computer's is a person."""
    if name == _RANDOM_TAG:
        return RANDOM
    found = _LEVEL_TAG.fullmatch(name or "") or _COMPUTER_TAG.fullmatch(name or "")
    return found[1] if found else HUMAN


class Mover(Protocol):
    """A computer player. Another thread may call `stop` to make `choose` return."""

    def choose(self, record: Record) -> Action: ...

    def stop(self) -> None: ...


class RandomMover:
    """A player of random legal actions."""

    def __init__(self, seed: int) -> None:
        self.seed: Final = seed

    def choose(self, record: Record) -> Action:
        return choose_random(record.actions(), self.seed, record.length)

    def stop(self) -> None:
        """Do nothing: `choose` never takes long."""


def make_mover(game: Game, player: Player, seed: int | None, time_ms: int | None) -> Mover:
    """Return the computer player of that name or level. Raises UnknownPlayer."""
    settled = int.from_bytes(os.urandom(4)) if seed is None else seed
    if player == RANDOM:
        return RandomMover(settled)
    from strata.search.players import make_player

    return make_player(game, player, seed=settled, time_ms=time_ms)
