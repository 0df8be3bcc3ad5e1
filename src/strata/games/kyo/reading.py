"""The reader of Kyo positions: the grammar of section 8, then the conditions on a position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from strata.core.board_text import parse_rows
from strata.core.errors import PositionProblem, on_cells, refuse_position
from strata.core.explaining.telling import with_article
from strata.core.outcome import SEATS
from strata.core.scanner import NOTHING, Scanner
from strata.games.kyo.board import BOARD
from strata.games.kyo.notation import (
    CHIP_LETTERS,
    DIRECTION_NAMES,
    FLAGS,
    KIND_NAMES,
    PAWN_LETTERS,
    PHASES,
    pawn_letter,
)
from strata.games.kyo.rules.constants import LAST_CLOCK, MOST_MANA_MOVES
from strata.games.kyo.rules.state import KyoState

_FIELDS: Final = ("board", "side", "turn", "clock")
_TURN: Final = ("tile", "phase", "dir", "count", "flags")
_PAWNS: Final = {pawn_letter(pawn): pawn for pawn in (*range(1, 8), *range(9, 16))}
_PAWN_LETTERS: Final = "".join(_PAWNS)
_CHIP_NAMES: Final = {"D": "dark chip", "L": "light chip", "S": "shield"}
# Section 3: the pieces of each player, and the shields of both.
_MOST: Final = {"P": 8, "H": 8, "T": 2, "Q": 1, "K": 1, "N": 2, "C": 2, "D": 13, "L": 13}
MOST_PIECES: Final = {**_MOST, **{letter.lower(): _MOST[letter] for letter in _MOST}, "S": 16}
"""The limit of each letter on the board."""


class Turn(NamedTuple):
    """The turn in progress, as written."""

    tile: str
    phase: str
    direction: str
    made: int
    flags: str


class Fields(NamedTuple):
    """The fields of a position string; `stacks` has the letters on each tile, bottom to top."""

    stacks: dict[str, str]
    seat: int
    turn: Turn | None
    clock: int


def piece_name(letter: str) -> str:
    """Return the name of the piece with that letter, without its owner."""
    chip = _CHIP_NAMES.get(letter.upper())
    return chip or KIND_NAMES[PAWN_LETTERS.index(letter.upper())]


def parse_position(text: str, state: KyoState) -> KyoState:
    """Set up the position `text` on the empty board `state`."""
    fields = read_fields(text)
    refuse_position("kyo position", _problems(fields))
    for name, letters in fields.stacks.items():
        pawn = _PAWNS.get(letters[-1], 0)
        chips = [CHIP_LETTERS.index(chip) for chip in (letters[:-1] if pawn else letters)]
        state.lay(BOARD.cell(name), chips, pawn)
    state.set_side(fields.seat, fields.clock)
    if fields.turn is not None:
        _begin_turn(state, fields.turn)
    return state


def _begin_turn(state: KyoState, turn: Turn) -> None:
    tile = BOARD.cell(turn.tile)
    on_enemy, shuffled = FLAGS[turn.flags]
    if on_enemy and not state.stands_on_enemy_mana(tile):
        problem = PositionProblem(
            "flag c, expected an enemy mana chip directly below the own mana and shields on "
            f"{turn.tile}",
            (turn.tile,),
        )
        refuse_position("kyo position, turn", (problem,))
    way = DIRECTION_NAMES.index(turn.direction)
    state.set_turn(tile, PHASES.index(turn.phase), way, turn.made, on_enemy, shuffled)


# The grammar.


def read_fields(text: str) -> Fields:
    """Return the fields of a position string. Only the grammar is checked."""
    board, side, turn, clock = Scanner(text, "kyo position").split(" ", _FIELDS)
    stacks: dict[str, str] = {}
    parse_rows(board, BOARD, partial(_read_stack, stacks), ",")
    turns = clock.whole_number(0, LAST_CLOCK)
    return Fields(stacks, side.one_of(SEATS), _read_turn(turn), turns)


def _read_stack(stacks: dict[str, str], row: Scanner, tile: int) -> None:
    """Read chips and at most one pawn on them."""
    chips = row.take_all(CHIP_LETTERS)
    pawn = row.take(_PAWN_LETTERS)
    if row.peek() not in ("", ",") or not (chips or pawn):
        row.expected(
            f"the pawn {pawn} last in its stack, and one at most"
            if pawn
            else "a number of empty tiles, or chips D L d l S and then perhaps a pawn "
            "P H T Q K N C p h t q k n c"
        )
    stacks[BOARD.names[tile]] = chips + pawn


def _read_turn(turn: Scanner) -> Turn | None:
    if turn.text == NOTHING:
        return None
    if turn.text.count(":") != 4:
        turn.refuse(f"- or {':'.join(_TURN)}")
    name, phase, direction, count, flags = turn.split(":", _TURN)
    name.one_of(BOARD.names, "a1 to j10")
    phase.one_of(PHASES[1:])
    direction.one_of(DIRECTION_NAMES)
    flags.one_of(tuple(FLAGS))
    made = count.whole_number(0, MOST_MANA_MOVES)
    return Turn(name.text, phase.text, direction.text, made, flags.text)


# The conditions on a position.


def _problems(fields: Fields) -> Iterator[PositionProblem]:
    everything = "".join(fields.stacks.values())
    for letter, most in MOST_PIECES.items():
        number = everything.count(letter)
        if number > most:
            cells = tuple(name for name, letters in fields.stacks.items() if letter in letters)
            owner = "" if letter == "S" else f" of {SEATS[letter.islower()]}"
            yield PositionProblem(
                f"{number} {piece_name(letter)}s{owner} {on_cells(cells)}, expected at most {most}",
                cells,
            )
    if fields.turn is not None:
        if fields.clock == LAST_CLOCK:
            yield PositionProblem(
                f"clock {fields.clock}, expected 0 to {LAST_CLOCK - 1} before the turn is over"
            )
        yield from _turn_problems(fields, fields.turn)


def _turn_problems(fields: Fields, turn: Turn) -> Iterator[PositionProblem]:
    top = fields.stacks.get(turn.tile, " ")[-1]
    pawn = _PAWNS.get(top, 0)
    if not pawn or pawn >> 3 != fields.seat:
        there = f"{SEATS[pawn >> 3]}'s {KIND_NAMES[pawn & 7]}" if pawn else "no pawn"
        yield PositionProblem(
            f"{there} on {turn.tile}, expected a pawn of {SEATS[fields.seat]} in its turn",
            (turn.tile,),
        )
    elif wrong := _misfit(top.upper(), turn):
        yield PositionProblem(wrong, (turn.tile,))


def _misfit(kind: str, turn: Turn) -> str:
    """Return a contradiction between the parts of a turn and the kind of pawn, or nothing."""
    _, phase, direction, made, flags = turn
    name = with_article(KIND_NAMES[PAWN_LETTERS.index(kind)])
    if phase == "M":
        if kind == "P":
            return "phase M with a Light Pawn, expected any other pawn"
        if direction == "-" or made == 0:
            return (
                f"phase M with dir {direction} and count {made}, expected a direction and 1 to 20"
            )
        if "s" in flags and kind != "Q":
            return f"flag s with {name}, expected a Queen"
        return ""
    if direction != "-" or made != 0:
        return f"phase {phase} with dir {direction} and count {made}, expected - and 0"
    if phase == "D":
        if kind != "T":
            return f"phase D with {name}, expected a Tower"
        return f"phase D with flags {flags}, expected - or c" if "s" in flags else ""
    expected = {"T": "-", "Q": "s"}.get(kind)
    if expected is None:
        return f"phase B with {name}, expected a Tower or a Queen"
    if flags != expected:
        return f"phase B of {name} with flags {flags}, expected {expected}"
    return ""
