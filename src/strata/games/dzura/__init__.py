"""Dzura: a chess of captured pieces on a hexagonal board, and custom games on the same rules."""

from strata.games.dzura.game import Dzura

GAME = Dzura
