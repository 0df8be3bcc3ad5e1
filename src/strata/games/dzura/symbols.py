"""The symbols of Dzura: drawings of the standard pieces, lettered shields for other kinds.

A promoted form is the plain drawing with a plus on a disc. Symbols are named by letters, so that
all definitions share the names: `P`, and `P-promoted` for `+P`. A kind of a custom game with the
letter and the name of a standard kind has the drawing of that kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from strata.core.scene import Symbol
from strata.games.dzura.definition import Definition, PieceKind

TOKEN: Final = "token"

_PAWN = (
    '<path class="body" d="M-24 40L-11 10H11L24 40Z"/>'
    '<path class="body" d="M-17 12Q-17 3 0 3Q17 3 17 12Z"/>'
    '<circle class="body" cx="0" cy="-13" r="16"/>'
)
_LANCE = (
    '<path class="body" d="M-4 42V-10H4V42Z"/>'
    '<path class="body" d="M0-46L15-16L6-8H-6L-15-16Z"/>'
    '<path class="body" d="M4-4L34 5L24 13L34 23L4 23Z"/>'
    '<path class="line" d="M0-36V-14M-14 42H14"/>'
)
_KNIGHT = (
    '<path class="body" d="M-24 42Q-26 20-6 2Q-18 4-28 12Q-40 8-36-4L-18-28Q-16-38-8-44L-2-34'
    'Q34-30 30 42Z"/>'
    '<path class="line" d="M4-20Q20-10 18 22"/>'
    '<circle class="detail" cx="-12" cy="-18" r="4.5"/>'
)
_CASTLE = (
    '<path class="body" d="M-40 38V-28H-33V-20H-26V-28H-19V-4H-11V-12H-4V-4H4V-12H11V-4H19V-28H26'
    'V-20H33V-28H40V38Z"/>'
    '<path class="detail" d="M-11 38V23Q-11 11 0 11Q11 11 11 23V38Z"/>'
    '<path class="line" d="M-29-4V6M29-4V6"/>'
)
_TOWER = (
    '<path class="body" d="M-17 42L-14-8H14L17 42Z"/>'
    '<path class="body" d="M-23-8V-28H-14V-20H-5V-28H5V-20H14V-28H23V-8Z"/>'
    '<path class="body" d="M0-47L11-28H-11Z"/>'
    '<path class="detail" d="M-6 42V30Q-6 24 0 24Q6 24 6 30V42Z"/>'
    '<path class="line" d="M0 4V14"/>'
)
_DRAGON = (
    '<path class="body" d="M0 44L-9 22L-18 26L-25 12L-45 16Q-46-14-28-34L-25-20L-12-24L-8-12'
    "Q-14-26-8-34L-10-46L0-38L10-46L8-34Q14-26 8-12L12-24L25-20L28-34Q46-14 45 16L25 12L18 26"
    'L9 22Z"/>'
    '<path class="line" d="M-27-8L-17 12M27-8L17 12M0-8V24"/>'
    '<circle class="detail" cx="-4" cy="-27" r="2.6"/>'
    '<circle class="detail" cx="4" cy="-27" r="2.6"/>'
)
_BEHEMOTH = (
    '<path class="body" d="M-42-24Q-46 10-24 14Q-20 32-12 42H12Q20 32 24 14Q46 10 42-24Q32-36 18-30'
    'Q0-46-18-30Q-32-36-42-24Z"/>'
    '<path class="body" d="M-9 2Q-12 28-9 42H9Q12 28 9 2Z"/>'
    '<path class="line" d="M-9 16H9M-9 28H9"/>'
    '<path class="body" d="M-14 10Q-28 18-30 38Q-20 32-10 24Z"/>'
    '<path class="body" d="M14 10Q28 18 30 38Q20 32 10 24Z"/>'
    '<circle class="detail" cx="-15" cy="-10" r="4.5"/>'
    '<circle class="detail" cx="15" cy="-10" r="4.5"/>'
)
_KING = (
    '<path class="body" d="M-30 40L-38-14L-18 6L0-22L18 6L38-14L30 40Z"/>'
    '<path class="line" d="M-31 26H31"/>'
    '<path class="body" d="M-4-14V-25H-13V-34H-4V-45H4V-34H13V-25H4V-14Z"/>'
    '<circle class="body" cx="-38" cy="-18" r="6"/><circle class="body" cx="38" cy="-18" r="6"/>'
)
_PLUS = '<circle class="body" cx="31" cy="-31" r="17"/><path class="line" d="M21-31H41M31-41V-21"/>'
_TOKEN = (
    '<path class="body" d="M-6-44H6V-6H44V6H6V44H-6V6H-44V-6H-6Z"/>'
    '<circle class="body" cx="0" cy="0" r="27"/>'
    '<path class="line" d="M0-27V-11M0 11V27M-27 0H-11M11 0H27"/>'
)
_SHIELD = '<path class="body" d="M0-44L38-30V4Q38 32 0 46Q-38 32-38 4V-30Z"/>'
_CROWNED = '<path class="body" d="M-38 4V-32L-20-20L0-46L20-20L38-32V4Q38 32 0 46Q-38 32-38 4Z"/>'

_DRAWINGS: Final = {
    ("P", "Pawn"): _PAWN,
    ("L", "Lance"): _LANCE,
    ("N", "Knight"): _KNIGHT,
    ("C", "Castle"): _CASTLE,
    ("T", "Tower"): _TOWER,
    ("D", "Dragon"): _DRAGON,
    ("B", "Behemoth"): _BEHEMOTH,
    ("K", "King"): _KING,
}


def symbol_name(letter: str) -> str:
    """Return the key of a kind's symbol."""
    plain = letter.removeprefix("+")
    return plain if plain == letter else f"{plain}-promoted"


def _symbol(letter: str, name: str, royal: bool) -> Symbol:
    plain = letter.removeprefix("+")
    drawing = _DRAWINGS.get((plain, name.removeprefix("Promoted "))) or _lettered(plain, royal)
    if plain != letter:
        drawing += _PLUS
    return Symbol(name, "piece", drawing, (letter, letter.lower()))


def _lettered(letter: str, royal: bool) -> str:
    style = "font-size:50px;font-weight:bold;text-anchor:middle"
    shape = _CROWNED if royal else _SHIELD
    return f'{shape}<text class="detail" style="{style}" x="0" y="22">{letter}</text>'


def _with_token(kinds: Mapping[str, Symbol]) -> Mapping[str, Symbol]:
    return {**kinds, TOKEN: Symbol("barrage token", "piece", _TOKEN, ("*", "*"))}


def symbols_of(definition: Definition) -> Mapping[str, Symbol]:
    """Return the symbols of a definition's kinds and of the token."""

    def drawn(kind: PieceKind) -> Symbol:
        return _symbol(kind.letter, kind.name, kind.royal)

    return _with_token({symbol_name(kind.letter): drawn(kind) for kind in definition.pieces})


# The symbols of the standard game, without reading its definition.
STANDARD_SYMBOLS: Final = _with_token(
    {
        symbol_name(letter): _symbol(letter, f"{'Promoted ' if plus else ''}{name}", False)
        for plus in ("", "+")
        for plain, name in _DRAWINGS
        if not plus or plain not in "NK"
        for letter in (plus + plain,)
    }
)
