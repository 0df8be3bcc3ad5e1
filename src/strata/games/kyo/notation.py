"""Positions and actions of Kyo as text (sections 8 and 9 of the rulebook)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from strata.core.errors import InvalidPosition, shown
from strata.core.outcome import SEATS
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
# Section 3.
MOST: Final = {"P": 8, "H": 8, "T": 2, "Q": 1, "K": 1, "N": 2, "C": 2, "D": 13, "L": 13}
MOST_SHIELDS: Final = 16
# By number too. Phase 0 is the start of a turn, direction 8 none.
PHASES: Final = "-BMD"
DIRECTION_NAMES: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "-")
FLAGS: Final = {"-": (False, False), "c": (True, False), "s": (False, True), "cs": (True, True)}
ACTION_SIGNS: Final = "+-x!~"


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
    board = "/".join(_format_rank(state, rank) for rank in range(9, -1, -1))
    side = SEATS[state.get_seat()]
    return f"{board} {side} {_format_turn(state)} {state.clock}"


def _format_rank(state: KyoState, rank: int) -> str:
    items: list[str] = []
    empties = 0
    for tile in range(10 * rank, 10 * rank + 10):
        stack = _format_stack(state, tile)
        if not stack:
            empties += 1
            continue
        if empties:
            items.append(str(empties))
        items.append(stack)
        empties = 0
    if empties:
        items.append(str(empties))
    return ",".join(items)


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


def parse_position(text: str, state: KyoState) -> KyoState:
    """Lays what `text` says on the empty board `state`."""
    fields = text.split(" ")
    if len(fields) != 4:
        raise InvalidPosition(
            f"kyo position {shown(text)}: got {len(fields)} fields, expected board, side, turn "
            "and clock with one blank between"
        )
    board, side, turn, clock = fields
    _parse_board(board, state)
    if side not in SEATS:
        raise InvalidPosition(f"kyo position, side: got {shown(side)}, expected first or second")
    last = LAST_CLOCK if turn == "-" else LAST_CLOCK - 1
    state.set_side(
        SEATS.index(side), _parse_number(clock, 0, last, "clock", " before the turn is over")
    )
    if turn != "-":
        _parse_turn(turn, state)
    return state


def _parse_number(text: str, least: int, most: int, where: str, when: str = "") -> int:
    canonical = text.isdigit() and (text == "0" or text[0] != "0")
    if not canonical or len(text) > 4 or not least <= int(text) <= most:
        raise InvalidPosition(
            f"kyo position, {where}: got {shown(text)}, expected {least} to {most}"
            f"{when if most == LAST_CLOCK - 1 else ''} without leading zeros"
        )
    return int(text)


def _parse_board(text: str, state: KyoState) -> None:
    ranks = text.split("/")
    if len(ranks) != 10:
        raise InvalidPosition(
            f"kyo position, board {shown(text)}: got {len(ranks)} ranks, expected 10"
        )
    rows = [_read_rank(rank, 10 - index) for index, rank in enumerate(ranks)]
    _count_pieces("".join("".join(row) for row in rows))
    for index, row in enumerate(rows):
        for file, stack in enumerate(row):
            if stack:
                _lay(stack, 10 * (9 - index) + file, state)


def _read_rank(text: str, rank: int) -> list[str]:
    """The stacks of a rank, one a file; an empty tile has none."""
    where = f"kyo position, rank {rank} {shown(text)}"
    stacks: list[str] = []
    before_was_number = False
    for index, item in enumerate(text.split(",")):
        is_number = item.isdigit()
        if is_number:
            if before_was_number:
                raise InvalidPosition(
                    f"{where}, item {index + 1}: two numbers side by side, expected their sum"
                )
            stacks += [""] * _parse_number(item, 1, 10, f"rank {rank}, item {index + 1}")
        else:
            _check_stack(item, f"{where}, item {index + 1}")
            stacks.append(item)
        before_was_number = is_number
    if len(stacks) != 10:
        raise InvalidPosition(f"{where}: {len(stacks)} tiles, expected 10")
    return stacks


def _check_stack(item: str, where: str) -> None:
    if not item:
        raise InvalidPosition(f"{where}: nothing, expected a stack or a number of empty tiles")
    pawn = ""
    for letter in item:
        is_pawn = letter.upper() in PAWN_LETTERS[1:]
        if not is_pawn and letter not in CHIP_LETTERS:
            raise InvalidPosition(
                f"{where}, got {shown(letter)} in {shown(item)}, expected chips D L d l S and then "
                "perhaps a pawn P H T Q K N C p h t q k n c"
            )
        if pawn and is_pawn:
            raise InvalidPosition(
                f"{where}, two pawns {pawn} and {letter} in {shown(item)}, expected one at most"
            )
        if pawn:
            raise InvalidPosition(
                f"{where}, chip {letter} above pawn {pawn} in {shown(item)}, expected the pawn last"
            )
        pawn = letter if is_pawn else ""


def _count_pieces(letters: str) -> None:
    for letter, number in sorted(Counter(letters).items()):
        most = MOST_SHIELDS if letter == "S" else MOST[letter.upper()]
        if number > most:
            raise InvalidPosition(
                f"kyo position, board: {number} pieces {letter}, expected at most {most}"
            )


def _lay(stack: str, tile: int, state: KyoState) -> None:
    pawn = 0
    if stack[-1].upper() in PAWN_LETTERS:
        pawn = PAWN_LETTERS.index(stack[-1].upper()) + (8 if stack[-1].islower() else 0)
        stack = stack[:-1]
    state.lay(tile, [CHIP_LETTERS.index(letter) for letter in stack], pawn)


def _parse_turn(text: str, state: KyoState) -> None:
    where = f"kyo position, turn {shown(text)}"
    parts = text.split(":")
    if len(parts) != 5:
        raise InvalidPosition(
            f"{where}: got {len(parts)} parts, expected - or tile:phase:dir:count:flags"
        )
    name, phase, direction, count, flags = parts
    for what, got, expected in (
        ("tile", name, BOARD.names),
        ("phase", phase, tuple(PHASES[1:])),
        ("dir", direction, DIRECTION_NAMES),
        ("flags", flags, tuple(FLAGS)),
    ):
        if got not in expected:
            choice = "a1 to j10" if what == "tile" else " ".join(expected)
            raise InvalidPosition(f"{where}, {what}: got {shown(got)}, expected {choice}")
    tile = BOARD.cell(name)
    kind = _turn_pawn(tile, state, where)
    made = _parse_number(count, 0, MOST_MANA_MOVES, "turn, count")
    if wrong := _misfit(kind, phase, direction, made, flags):
        raise InvalidPosition(f"{where}: {wrong}")
    on_enemy, shuffled = FLAGS[flags]
    if on_enemy and not state.stands_on_enemy_mana(tile):
        raise InvalidPosition(
            f"{where}: flag c, expected an enemy mana chip directly below the own mana and shields "
            f"on {name}"
        )
    state.set_turn(
        tile, PHASES.index(phase), DIRECTION_NAMES.index(direction), made, on_enemy, shuffled
    )


def _turn_pawn(tile: int, state: KyoState, where: str) -> str:
    """The letter, upper case, of the pawn whose turn it is."""
    pawn, seat = state.pawn_at(tile), state.get_seat()
    if not pawn or pawn >> 3 != seat:
        there = f"{SEATS[pawn >> 3]}'s {KIND_NAMES[pawn & 7]}" if pawn else "no pawn"
        raise InvalidPosition(
            f"{where}: {there} on {BOARD.names[tile]}, expected a pawn of {SEATS[seat]}"
        )
    return PAWN_LETTERS[pawn & 7]


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
