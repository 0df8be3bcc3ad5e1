"""What whoever acts can do, as it goes over the wire: actions, their clicks, what they lose."""

from __future__ import annotations

import msgspec

from strata.core.gesture import Token


class Choice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A legal action and the clicks that make it, as places in `Offers.tokens`."""

    action: str
    gesture: tuple[int, ...]


class ActionWarning(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What of the mover's own an action loses; `choice` is its place in `Offers.choices`."""

    choice: int
    words: str
    """A sentence with placeholders for seats."""


class Offers(msgspec.Struct, frozen=True):
    """What whoever acts can do."""

    choices: tuple[Choice, ...]
    """The legal actions; empty unless the viewer holds the seat that is to act."""
    tokens: tuple[str | Token, ...]
    """The clicks of the choices; one that is a text is the cell of that name."""
    incomplete: tuple[int, ...]
    """The places of the choices that the next action of the same seat must complete."""
    warnings: tuple[ActionWarning, ...]
