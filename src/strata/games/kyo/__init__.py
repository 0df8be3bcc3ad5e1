"""Kyo: pawns on stacks of chips that carry them across a 10×10 board."""

from strata.games.kyo.game import Kyo

GAME = Kyo
