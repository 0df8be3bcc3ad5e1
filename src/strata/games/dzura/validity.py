"""Which position strings are positions: what Z92 asks of their fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NoReturn

from strata.core.errors import InvalidPosition
from strata.core.outcome import SEATS
from strata.games.dzura.definition import Definition, Options
from strata.games.dzura.fields import Fields, Piece
from strata.games.dzura.rules.constants import BARRAGED, PLACING, ROTATING, START
from strata.games.dzura.rules.state import DzuraState

# Item 4: on the board and in hand.
MOST_PIECES: Final = 80


def _refuse(item: int, what: str) -> NoReturn:
    raise InvalidPosition(f"dzura position: {what} (Z92 item {item})")


def check_fields(definition: Definition, options: Options, fields: Fields) -> None:
    """Items 1 to 5; item 7 is the grammar's."""
    _check_options(options, fields)
    _check_kings(definition, fields)
    _check_numbers(options, fields)
    if fields.phase.tiles:
        _check_pending(definition, fields)


def _pieces(fields: Fields) -> Iterator[Piece]:
    """All on the board, covered ones too."""
    for top, covered in fields.board.values():
        yield top
        if covered:
            yield covered


def _check_options(options: Options, fields: Fields) -> None:
    """Item 1, and that there are tokens exactly with ordnance (Z90)."""
    if not options.rotation:
        if any(piece.facing for piece in _pieces(fields)):
            _refuse(1, "a facing ~, expected none with rotation=off")
        if fields.phase.number in (ROTATING, PLACING):
            _refuse(1, "phase r or p, expected t or b with rotation=off")
    if not options.court and any(tile.covered for tile in fields.board.values()):
        _refuse(1, "a stack [ ], expected none with capture=common")
    if not options.ordnance:
        if any(piece.barraged for piece in _pieces(fields)):
            _refuse(1, "a barraged piece *, expected none with ordnance=0")
        if fields.phase.number == BARRAGED:
            _refuse(1, "phase b, expected none with ordnance=0")
    if (fields.tokens is None) == bool(options.ordnance):
        expected = "-" if not options.ordnance else "first's / second's number"
        raise InvalidPosition(
            f"dzura position, tokens: got {'-' if fields.tokens is None else 'numbers'}, "
            f"expected {expected} with ordnance={options.ordnance}"
        )


def _check_kings(definition: Definition, fields: Fields) -> None:
    """Items 2 and 3."""
    royal = {number for number, kind in enumerate(definition.pieces, 1) if kind.royal}
    kings = [0, 0]
    for tile in fields.board.values():
        kings[tile.top.seat] += tile.top.kind in royal
    for seat, number in zip(SEATS, kings, strict=True):
        if number > 1:
            _refuse(2, f"{seat} has {number} uncovered kings, expected at most 1")
    if sum(kings) == 0:
        _refuse(2, "no uncovered king, expected one at least")
    if sum(kings) == 1:
        if fields.phase.number != START:
            _refuse(3, "a king is lost, expected phase t")
        return
    if any(tile.covered and tile.covered.kind in royal for tile in fields.board.values()):
        _refuse(3, "a covered king although both have one uncovered")
    if any(kind in royal for hand in fields.hands for kind in hand):
        _refuse(3, "a king in hand although both have one on the board")


def _check_numbers(options: Options, fields: Fields) -> None:
    """Item 4."""
    pieces = [*_pieces(fields)]
    number = len(pieces) + sum(sum(hand.values()) for hand in fields.hands)
    if number > MOST_PIECES:
        _refuse(4, f"{number} pieces, expected at most {MOST_PIECES} on the board and in hand")
    tokens = sum(fields.tokens or ()) + sum(piece.barraged for piece in pieces)
    if tokens > 2 * options.ordnance:
        _refuse(
            4,
            f"{tokens} tokens in hand and on pieces, expected at most {2 * options.ordnance} "
            f"with ordnance={options.ordnance}",
        )


def _check_pending(definition: Definition, fields: Fields) -> None:
    """Item 5."""
    number, tiles = fields.phase
    if list(tiles) != sorted(set(tiles)):
        _refuse(5, "the tiles of phase r are not different and in tile order")
    for tile in tiles:
        name = definition.board.names[tile]
        if tile not in fields.board or fields.board[tile].top.seat != fields.seat:
            _refuse(5, f"no piece of {SEATS[fields.seat]} on {name}, which the phase names")
        piece, covered = fields.board[tile]
        kind = definition.kind(piece.kind)
        if piece.barraged:
            _refuse(5, f"the piece on {name}, which the phase names, is barraged")
        if kind.mobility == 0:
            _refuse(5, f"the {kind.name} on {name}, which the phase names, has mobility 0")
        if number == PLACING and (
            kind.is_promoted_form or kind.royal or piece.facing or covered is not None
        ):
            _refuse(
                5,
                f"phase p with the piece on {name}: expected a plain one that is no king, faces 0 "
                "and covers nothing",
            )


def check_turn(fields: Fields, state: DzuraState) -> None:
    """Item 6, of the state that the fields were laid on."""
    if fields.phase.number == BARRAGED and not any(
        tile.top.barraged and tile.top.seat != fields.seat for tile in fields.board.values()
    ):
        _refuse(6, "phase b, but no opposing piece is barraged")
    if fields.phase.number in (BARRAGED, PLACING) and not state.codes():
        _refuse(6, f"phase {'b' if fields.phase.number == BARRAGED else 'p'} without legal action")
