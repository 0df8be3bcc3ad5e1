"""What a whole position of Rhodium must be (sections 3, 5, 6 and 8 of the rulebook)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Final

from strata.core.errors import InvalidPosition
from strata.core.outcome import SEATS
from strata.games.rhodium.board import AREAS, BOARD
from strata.games.rhodium.pieces import ARMY, KIND_LETTERS, KIND_NAMES
from strata.games.rhodium.rules.constants import OVER, RHODIUM, SET
from strata.games.rhodium.rules.state import RhodiumState

_Pile = tuple[int, int, list[int]]
_SORTS: Final = tuple(product(range(2), range(6), range(2)))
"""The sorts of pieces in graveyards: seat, kind, theme."""


def check_position(state: RhodiumState) -> None:
    """Raises InvalidPosition unless the rules allow `state`."""
    piles = [pile for cell in range(100) if (pile := state.pile_at(cell))]
    phase = state.turn()[1]
    _check_counts(state, piles)
    if phase == SET:
        _check_set_up(state)
    elif phase == OVER:
        _check_over(state, piles)
    else:
        _check_going_on(state, piles)


def _check_counts(state: RhodiumState, piles: list[_Pile]) -> None:
    """Pieces are counted by the seat that they began with."""
    counts: Counter[tuple[int, int]] = Counter()
    for seat, kind, themes in (*piles, (state.get_seat(), *state.left())):
        for theme in themes:
            counts[seat ^ theme, kind] += 1
    for seat, kind, theme in _SORTS:
        counts[seat ^ theme, kind] += state.buried(seat, kind, theme)
    for (seat, kind), number in sorted(counts.items()):
        most = ARMY.count(KIND_LETTERS[kind])
        if number > most:
            raise InvalidPosition(
                f"rhodium position: {number} pieces {KIND_NAMES[kind]} that began with "
                f"{SEATS[seat]} (dark in his hands, light in the other's), expected at most {most}"
            )


def _rhodiums(piles: list[_Pile], seat: int) -> tuple[int, int]:
    """How many dark and light Rhodiums `seat` has on the board."""
    themes = [pile[2] for pile in piles if pile[:2] == (seat, RHODIUM)]
    return themes.count([0]), themes.count([1])


def _check_going_on(state: RhodiumState, piles: list[_Pile]) -> None:
    for seat, name in enumerate(SEATS):
        dark, light = _rhodiums(piles, seat)
        if (dark, light) != (1, 0):
            raise InvalidPosition(
                f"rhodium position: {name} has {dark} dark and {light} light Rhodiums on the "
                "board, expected one, dark, before the game is over"
            )
        if state.buried(seat, RHODIUM, 0) or state.buried(seat, RHODIUM, 1):
            raise InvalidPosition(
                f"rhodium position, yard{seat + 1}: a Rhodium, expected none before the game is "
                "over"
            )
    balance, *goals = state.scores()
    if not -4 <= balance <= 4:
        raise InvalidPosition(
            f"rhodium position, balance: got '{balance}', expected -4 to 4 before the game is over"
        )
    for seat, mask in enumerate(goals):
        if mask.bit_count() > 3:
            raise InvalidPosition(
                f"rhodium position, goals{seat + 1}: {mask.bit_count()} files, expected at most 3 "
                "before the game is over"
            )


def _check_set_up(state: RhodiumState) -> None:
    if any(state.buried(*sort) for sort in _SORTS) or state.scores() != (0, 0, 0):
        raise InvalidPosition(
            "rhodium position, phase set: expected graveyards and goals - and the balance 0"
        )
    numbers = [_count_placed(state, seat) for seat in range(2)]
    acting = state.get_seat()
    if (acting == 0 and (numbers[0] == 22 or numbers[1])) or (
        acting == 1 and (numbers[0] < 22 or numbers[1] == 22)
    ):
        expected = "first 22 and second fewer" if acting else "first fewer than 22 and second none"
        raise InvalidPosition(
            f"rhodium position, phase set, {SEATS[acting]} to act: first has placed {numbers[0]} "
            f"and second {numbers[1]} pieces, expected {expected}"
        )
    state.set_placed(numbers[acting])


def _count_placed(state: RhodiumState, seat: int) -> int:
    placed: Counter[str] = Counter()
    for cell, name in enumerate(BOARD.names):
        pile = state.pile_at(cell)
        if pile is None or pile[0] != seat:
            continue
        if pile[2] != [0] or cell not in AREAS[seat]:
            raise InvalidPosition(
                f"rhodium position, phase set, {name}: expected single dark pieces in the area of "
                f"{SEATS[seat]} only"
            )
        placed[KIND_LETTERS[pile[1]]] += 1
    number = placed.total()
    if placed != Counter(ARMY[:number]):
        raise InvalidPosition(
            f"rhodium position, phase set: {SEATS[seat]} has placed "
            f"{''.join(sorted(placed.elements(), key=KIND_LETTERS.index))}, expected the first "
            f"{number} of {ARMY}"
        )
    return number


def _has_won(state: RhodiumState, seat: int) -> bool:
    balance, *goals = state.scores()
    ahead = -balance if seat else balance
    return state.buried(seat, RHODIUM, 1) > 0 or ahead >= 5 or goals[seat].bit_count() >= 4


def _check_over(state: RhodiumState, piles: list[_Pile]) -> None:
    winner = state.get_seat()
    loser = 1 - winner
    for seat in range(2):
        if state.scores()[1 + seat].bit_count() > 4:
            raise InvalidPosition(f"rhodium position, goals{seat + 1}: expected at most four files")
    if not _has_won(state, winner) or _has_won(state, loser):
        raise InvalidPosition(
            f"rhodium position, phase over, {SEATS[winner]} has won: expected the enemy Rhodium in "
            "his graveyard, a balance of 5 in his favour or four files, and none of it for "
            f"{SEATS[loser]}"
        )
    captured = state.buried(winner, RHODIUM, 1)
    at_home = (1 - captured, 0)
    if (
        _rhodiums(piles, winner) != (1, 0)
        or _rhodiums(piles, loser) != at_home
        or any(state.buried(seat, RHODIUM, 0) for seat in range(2))
    ):
        raise InvalidPosition(
            "rhodium position, phase over: expected the winner's Rhodium on the board, dark, and "
            "the loser's on the board, dark, or light in the winner's graveyard"
        )
