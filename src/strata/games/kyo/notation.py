"""Positions and actions of Kyo as text (sections 8 and 9 of the rulebook)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from strata.core.board_text import format_rows, parse_rows
from strata.core.outcome import SEATS
from strata.core.scanner import NOTHING, Scanner
from strata.games.kyo.board import BOARD
from strata.games.kyo.rules.constants import (
    END,
    LAST_CLOCK,
    MOST_MANA_MOVES,
    SHUFFLE,
    chips_of,
    from_of,
    kind_of,
    order_of,
    to_of,
)
from strata.games.kyo.rules.state import KyoState
from strata.games.kyo.slices import slice_chips

# By the numbers of rules: chips, then kinds of pawns from 1 on, as Gold writes them.
CHIP_LETTERS: Final = "DLdlS"
PAWN_LETTERS: Final = " PHTQKNC"
KIND_NAMES: Final = ("", "Light Pawn", "Heavy Pawn", "Tower", "Queen", "King", "Knight", "Cannon")
_FIELDS: Final = ("board", "side", "turn", "clock")
_TURN: Final = ("tile", "phase", "dir", "count", "flags")
# By number too. Phase 0 is the start of a turn, direction 8 none.
PHASES: Final = "-BMD"
DIRECTION_NAMES: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "-")
FLAGS: Final = {"-": (False, False), "c": (True, False), "s": (False, True), "cs": (True, True)}
ACTION_SIGNS: Final = "+-x!~"


@lru_cache(maxsize=1 << 14)  # the next position has most of these actions too
def split_action(code: int) -> tuple[int, int, int, int]:
    """The kind of an action, its first and second tile and its number of chips.

    A shuffle has its order instead of the last two: see `shuffled_chips`.
    """
    return kind_of(code), from_of(code), to_of(code), chips_of(code)


def shuffled_chips(state: KyoState, code: int) -> str:
    """The letters of a shuffle's order, bottom to top."""
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
    """The letter of a pawn, kind + 8 * seat."""
    letter = PAWN_LETTERS[pawn & 7]
    return letter.lower() if pawn >> 3 else letter


def format_position(state: KyoState) -> str:
    board = format_rows(BOARD, partial(_format_stack, state), ",")
    side = SEATS[state.get_seat()]
    return f"{board} {side} {_format_turn(state)} {state.clock}"


def _format_stack(state: KyoState, tile: int) -> str:
    chips = "".join(CHIP_LETTERS[chip] for chip in state.chips_at(tile))
    pawn = state.pawn_at(tile)
    return chips + (pawn_letter(pawn) if pawn else "")


def _format_turn(state: KyoState) -> str:
    tile, phase, direction, count, on_enemy, shuffled = state.turn()
    if PHASES[phase] == "-":
        return "-"
    flags = ("c" if on_enemy else "") + ("s" if shuffled else "")
    return (
        f"{BOARD.names[tile]}:{PHASES[phase]}:{DIRECTION_NAMES[direction]}:{count}:{flags or '-'}"
    )


# Reading.

_PAWNS: Final = {pawn_letter(pawn): pawn for pawn in (*range(1, 8), *range(9, 16))}
_PAWN_LETTERS: Final = "".join(_PAWNS)
# Section 3: the pieces of each player, and the shields of both.
_MOST: Final = {"P": 8, "H": 8, "T": 2, "Q": 1, "K": 1, "N": 2, "C": 2, "D": 13, "L": 13}
_MOST_LETTERS: Final = {**_MOST, **{letter.lower(): _MOST[letter] for letter in _MOST}, "S": 16}


def parse_position(text: str, state: KyoState) -> KyoState:
    """Lays what `text` says on the empty board `state`."""
    board, side, turn, clock = Scanner(text, "kyo position").split(" ", _FIELDS)
    _count_pieces(board)
    parse_rows(board, BOARD, partial(_read_stack, state), ",")
    turns = clock.whole_number(0, LAST_CLOCK)
    state.set_side(side.one_of(SEATS), turns)
    if turn.text != NOTHING:
        if turns == LAST_CLOCK:
            clock.refuse(f"0 to {LAST_CLOCK - 1} before the turn is over")
        _read_turn(state, turn)
    return state


def _count_pieces(board: Scanner) -> None:
    for letter, most in _MOST_LETTERS.items():
        number = board.text.count(letter)
        if number > most:
            board.refuse(f"at most {most} pieces {letter}, not {number}")


def _read_stack(state: KyoState, row: Scanner, tile: int) -> None:
    """Chips, and perhaps a pawn on them."""
    chips = row.take_all(CHIP_LETTERS)
    pawn = row.take(_PAWN_LETTERS)
    if row.peek() not in ("", ",") or not (chips or pawn):
        row.expected(
            f"the pawn {pawn} last in its stack, and one at most"
            if pawn
            else "a number of empty tiles, or chips D L d l S and then perhaps a pawn "
            "P H T Q K N C p h t q k n c"
        )
    state.lay(tile, [CHIP_LETTERS.index(chip) for chip in chips], _PAWNS[pawn] if pawn else 0)


def _read_turn(state: KyoState, turn: Scanner) -> None:
    if turn.text.count(":") != 4:
        turn.refuse(f"- or {':'.join(_TURN)}")
    name, phase, direction, count, flags = turn.split(":", _TURN)
    tile = name.one_of(BOARD.names, "a1 to j10")
    phase.one_of(PHASES[1:])
    way = direction.one_of(DIRECTION_NAMES)
    flags.one_of(tuple(FLAGS))
    pawn, seat = state.pawn_at(tile), state.get_seat()
    if not pawn or pawn >> 3 != seat:
        there = f"{SEATS[pawn >> 3]}'s {KIND_NAMES[pawn & 7]}" if pawn else "no pawn"
        name.fail(f"{there} on {name.text}, expected a pawn of {SEATS[seat]}")
    made = count.whole_number(0, MOST_MANA_MOVES)
    if wrong := _misfit(PAWN_LETTERS[pawn & 7], phase.text, direction.text, made, flags.text):
        phase.fail(wrong)
    on_enemy, shuffled = FLAGS[flags.text]
    if on_enemy and not state.stands_on_enemy_mana(tile):
        flags.fail(
            "flag c, expected an enemy mana chip directly below the own mana and shields on "
            f"{name.text}"
        )
    state.set_turn(tile, PHASES.index(phase.text), way, made, on_enemy, shuffled)


def _misfit(kind: str, phase: str, direction: str, made: int, flags: str) -> str:
    """What does not fit between the parts of a turn and the kind of pawn, or nothing."""
    name = KIND_NAMES[PAWN_LETTERS.index(kind)]
    if phase == "M":
        if kind == "P":
            return "phase M with a Light Pawn, expected any other pawn"
        if direction == "-" or made == 0:
            return (
                f"phase M with dir {direction} and count {made}, expected a direction and 1 to 20"
            )
        if "s" in flags and kind != "Q":
            return f"flag s with a {name}, expected a Queen"
        return ""
    if direction != "-" or made != 0:
        return f"phase {phase} with dir {direction} and count {made}, expected - and 0"
    if phase == "D":
        if kind != "T":
            return f"phase D with a {name}, expected a Tower"
        return f"phase D with flags {flags}, expected - or c" if "s" in flags else ""
    expected = {"T": "-", "Q": "s"}.get(kind)
    if expected is None:
        return f"phase B with a {name}, expected a Tower or a Queen"
    if flags != expected:
        return f"phase B of a {name} with flags {flags}, expected {expected}"
    return ""
