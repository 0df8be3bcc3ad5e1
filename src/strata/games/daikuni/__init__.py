"""Daikuni: pieces that lay tiles on an 8×8 board until a King is trapped."""

from strata.games.daikuni.game import Daikuni

GAME = Daikuni
