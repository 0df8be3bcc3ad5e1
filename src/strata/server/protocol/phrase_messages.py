"""Ready-made messages between the two players. There is no free text."""

from __future__ import annotations

from typing import Literal

import msgspec

from strata.core.outcome import Seat

Phrase = Literal[
    "hello",
    "good-luck",
    "one-moment",
    "nice-move",
    "thank-you",
    "sorry",
    "good-game",
]
"""What a player can say; clients supply the words."""


class SayPhrase(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"
):
    """A phrase for the other player. It is not part of the game and has no version."""

    phrase: Phrase


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    """A phrase that a player has said, sent to the holders of both seats."""

    seat: Seat
    phrase: Phrase
