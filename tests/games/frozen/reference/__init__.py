"""FrozenChess 10 once more, slowly: the rulebook F1-F80 read rule by rule.

Shares nothing with strata.games.frozen. Units and bodies are tuples, the board is dicts of them;
every action is found with its way and tried on a copy of the board.
"""

from __future__ import annotations

from tests.games.frozen.reference.board import MECHANICS, Rules
from tests.games.frozen.reference.game import Position, read

__all__ = ["MECHANICS", "Position", "Rules", "read"]
