"""The conditions of Z92 on the fields of a position string.

Each problem names its item and the tiles concerned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from strata.core.errors import PositionProblem, on_cells
from strata.core.outcome import SEATS
from strata.games.dzura.definition import Definition, Options
from strata.games.dzura.fields import Fields, Piece, Tile
from strata.games.dzura.rules.constants import BARRAGED, PLACING, ROTATING, START
from strata.games.dzura.rules.state import DzuraState

# Item 4: the limit for board and hands together.
MOST_PIECES: Final = 80
Problems = Iterator[PositionProblem]


def _problem(item: int, what: str, tiles: tuple[str, ...] = ()) -> PositionProblem:
    return PositionProblem(what, tiles, f"Z92 item {item}")


def find_problems(definition: Definition, options: Options, fields: Fields) -> Problems:
    """Yield the violations of items 1 to 5; the grammar covers item 7."""
    board = {definition.board.names[tile]: found for tile, found in fields.board.items()}
    yield from _misused_options(options, fields, board)
    yield from _wrong_kings(definition, fields, board)
    yield from _wrong_numbers(options, fields, board)
    if fields.phase.tiles:
        yield from _wrong_pending(definition, fields)


def _pieces(tile: Tile) -> tuple[Piece, ...]:
    """Return the pieces on a tile, covered or not."""
    return (tile.top, tile.covered) if tile.covered else (tile.top,)


def _misused_options(options: Options, fields: Fields, board: dict[str, Tile]) -> Problems:
    """Check item 1, and that tokens are given exactly with ordnance (Z90)."""
    if not options.rotation:
        turned = _where(board, lambda piece: piece.facing > 0)
        if turned:
            yield _problem(1, f"a facing ~ {on_cells(turned)}, but rotation is off", turned)
        if fields.phase.number in (ROTATING, PLACING):
            yield _problem(1, "a piece is being turned (phase r or p), but rotation is off")
    if not options.court:
        stacks = tuple(name for name, tile in board.items() if tile.covered)
        if stacks:
            yield _problem(1, f"a stack {on_cells(stacks)}, but capture is common", stacks)
    if not options.ordnance:
        marked = _where(board, lambda piece: piece.barraged)
        if marked:
            where = on_cells(marked)
            yield _problem(1, f"a barraged piece {where}, but there is no ordnance", marked)
        if fields.phase.number == BARRAGED:
            yield _problem(1, "a barrage was made (phase b), but there is no ordnance")
    if (fields.tokens is None) == bool(options.ordnance):
        expected = "-" if not options.ordnance else "first's / second's number"
        yield PositionProblem(
            f"tokens: got {'-' if fields.tokens is None else 'numbers'}, "
            f"expected {expected} with ordnance={options.ordnance}"
        )


def _where(board: dict[str, Tile], applies: Callable[[Piece], bool]) -> tuple[str, ...]:
    return tuple(name for name, tile in board.items() if any(map(applies, _pieces(tile))))


def _wrong_kings(definition: Definition, fields: Fields, board: dict[str, Tile]) -> Problems:
    """Check items 2 and 3."""
    royal = {number for number, kind in enumerate(definition.pieces, 1) if kind.royal}
    kings = [
        tuple(
            name for name, tile in board.items() if tile.top.kind in royal and tile.top.seat == seat
        )
        for seat in range(2)
    ]
    for seat, where in zip(SEATS, kings, strict=True):
        if len(where) > 1:
            yield _problem(
                2,
                f"{seat} has {len(where)} uncovered kings, {on_cells(where)}, expected at most 1",
                where,
            )
    number = sum(map(len, kings))
    if number == 0:
        yield _problem(2, "no uncovered king, expected one at least")
    if number == 1 and fields.phase.number != START:
        yield _problem(3, "a king is lost, expected the start of a turn (phase t)")
    if not all(kings):
        return
    covered = tuple(
        name for name, tile in board.items() if tile.covered and tile.covered.kind in royal
    )
    if covered:
        yield _problem(
            3, f"a covered king {on_cells(covered)}, although both have one uncovered", covered
        )
    if any(kind in royal for hand in fields.hands for kind in hand):
        yield _problem(3, "a king in hand, although both have one on the board")


def _wrong_numbers(options: Options, fields: Fields, board: dict[str, Tile]) -> Problems:
    """Check item 4."""
    pieces = [piece for tile in board.values() for piece in _pieces(tile)]
    number = len(pieces) + sum(sum(hand.values()) for hand in fields.hands)
    if number > MOST_PIECES:
        yield _problem(
            4, f"{number} pieces, expected at most {MOST_PIECES} on the board and in hand"
        )
    tokens = sum(fields.tokens or ()) + sum(piece.barraged for piece in pieces)
    if options.ordnance and tokens > 2 * options.ordnance:
        yield _problem(
            4,
            f"{tokens} tokens in hand and on pieces, expected at most {2 * options.ordnance} "
            f"with ordnance={options.ordnance}",
            _where(board, lambda piece: piece.barraged),
        )


def _wrong_pending(definition: Definition, fields: Fields) -> Problems:
    """Check item 5."""
    number, tiles = fields.phase
    names = tuple(definition.board.names[tile] for tile in tiles)
    if list(tiles) != sorted(set(tiles)):
        yield _problem(5, "the tiles of phase r are not different and in tile order", names)
    for tile, name in zip(tiles, names, strict=True):
        if tile not in fields.board or fields.board[tile].top.seat != fields.seat:
            owner = SEATS[fields.seat]
            yield _problem(5, f"no piece of {owner} on {name}, which the phase names", (name,))
            continue
        piece, covered = fields.board[tile]
        kind = definition.kind(piece.kind)
        if piece.barraged:
            yield _problem(5, f"the piece on {name}, which the phase names, is barraged", (name,))
        if kind.mobility == 0:
            yield _problem(
                5, f"the {kind.name} on {name}, which the phase names, has mobility 0", (name,)
            )
        if number == PLACING and (
            kind.is_promoted_form or kind.royal or piece.facing or covered is not None
        ):
            yield _problem(
                5,
                f"phase p with the piece on {name}: expected a plain one that is no king, faces 0 "
                "and covers nothing",
                (name,),
            )


def find_turn_problems(fields: Fields, state: DzuraState) -> Problems:
    """Yield the violations of item 6; `state` is set up from `fields`."""
    if fields.phase.number == BARRAGED and not any(
        tile.top.barraged and tile.top.seat != fields.seat for tile in fields.board.values()
    ):
        yield _problem(6, "phase b, but no opposing piece is barraged")
    if fields.phase.number in (BARRAGED, PLACING) and not state.codes():
        letter = "b" if fields.phase.number == BARRAGED else "p"
        yield _problem(6, f"phase {letter} without legal action")
