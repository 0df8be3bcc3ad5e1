"""The position and action notation of Kyo (sections 8 and 9 of the rulebook).

reading.py reads positions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from strata.core.board_text import EMPTY, format_texts
from strata.core.outcome import SEATS
from strata.games.kyo.board import BOARD
from strata.games.kyo.rules.constants import (
    END,
    SHUFFLE,
    chips_of,
    from_of,
    kind_of,
    order_of,
    to_of,
)
from strata.games.kyo.rules.state import KyoState
from strata.games.kyo.slices import slice_chips

# Letters by the numbers of the rules: chips, and kinds of pawns from 1, as Gold writes them.
CHIP_LETTERS: Final = "DLdlS"
PAWN_LETTERS: Final = " PHTQKNC"
KIND_NAMES: Final = ("", "Light Pawn", "Heavy Pawn", "Tower", "Queen", "King", "Knight", "Cannon")
# Names by number. Phase 0 is the start of a turn; direction 8 is none.
PHASES: Final = "-BMD"
DIRECTION_NAMES: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "-")
FLAGS: Final = {"-": (False, False), "c": (True, False), "s": (False, True), "cs": (True, True)}
ACTION_SIGNS: Final = "+-x!~"


@lru_cache(maxsize=1 << 14)  # the next position has most of these actions too
def split_action(code: int) -> tuple[int, int, int, int]:
    """Return the kind of an action, its first and second tile and its number of chips.

    Of a shuffle the last two hold the order instead: see `shuffled_chips`.
    """
    return kind_of(code), from_of(code), to_of(code), chips_of(code)


def shuffled_chips(state: KyoState, code: int) -> str:
    """Return the letters of a shuffle's order, bottom to top."""
    letters = ("DLS", "dlS")[state.get_seat()]
    return "".join(letters[chip] for chip in slice_chips(order_of(code)))


def format_action(state: KyoState, code: int) -> str:
    kind, tile, target, k = split_action(code)
    if kind == END:
        return "end"
    if kind == SHUFFLE:
        return f"{BOARD.names[tile]}~{shuffled_chips(state, code)}"
    number = k if ACTION_SIGNS[kind] in "+-" else ""
    return f"{BOARD.names[tile]}{BOARD.names[target]}{ACTION_SIGNS[kind]}{number}"


def pawn_letter(pawn: int) -> str:
    """Return the letter of a pawn, which is kind + 8 * seat."""
    letter = PAWN_LETTERS[pawn & 7]
    return letter.lower() if pawn >> 3 else letter


def format_position(state: KyoState) -> str:
    stacks = [
        _format_stack(tuple(state.chips_at(tile)), state.pawn_at(tile))
        for tile in range(len(BOARD))
    ]
    board = format_texts(BOARD, stacks, ",")
    side = SEATS[state.get_seat()]
    return f"{board} {side} {_format_turn(state)} {state.clock}"


@lru_cache(maxsize=4096)
def _format_stack(chips: tuple[int, ...], pawn: int) -> str:
    letters = "".join(CHIP_LETTERS[chip] for chip in chips)
    return letters + (pawn_letter(pawn) if pawn else "") or EMPTY


def _format_turn(state: KyoState) -> str:
    tile, phase, direction, count, on_enemy, shuffled = state.turn()
    if PHASES[phase] == "-":
        return "-"
    flags = ("c" if on_enemy else "") + ("s" if shuffled else "")
    return (
        f"{BOARD.names[tile]}:{PHASES[phase]}:{DIRECTION_NAMES[direction]}:{count}:{flags or '-'}"
    )
