"""The position notation (section 8) and the action notation (section 9) of FrozenChess.

writing.py writes positions and reading.py reads them; actions.py writes actions.
"""

from strata.games.frozen.actions import format_action
from strata.games.frozen.reading import parse_position
from strata.games.frozen.writing import format_position

__all__ = ["format_action", "format_position", "parse_position"]
