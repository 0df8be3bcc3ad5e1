"""The symbols of Kyo: drawings of pawns and chips that differ without colour too.

First's mana chips have round ends, second's pointed ones; dark chips are filled and ridged, light
ones are pale. Shields belong to nobody: they are grey bars with battlements.
"""

from __future__ import annotations

from typing import Final

from strata.core.scene import Symbol

# Symbols by the letters of the position notation, in upper case.
PAWN_SYMBOLS: Final = {
    "P": "light-pawn",
    "H": "heavy-pawn",
    "T": "tower",
    "Q": "queen",
    "K": "king",
    "N": "knight",
    "C": "cannon",
}
CHIP_SYMBOLS: Final = {
    "D": "round-dark-chip",
    "L": "round-light-chip",
    "d": "pointed-dark-chip",
    "l": "pointed-light-chip",
    "S": "shield",
}

_BASE = '<path class="body" d="M-27 44Q-27 31-17 29H17Q27 31 27 44Z"/>'
_LIGHT_PAWN = (
    '<path class="body" d="M-14 30Q-7 12-9 2H9Q7 12 14 30Z"/>'
    '<circle class="body" cx="0" cy="-9" r="14"/>'
    '<path class="body" d="M-20 40Q-20 30-13 29H13Q20 30 20 40Z"/>'
)
_HEAVY_PAWN = (
    '<path class="body" d="M-22 30Q-12 10-14-6H14Q12 10 22 30Z"/>'
    '<path class="body" d="M-23-6H23L17 4H-17Z"/>'
    '<circle class="body" cx="0" cy="-23" r="19"/>'
    '<path class="line" d="M-13 17H13"/>' + _BASE
)
_TOWER = (
    '<path class="body" d="M-29-42H-15V-32H-7V-42H7V-32H15V-42H29V-16L20-10V30H-20V-10L-29-16Z"/>'
    '<path class="line" d="M-20-10H20M0-2V14"/>' + _BASE
)
_QUEEN = (
    '<path class="body" d="M-24 42L-37-16L-16 6L0-27L16 6L37-16L24 42Z"/>'
    '<path class="line" d="M-27 28Q0 20 27 28"/>'
    '<circle class="body" cx="-37" cy="-22" r="7"/><circle class="body" cx="0" cy="-35" r="7"/>'
    '<circle class="body" cx="37" cy="-22" r="7"/>'
)
_KING = (
    '<path class="body" d="M-27 42L-37 4Q-37-13-21-13Q-6-13 0 4Q6-13 21-13Q37-13 37 4L27 42Z"/>'
    '<path class="body" d="M-4 6V-23H-13V-32H-4V-44H4V-32H13V-23H4V6Z"/>'
    '<path class="line" d="M-29 28Q0 19 29 28"/>'
)
_KNIGHT = (
    '<path class="body" d="M-22 30Q-20 8-4-4Q-14-1-25 8Q-36 4-34-6L-16-30L-15-43L-3-34'
    'Q24-30 24 30Z"/>'
    '<circle class="detail" cx="-11" cy="-20" r="4"/>' + _BASE
)
_CANNON = (
    '<path class="body" d="M-38 12L24-40Q38-34 40-20L-18 30Z"/>'
    '<path class="line" d="M16-33L31-15"/>'
    '<circle class="body" cx="-14" cy="24" r="20"/>'
    '<circle class="detail" cx="-14" cy="24" r="5"/>'
)

_ROUND = '<rect class="{face}" x="-49" y="-9" width="98" height="18" rx="12" ry="9"/>'
_POINTED = '<path class="{face}" d="M-49 0L-38-9H38L49 0L38 9H-38Z"/>'
_RIDGE = '<path class="grain" d="M-26 0H26"/>'
_SHIELD = '<path class="body" stroke-width="3" d="M-49 9V-9H-33V-3H-17V-9H17V-3H33V-9H49V9Z"/>'


def _chip(name: str, shape: str, face: str, glyph: str) -> Symbol:
    ridge = _RIDGE if face == "dark" else ""
    return Symbol(name, "chip", shape.format(face=face) + ridge, (glyph, glyph))


SYMBOLS: Final = {
    "light-pawn": Symbol("Light Pawn", "piece", _LIGHT_PAWN, ("P", "p")),
    "heavy-pawn": Symbol("Heavy Pawn", "piece", _HEAVY_PAWN, ("H", "h")),
    "tower": Symbol("Tower", "piece", _TOWER, ("T", "t")),
    "queen": Symbol("Queen", "piece", _QUEEN, ("Q", "q")),
    "king": Symbol("King", "piece", _KING, ("K", "k")),
    "knight": Symbol("Knight", "piece", _KNIGHT, ("N", "n")),
    "cannon": Symbol("Cannon", "piece", _CANNON, ("C", "c")),
    "round-dark-chip": _chip("dark mana", _ROUND, "dark", "D"),
    "round-light-chip": _chip("light mana", _ROUND, "light", "L"),
    "pointed-dark-chip": _chip("dark mana", _POINTED, "dark", "d"),
    "pointed-light-chip": _chip("light mana", _POINTED, "light", "l"),
    "shield": Symbol("shield", "chip", _SHIELD, ("S", "S")),
}
