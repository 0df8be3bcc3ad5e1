"""The restrictions of Dzura in words, for any definition, and the tiles at fault."""

from __future__ import annotations

from collections.abc import Iterator

from strata.core.explaining.restriction import Restriction, in_order
from strata.core.explaining.telling import capitalised, with_article
from strata.games.dzura.definition import Definition
from strata.games.dzura.notation import split_action
from strata.games.dzura.rules import constants
from strata.games.dzura.rules.constants import NOWHERE
from strata.games.dzura.rules.state import DzuraState, split_piece


def make_restrictions(definition: Definition, ordnance: bool) -> tuple[Restriction, ...]:
    """Return the restrictions of a game in the order of their bits.

    `ordnance` says whether the game has tokens.
    """
    king = name_king(definition)
    lined = _one_of([kind.name for kind in definition.pieces if kind.column_rule])
    by_bit = {
        constants.ONTO_OWN: Restriction(
            "onto-own", "Z22", "A piece may not move onto a piece of its own side."
        ),
        constants.BLOCKED: Restriction(
            "blocked", "Z21", "Something stands in the way: a stride passes empty tiles only."
        ),
        constants.SHORT_STRIDE: Restriction(
            "short-stride", "Z23", "A barraged piece strides one tile only."
        ),
        constants.BARRAGED_ATTACK: Restriction(
            "barraged-attack", "Z53", "A barraged piece may not attack."
        ),
        constants.STACKED_ATTACK: Restriction(
            "stacked-attack", "Z60", "A piece on top of another may not attack."
        ),
        constants.NO_SWAP: Restriction(
            "no-swap", "Z25", "Two pieces swap only if each has a step to the tile of the other."
        ),
        constants.NOT_IN_HAND: Restriction(
            "not-in-hand", "Z28", "{mover has/have} no such piece in hand."
        ),
        constants.DROP_ONTO: Restriction(
            "drop-onto", "Z28", "A piece is dropped on an empty tile only."
        ),
        constants.BEYOND_ENEMY: Restriction(
            "beyond-enemy",
            "Z29",
            "A piece may not be dropped beyond the first enemy piece of a column.",
        ),
        constants.DROP_CHECK: Restriction(
            "drop-check", "Z30", f"A dropped piece may not attack {{other's}} {king}."
        ),
        constants.SAME_COLUMN: Restriction(
            "same-column",
            "Z31",
            f"{lined} may not be dropped in line with its like: along a column, the next piece "
            "may not be one of the same kind and side.",
        ),
        constants.FACING_DUE: Restriction(
            "facing-due", "Z13", "The piece that was moved or dropped must get its facing first."
        ),
        constants.TURNED_TOO_FAR: Restriction(
            "turned-too-far", "Z45", "A piece may not turn farther than its mobility."
        ),
        constants.NO_TOKEN: Restriction(
            "no-token", "Z51", "{mover has/have} no token in hand to barrage with."
        )
        if ordnance
        else Restriction(
            "no-token", "Z50", "This game is played without tokens, so nothing can be barraged."
        ),
        constants.TWICE_BARRAGED: Restriction(
            "twice-barraged", "Z52", "That piece is barraged already."
        ),
        constants.NOT_TARGETED: Restriction(
            "not-targeted", "Z55", "None of {mover's} pieces targets that piece."
        ),
        constants.NOT_COMPLETABLE: Restriction(
            "not-completable", "Z42", f"After this barrage nothing could save {{mover's}} {king}."
        ),
        constants.KING_UNSAFE: Restriction(
            "king-unsafe", "Z41", f"{{mover's}} {king} would be in check."
        ),
    }
    return in_order(by_bit)


def name_king(definition: Definition) -> str:
    """Return the name of the royal pieces if they share one, else `royal piece`."""
    names = {kind.name for kind in definition.pieces if kind.royal and not kind.is_promoted_form}
    return names.pop() if len(names) == 1 else "royal piece"


def _one_of(names: list[str]) -> str:
    """Return `A Pawn` or `A Pawn or an Ant` for these names."""
    return capitalised(" or ".join(map(with_article, names)) or "a piece")


def find_faults(
    definition: Definition, state: DzuraState, code: int, restriction: Restriction
) -> tuple[str, ...]:
    """Return the names of the tiles that show why `restriction` refuses an action."""
    names = definition.board.names
    return tuple(names[tile] for tile in _faults(definition, state, code, restriction.key))


def _faults(definition: Definition, state: DzuraState, code: int, key: str) -> Iterator[int]:
    _, tile, target = split_action(code)
    seat = state.get_seat()
    if key in ("onto-own", "drop-onto"):
        yield target
    elif key == "blocked":
        yield from state.find_blockers(tile, target)
    elif key in ("short-stride", "barraged-attack", "stacked-attack"):
        yield tile
    elif key == "drop-check":
        yield state.king_of(1 - seat)
    elif key == "facing-due":
        yield state.turn()[1]
    elif key == "king-unsafe":
        yield from state.attackers_after(code)
    elif key == "beyond-enemy":
        column = _along_column(definition, target, 2 * seat - 1)
        enemies = [other for other in column if _is_owned(state, other, 1 - seat)]
        yield from enemies[-1:]
    elif key == "same-column":
        for way in (-1, 1):
            pieces = (other for other in _along_column(definition, target, way))
            met = next((other for other in pieces if state.top_at(other)), NOWHERE)
            if _is_owned(state, met, seat) and split_piece(state.top_at(met))[0] == tile:
                yield met


def _along_column(definition: Definition, tile: int, way: int) -> Iterator[int]:
    """Yield the tiles after `tile` in its column, toward second (1) or first (-1)."""
    following = definition.board.step(tile, (0, way))
    while following is not None:
        yield following
        following = definition.board.step(following, (0, way))


def _is_owned(state: DzuraState, tile: int, seat: int) -> bool:
    """Return whether `seat` owns the uncovered piece on `tile`; False for NOWHERE."""
    if tile == NOWHERE or not state.top_at(tile):
        return False
    return split_piece(state.top_at(tile))[1] == seat
