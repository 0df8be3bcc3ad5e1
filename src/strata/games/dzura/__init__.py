"""Dzura: a hexagonal chess with captured pieces to drop, and custom games on the same rules."""

from strata.games.dzura.game import Dzura

GAME = Dzura
