"""FrozenChess 10: paralysis, walls, tombs, fusion, shadows and rotations on 16×16."""

from strata.games.frozen.game import Frozen

GAME = Frozen
