"""Rhodium: armies placed in secret, stacks, and captured pieces that serve the captor."""

from strata.games.rhodium.game import Rhodium

GAME = Rhodium
