"""Presets: ready-made sequences of actions that a player can take all at once."""

from __future__ import annotations

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """Actions of one seat, each legal after those before it, such as a set-up.

    They are ordinary actions: a preset plays nothing that could not be played by hand.
    """

    name: str
    """One word, to be typed or put on a button."""
    meaning: str
    """The idea, in one line."""
    actions: tuple[str, ...]
    varied: bool = False
    """Whether it is good and always different, so that opponents cannot know it: for computers."""
