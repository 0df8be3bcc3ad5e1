"""Search: computer players for every game of the contract. No game is known here.

>>> import strata
>>> from strata.search import make_player
>>> game = strata.game("daikuni")
>>> make_player(game, "4").choose(game.record()) in game.start().actions()
True
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
