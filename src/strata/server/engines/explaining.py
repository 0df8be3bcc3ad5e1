"""Explanations of what cannot be done, found in a worker process."""

from __future__ import annotations

import msgspec

from strata.core.gesture import Token, TokenKind
from strata.core.outcome import Seat
from strata.play.game_snapshot import GameSnapshot


def explain(snapshot: GameSnapshot, seat: Seat, clicks: tuple[tuple[TokenKind, str], ...]) -> bytes:
    """Return the explanation as JSON, from what `seat` sees. Raises UnknownToken."""
    view = snapshot.record().position.view(seat)
    return msgspec.json.encode(view.why_not([Token(kind, name) for kind, name in clicks]))
