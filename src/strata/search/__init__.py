"""Search: computer players for every game of the contract. No game is known here.

make_player(game, "4").choose(record)                       # an action, at level 4
make_searcher(game).think(record, Limits(time_ms=1000))     # a Report: lines, scores, nodes
"""

from strata.search.levels import LEVELS, Level, UnknownPlayer, level
from strata.search.players import METHODS, PLAYERS, Player, make_player, make_searcher
from strata.search.report import Limits, Line, Report, Score
from strata.search.searcher import NothingToSearch, Searcher

__all__ = [
    "LEVELS",
    "METHODS",
    "PLAYERS",
    "Level",
    "Limits",
    "Line",
    "NothingToSearch",
    "Player",
    "Report",
    "Score",
    "Searcher",
    "UnknownPlayer",
    "level",
    "make_player",
    "make_searcher",
]
