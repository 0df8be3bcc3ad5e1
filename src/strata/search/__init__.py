"""Search: computer players for every game that implements `Rules`. No game is known here.

make_player(game, "4").choose(record)                       # an action, at level 4
make_searcher(game).think(record, Limits(time_ms=1000))     # a Report: lines, scores, nodes
find_hint(record)                                           # Advice: a good turn, in words too
find_threat(record)                                         # what the other side threatens
review_record(record)                                       # Review: every turn judged
"""

from strata.search.advice import Advice, AdvisedAction, find_hint, find_threat
from strata.search.levels import LEVELS, Level, UnknownPlayer, level
from strata.search.players import (
    METHODS,
    PLAYERS,
    NoEvaluation,
    Player,
    make_player,
    make_searcher,
)
from strata.search.report import Limits, Line, Report, Score
from strata.search.review import Effort, Review, ReviewedTurn, level_effort
from strata.search.reviewer import Reviewer, find_mistakes, judge_attempt, review_record
from strata.search.searcher import NothingToSearch, Searcher

__all__ = [
    "LEVELS",
    "METHODS",
    "PLAYERS",
    "Advice",
    "AdvisedAction",
    "Effort",
    "Level",
    "Limits",
    "Line",
    "NoEvaluation",
    "NothingToSearch",
    "Player",
    "Report",
    "Review",
    "ReviewedTurn",
    "Reviewer",
    "Score",
    "Searcher",
    "UnknownPlayer",
    "find_hint",
    "find_mistakes",
    "find_threat",
    "judge_attempt",
    "level",
    "level_effort",
    "make_player",
    "make_searcher",
    "review_record",
]
