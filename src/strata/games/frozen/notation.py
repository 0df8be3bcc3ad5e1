"""Positions (section 8) and actions (section 9) of FrozenChess as text.

Positions are written by writing.py and read by reading.py; actions are written by actions.py.
"""

from strata.games.frozen.actions import format_action
from strata.games.frozen.reading import parse_position
from strata.games.frozen.writing import format_position

__all__ = ["format_action", "format_position", "parse_position"]
