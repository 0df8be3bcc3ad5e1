"""The symbols of Rhodium: drawings of the pieces that differ without colour too.

A piece is a disc seen from above: first's are round, second's have eight corners. Its face is dark
or light and has the sign of its kind in the opposite tone. Below the disc on top, a stack is drawn
from the side with one chip for each piece: first's chips have round ends, second's pointed ones.
"""

from __future__ import annotations

from typing import Final

from strata.core.scene import Symbol
from strata.games.rhodium.pieces import KIND_NAMES, THEME_NAMES, letter_of

VEIL: Final = "veil"
_SHAPES: Final = ("round", "cornered")


def piece_symbol(kind: int, theme: int, seat: int) -> str:
    return f"{_SHAPES[seat]}-{THEME_NAMES[theme]}-{KIND_NAMES[kind].lower()}"


def chip_symbol(theme: int, seat: int) -> str:
    return f"{_SHAPES[seat]}-{THEME_NAMES[theme]}-chip"


_DISCS: Final = (
    '<circle class="dark" cx="0" cy="0" r="44"/>',
    '<path class="dark" d="M-19-45H19L45-19V19L19 45H-19L-45 19V-19Z"/>',
)
# A light face is the dark disc with a light middle: its broad rim is visible without tones.
_MIDDLES: Final = (
    '<circle class="light" cx="0" cy="0" r="35"/>',
    '<path class="light" d="M-15-36H15L36-15V15L15 36H-15L-36 15V-15Z"/>',
)
# In kind order: a crown, a horse's head, a castle, a cut stone, a cross of diagonals, a plus.
_SIGNS: Final = (
    '<path class="{sign}" d="M-24 18L-28-14L-12 2L0-24L12 2L28-14L24 18Z"/>'
    '<path class="{sign}" d="M-24 22H24V29H-24Z"/>',
    '<path class="{sign}" d="M-18 28Q-16 12-4 2Q-12 4-20 11Q-29 8-27 0L-12-18L-11-29L-2-22'
    'Q21-18 20 28Z"/><circle class="{face}" cx="-8" cy="-10" r="3"/>',
    '<path class="{sign}" d="M-24-28H-13V-20H-6V-28H6V-20H13V-28H24V-9L16-4V18H24V28H-24V18H-16V-4'
    'L-24-9Z"/>',
    '<path class="{sign}" d="M-15-25H15L29-7L0 30L-29-7Z"/>'
    '<path class="{face}" d="M-22-8L-13-19L-7-9L0-20L7-9L13-19L22-8L7-6L0 17L-7-6Z"/>',
    '<path class="{sign}" d="M-27-18L-18-27L0-9L18-27L27-18L9 0L27 18L18 27L0 9L-18 27L-27 18'
    'L-9 0Z"/>',
    '<path class="{sign}" d="M-8-28H8V-8H28V8H8V28H-8V8H-28V-8H-8Z"/>',
)
_CHIPS: Final = (
    '<rect class="{face}" x="-49" y="-9" width="98" height="18" rx="12" ry="9"/>',
    '<path class="{face}" d="M-49 0L-38-9H38L49 0L38 9H-38Z"/>',
)
_CHIP_SIGNS: Final = (("●", "○"), ("◆", "◇"))
_VEIL: Final = (
    '<rect class="tile" x="-46" y="-46" width="92" height="92" rx="9"/>'
    '<path class="grain" d="M-38-8L-8-38M-38 22L22-38M-30 38L38-30M0 38L38 0M26 40L40 26"/>'
    '<path class="line" d="M-15-14Q-15-29 0-29Q15-29 15-15Q15-5 5 0Q0 3 0 12"/>'
    '<circle class="detail" cx="0" cy="25" r="5"/>'
)


def _piece(kind: int, theme: int, seat: int) -> Symbol:
    face, sign = (("dark", "light"), ("light", "dark"))[theme]
    disc = _DISCS[seat] + (_MIDDLES[seat] if theme else "")
    letter = letter_of(kind, seat)
    glyph = f"({letter})" if theme else letter
    name = f"{THEME_NAMES[theme]} {KIND_NAMES[kind]}"
    return Symbol(name, "piece", disc + _SIGNS[kind].format(face=face, sign=sign), (glyph, glyph))


def _chip(theme: int, seat: int) -> Symbol:
    face = THEME_NAMES[theme]
    ridge = "" if theme else '<path class="grain" d="M-26 0H26"/>'
    glyph = _CHIP_SIGNS[seat][theme]
    return Symbol(f"{face} chip", "chip", _CHIPS[seat].format(face=face) + ridge, (glyph, glyph))


SYMBOLS: Final = (
    {
        piece_symbol(kind, theme, seat): _piece(kind, theme, seat)
        for kind in range(6)
        for theme in range(2)
        for seat in range(2)
    }
    | {chip_symbol(theme, seat): _chip(theme, seat) for theme in range(2) for seat in range(2)}
    | {VEIL: Symbol("hidden cell", "tile", _VEIL, ("?", "?"))}
)
