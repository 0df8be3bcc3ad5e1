"""The position and action notation of Dzura (sections 8 and 9 of the rulebook), for any definition.

Positions are read in three steps: fields.py parses the text, validity.py checks the fields, and
`parse_position` sets them up on a board.
"""

from __future__ import annotations

from functools import partial

from strata.core.board_text import format_rows
from strata.core.errors import refuse_position
from strata.core.scanner import NOTHING
from strata.games.dzura.definition import Definition, Options
from strata.games.dzura.fields import SIDES, Fields, read_fields
from strata.games.dzura.rules.constants import (
    BARRAGE,
    BARRAGED,
    DROP,
    FACE,
    MOVE,
    NOWHERE,
    PLACING,
    ROTATING,
    START,
    SWAP,
)
from strata.games.dzura.rules.state import DzuraState, make_piece, split_piece
from strata.games.dzura.validity import find_problems, find_turn_problems

# Actions.


def split_action(code: int) -> tuple[int, int, int]:
    """Return the kind of an action and its two tiles; of a drop, the kind of piece and the tile."""
    return code >> 14, (code >> 7) & 127, code & 127


def format_action(definition: Definition, state: DzuraState, code: int) -> str:
    """Return the string of an action (Z95)."""
    kind, one, other = split_action(code)
    if kind == FACE:
        return f"~{other}"
    names = definition.board.names
    if kind == BARRAGE:
        return f"*{names[other]}"
    if kind == DROP:
        return f"{definition.kind(one).letter}@{names[other]}"
    if kind == SWAP:
        return f"{names[one]}={names[other]}"
    assert kind == MOVE
    return f"{names[one]}{'x' if state.top_at(other) else '-'}{names[other]}"


# Positions.


def format_position(definition: Definition, state: DzuraState, ordnance: int) -> str:
    board = format_rows(definition.board, partial(_format_tile, definition, state))
    hands = "/".join(_format_hand(definition, state, seat) for seat in range(2))
    tokens = f"{state.tokens_of(0)}/{state.tokens_of(1)}" if ordnance else NOTHING
    phase = _format_phase(definition, state)
    return f"{board} {SIDES[state.get_seat()]} {phase} {hands} {tokens}"


def _format_tile(definition: Definition, state: DzuraState, tile: int) -> str:
    top = state.top_at(tile)
    if not top:
        return ""
    piece, below = _format_piece(definition, top), state.covered_at(tile)
    return f"[{piece}{_format_piece(definition, below)}]" if below else piece


def _format_piece(definition: Definition, piece: int) -> str:
    kind, seat, facing, barraged = split_piece(piece)
    letter = definition.kind(kind).letter
    return (
        (letter.lower() if seat else letter)
        + (f"~{facing}" if facing else "")
        + ("*" if barraged else "")
    )


def _format_hand(definition: Definition, state: DzuraState, seat: int) -> str:
    counts = (
        (state.in_hand(seat, number), kind.letter)
        for number, kind in enumerate(definition.pieces, 1)
    )
    return "".join(f"{n if n > 1 else ''}{letter}" for n, letter in counts if n) or NOTHING


def _format_phase(definition: Definition, state: DzuraState) -> str:
    phase, *pending = state.turn()
    names = ",".join(definition.board.names[tile] for tile in pending if tile != NOWHERE)
    return {START: "t", BARRAGED: "b", ROTATING: f"r:{names}", PLACING: f"p:{names}"}[phase]


def parse_position(
    definition: Definition, options: Options, text: str, state: DzuraState
) -> DzuraState:
    """Set up the position `text` on the empty board `state`, whose rules are set."""
    fields = read_fields(definition, text)
    refuse_position("dzura position", find_problems(definition, options, fields))
    lay_position(fields, state)
    refuse_position("dzura position", find_turn_problems(fields, state))
    return state


def lay_position(fields: Fields, state: DzuraState) -> None:
    for tile, (top, covered) in fields.board.items():
        state.lay(tile, make_piece(*top), make_piece(*covered) if covered else 0)
    for seat, hand in enumerate(fields.hands):
        for kind, number in hand.items():
            state.set_hand(seat, kind, number)
    state.set_tokens(*fields.tokens or (0, 0))
    one, other = (*fields.phase.tiles, NOWHERE, NOWHERE)[:2]
    state.set_turn(fields.seat, fields.phase.number, one, other)
