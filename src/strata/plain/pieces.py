"""The pieces of a plain game: letters with a name, and drawings for those that bring none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from strata.core.outcome import Seat
from strata.core.scene import Form, Symbol

_NEVER: Final = '0123456789/()-;[]"\\'
_FONT: Final = 'font-family="sans-serif" font-weight="bold" text-anchor="middle"'


class Piece(msgspec.Struct, frozen=True):
    """A kind of piece: its name and how it looks.

    `svg` is a drawing as in strata.core.scene.Symbol; without one, the piece is a simple shape with
    its letter, a disc if its form is `piece`. Such a form is drawn as a chip below other pieces.
    """

    name: str
    form: Form = "piece"
    svg: str = ""


def owner_of(letter: str) -> Seat | None:
    """Return the owner of a piece by its letter: upper case is first's, lower case second's."""
    if letter.isupper():
        return "first"
    return "second" if letter.islower() else None


def letters_of(kinds: Mapping[str, Piece]) -> str:
    """Return the letters that may stand on a board: letters in both cases, other signs as is."""
    return "".join(sorted({letter for kind in kinds for letter in (kind.upper(), kind.lower())}))


def check_kinds(given: object) -> dict[str, Piece]:
    """Return the kinds of pieces by their letter in upper case. Raises TypeError or ValueError.

    A name stands for a piece with the default look.
    """
    if not isinstance(given, Mapping) or not given:
        raise TypeError(f"pieces is {given!r}, expected a dict of letters and names")
    kinds: dict[str, Piece] = {}
    for letter, piece in given.items():
        if not isinstance(letter, str) or len(letter) != 1 or not " " < letter < "\x7f":
            raise ValueError(f"piece {letter!r}: expected one ASCII letter or sign")
        if letter in _NEVER:
            raise ValueError(f"piece {letter!r}: positions use that sign for something else")
        if letter.upper() in kinds:
            raise ValueError(f"piece {letter!r} is given twice; the case only tells the owner")
        if not isinstance(piece, str | Piece):
            raise TypeError(f"piece {letter!r} is {piece!r}, expected a name or a Piece")
        kinds[letter.upper()] = Piece(piece) if isinstance(piece, str) else piece
    return kinds


def symbols_of(kinds: Mapping[str, Piece], stacked: bool) -> dict[str, Symbol]:
    """Return the symbol of every piece and, with `stacked`, of its chip below other pieces."""
    return dict(_symbols(kinds, stacked))


def _symbols(kinds: Mapping[str, Piece], stacked: bool) -> Iterator[tuple[str, Symbol]]:
    for letter, piece in kinds.items():
        glyphs = letter.upper(), letter.lower()
        drawing = piece.svg or _DRAWN[piece.form](letter)
        yield piece.name, Symbol(piece.name, piece.form, drawing, glyphs)
        if stacked and piece.form == "piece":
            yield below(piece), Symbol(piece.name, "chip", _draw_chip(letter), glyphs)


def below(piece: Piece) -> str:
    """Return the key of the symbol for a piece below others; the symbol has the piece's name."""
    return f"{piece.name} below"


def _draw_piece(letter: str) -> str:
    return (
        '<circle class="body" r="38"/>'
        f'<text class="detail" y="14" font-size="40" {_FONT}>{_escaped(letter)}</text>'
    )


def _draw_chip(letter: str) -> str:
    return (
        '<rect class="body" x="-49" y="-9" width="98" height="18" rx="8"/>'
        f'<text class="detail" y="6" font-size="16" {_FONT}>{_escaped(letter)}</text>'
    )


def _draw_tile(letter: str) -> str:
    return (
        '<rect class="tile" x="-44" y="-44" width="88" height="88" rx="10"/>'
        f'<text class="detail" y="12" font-size="36" {_FONT}>{_escaped(letter)}</text>'
    )


_DRAWN: Final = {"piece": _draw_piece, "chip": _draw_chip, "tile": _draw_tile}


def _escaped(letter: str) -> str:
    return letter.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
