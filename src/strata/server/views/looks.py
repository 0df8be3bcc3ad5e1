"""Looks of games: the fixed parts of their scenes, and a picture of each game."""

from __future__ import annotations

from functools import lru_cache

from strata.core.game import Game
from strata.games import rules_class
from strata.server.protocol.game_messages import (
    LabelInfo,
    Look,
)


@lru_cache(maxsize=64)
def draw_look(game: Game) -> Look:
    scene = game.start().scene()
    labels = tuple(LabelInfo(label.text, *label.at) for label in scene.labels)
    return Look(
        game.name,
        scene.size,
        scene.cells,
        labels,
        dict(game.symbols),
        dict(game.rules.choices),
        scene.hues,
    )


@lru_cache(maxsize=64)
def draw_picture(name: str, dark: bool = False, frame: tuple[int, int] | None = None) -> str:
    """Return the showcase of the game called `name` as SVG. Raises UnknownGame."""
    return Game(rules_class(name)()).showcase.svg(dark=dark, frame=frame)
