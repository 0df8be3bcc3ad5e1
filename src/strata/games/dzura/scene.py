"""The scene of Dzura: pieces, stacks, facings, hands, tokens, checks and the turn in progress."""

from __future__ import annotations

from strata.core.board_scene import acting_seat, board_scene
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS
from strata.core.scene import Badge, Item, Layer, Mark, Scene, Zone
from strata.games.dzura.definition import Definition
from strata.games.dzura.gestures import hand_id, token_id
from strata.games.dzura.rules.constants import BARRAGED, NOWHERE, PLACING, ROTATING
from strata.games.dzura.rules.state import DzuraState, split_piece
from strata.games.dzura.symbols import TOKEN, symbol_name

_BARRAGED = "barraged: it may not attack and strides one tile only"
BARRAGE_BADGE = Badge("⊕", _BARRAGED)


def scene(
    definition: Definition,
    state: DzuraState,
    game: str,
    *,
    rotation: bool,
    ordnance: bool,
) -> Scene:
    marks = (
        *_checks(definition, state),
        *_turn_marks(definition, state),
        *_barrages(definition, state),
    )
    return board_scene(
        definition.board,
        game,
        acting_seat(state),
        _stacks(definition, state, rotation),
        zones=tuple(_hand(definition, state, seat, ordnance) for seat in range(2)),
        marks=marks,
        status=(*(mark.label for mark in marks if mark.kind != "effect"), *_barraging(state)),
    )


def _stacks(
    definition: Definition, state: DzuraState, rotation: bool
) -> dict[str, tuple[Layer, ...]]:
    stacks: dict[str, tuple[Layer, ...]] = {}
    for tile, name in enumerate(definition.board.names):
        pieces = (state.covered_at(tile), state.top_at(tile))
        stacks[name] = tuple(_layer(definition, piece, rotation) for piece in pieces if piece)
    return stacks


def _layer(definition: Definition, piece: int, rotation: bool) -> Layer:
    kind, seat, facing, barraged = split_piece(piece)
    return Layer(
        symbol_name(definition.kind(kind).letter),
        SEATS[seat],
        (BARRAGE_BADGE,) if barraged else (),
        60 * ((facing + 3 * seat) % 6) if rotation else None,
    )


def _hand(definition: Definition, state: DzuraState, seat: int, ordnance: bool) -> Zone:
    owner = SEATS[seat]
    items = [
        Item(hand_id(seat, kind.letter), Layer(kind.letter, owner), state.in_hand(seat, number))
        for number, kind in enumerate(definition.pieces, 1)
        if state.in_hand(seat, number)
    ]
    if ordnance:
        items.append(Item(token_id(seat), Layer(TOKEN, owner), state.tokens_of(seat)))
    return Zone(f"{owner}:hand", f"{whose(owner)} hand", owner, tuple(items))


def _checks(definition: Definition, state: DzuraState) -> tuple[Mark, ...]:
    """Return the marks of kings in check; none while a piece gets its facing."""
    if state.turn()[0] in (ROTATING, PLACING):
        return ()
    names = definition.board.names
    return tuple(
        Mark("check", (names[state.king_of(seat)],), f"{whose(owner)} king is in check")
        for seat, owner in enumerate(SEATS)
        if state.is_in_check(seat)
    )


def _turn_marks(definition: Definition, state: DzuraState) -> tuple[Mark, ...]:
    """Return the mark of the pieces that still get a facing, the next one first."""
    phase, *pending = state.turn()
    if phase not in (ROTATING, PLACING):
        return ()
    names = [definition.board.names[tile] for tile in pending if tile != NOWHERE]
    kind = definition.kind(split_piece(state.top_at(pending[0]))[0])
    done = "dropped" if phase == PLACING else "moved"
    piece = f"{whose(SEATS[state.get_seat()])} {kind.name} on {names[0]}"
    label = f"{piece} was {done}: choose its facing"
    more = f", then {names[1]}" if len(names) > 1 else ""
    return (Mark("turn", tuple(names), label + more),)


def _barrages(definition: Definition, state: DzuraState) -> tuple[Mark, ...]:
    """Return the marks of barraged uncovered pieces; covered ones have only the badge."""
    return tuple(
        Mark("effect", (name,), _BARRAGED)
        for tile, name in enumerate(definition.board.names)
        if state.top_at(tile) & 1
    )


def _barraging(state: DzuraState) -> tuple[str, ...]:
    if state.turn()[0] != BARRAGED:
        return ()
    return (f"{{{SEATS[state.get_seat()]} has/have}} barraged: the main action is still to come",)
