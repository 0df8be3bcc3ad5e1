"""Pictures in rulebooks: the positions that a block of text gives.

A block of `NAME: VALUE` lines (docs/rules/README.md) gives the positions of its `position` lines
under its `options` and `definition`, with its `caption`. A block can also be a position alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.option import parse_settings
from strata.core.position import Position

_LINE: Final = re.compile(
    r"^(options|definition|position|caption):[ \t]*(.*?)[ \t]*$", re.MULTILINE
)
_DEFAULT: Final = "default"


@dataclass(frozen=True)
class Picture:
    position: Position
    caption: str = ""
    """Empty if the text gives none."""


def read_pictures(block: str, game: Game) -> dict[str, Picture]:
    """Return the pictures of a block by their position strings.

    Strings that are no position of `game` are left out.
    """
    lines: list[tuple[str, str]] = _LINE.findall(block)
    if not lines:
        return pictures_of([block.strip()], game)
    given = dict(lines)
    options, definition = given.get("options", ""), given.get("definition")
    try:
        settings = parse_settings("" if options == _DEFAULT else options)
        shipped = game.shipped_definitions()[definition] if definition else None
        game = Game(game.rules.open(settings, shipped))
    except (StrataError, KeyError):
        return {}
    texts = (value for name, value in lines if name == "position")
    return pictures_of(texts, game, given.get("caption", ""))


def pictures_of(texts: Iterable[str], game: Game, caption: str = "") -> dict[str, Picture]:
    """Return the pictures of those `texts` that are positions of `game`."""
    found = {}
    for text in texts:
        try:
            found[text] = Picture(game.position(text), caption)
        except StrataError:
            continue
    return found
