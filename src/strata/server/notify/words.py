"""The words of notifications. They name the game, the opponent and what is wanted, no more."""

from __future__ import annotations

import re
from typing import Final

from strata.core.errors import StrataError
from strata.core.outcome import Seat, other_seat
from strata.games import rules_class
from strata.server.storage.alerts import AlertedTable, AlertKind
from strata.server.views.names import name_tag

# Names that a mail program might turn into links.
_LINKLIKE: Final = re.compile(r"[/@:\\]|\w\.\w")
_HOUR_MS: Final = 3600 * 1000

_WORDS: Final[dict[AlertKind, str]] = {
    "turn": "It is your turn against {them}.",
    "joined": "{Them} has joined the game.",
    "draw": "{Them} offers you a draw.",
    "take-back": "{Them} asks for a take-back.",
    "claim": "{Them} has claimed the game. Return to the table, or you lose.",
    "rematch": "{Them} wants a rematch.",
    "over": "The game against {them} is over.",
    "time": "Your time runs out in {left}: it is your turn against {them}.",
}


def game_title(game: str) -> str:
    try:
        return rules_class(game).title
    except StrataError:  # this server does not know the game any more
        return game


def sentence(kind: AlertKind, table: AlertedTable, seat: Seat, now_ms: int) -> str:
    """Return what the holder of `seat` is told."""
    them = _opponent(table, other_seat(seat))
    left = _length(0 if table.deadline_ms is None else table.deadline_ms - now_ms)
    said = _WORDS[kind].format(them=them, Them=them[:1].upper() + them[1:], left=left)
    if kind == "joined" and table.acting == seat:
        said += " It is your turn."
    return said


def _opponent(table: AlertedTable, seat: Seat) -> str:
    if table.kinds[seat] == "computer":
        return "the computer"
    name = table.tags.get(name_tag(seat), "")
    return name if name and not _LINKLIKE.search(name) else "your opponent"


def _length(left_ms: int) -> str:
    hours = max(0, left_ms) // _HOUR_MS
    if hours < 1:
        return "less than an hour"
    return "1 hour" if hours == 1 else f"{hours} hours"
