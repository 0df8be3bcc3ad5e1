"""The conditions on whole positions of Rhodium (sections 3, 5, 6 and 8 of the rulebook)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

from strata.core.errors import PositionProblem, on_cells
from strata.core.outcome import SEATS
from strata.games.rhodium.board import AREAS, BOARD
from strata.games.rhodium.pieces import ARMY, KIND_LETTERS, KIND_NAMES
from strata.games.rhodium.rules.constants import (
    BREAK,
    OVER,
    RHODIUM,
    SACRIFICED,
    SCATTERED,
    SET,
)
from strata.games.rhodium.rules.state import RhodiumState

_Pile = tuple[int, int, list[int]]
_Piles = dict[str, _Pile]
_Problems = Iterator[PositionProblem]
_SORTS: Final = tuple(product(range(2), range(6), range(2)))
"""The sorts of pieces in graveyards: seat, kind, theme."""


def find_problems(state: RhodiumState) -> _Problems:
    """Yield the reasons why `state`, set up from a position string, is not a position."""
    piles = {name: pile for cell, name in enumerate(BOARD.names) if (pile := state.pile_at(cell))}
    phase = state.turn()[1]
    yield from _wrong_turn(state)
    yield from _wrong_counts(state, piles)
    if phase == SET:
        yield from _wrong_set_up(state, piles)
    elif phase == OVER:
        yield from _wrong_end(state, piles)
    else:
        yield from _wrong_going_on(state, piles)


def _wrong_turn(state: RhodiumState) -> _Problems:
    """Check the pile that a turn in progress concerns."""
    seat, phase, place, _ = state.turn()
    if phase not in (BREAK, SACRIFICED, SCATTERED):
        return
    owner = seat if phase == BREAK else 1 - seat
    pile = state.pile_at(place)
    least = 1 if phase == SCATTERED else 2
    if pile is None or pile[0] != owner or len(pile[2]) < least:
        what, name = "a pile" if least == 1 else "a stack", BOARD.names[place]
        yield PositionProblem(f"phase: expected {what} of {SEATS[owner]} on {name}", (name,))


def _wrong_counts(state: RhodiumState, piles: _Piles) -> _Problems:
    """Check the numbers of pieces, counted by the seat that they began with."""
    counts: Counter[tuple[int, int]] = Counter()
    where: dict[tuple[int, int], dict[str, None]] = {}
    for name, (seat, kind, themes) in piles.items():
        for theme in themes:
            counts[seat ^ theme, kind] += 1
            where.setdefault((seat ^ theme, kind), {})[name] = None
    kind, themes = state.left()
    for theme in themes:
        counts[state.get_seat() ^ theme, kind] += 1
    for seat, kind, theme in _SORTS:
        counts[seat ^ theme, kind] += state.buried(seat, kind, theme)
    for (seat, kind), number in sorted(counts.items()):
        most = ARMY.count(KIND_LETTERS[kind])
        if number > most:
            yield PositionProblem(
                f"{number} pieces {KIND_NAMES[kind]} that began with {SEATS[seat]} (dark in his "
                f"hands, light in the other's), expected at most {most}",
                tuple(where.get((seat, kind), ())),
            )


def _rhodiums(piles: _Piles, seat: int, theme: int) -> tuple[str, ...]:
    """Return the cells on which `seat` has a Rhodium of that theme."""
    return tuple(name for name, pile in piles.items() if pile == (seat, RHODIUM, [theme]))


def _wrong_going_on(state: RhodiumState, piles: _Piles) -> _Problems:
    for seat, owner in enumerate(SEATS):
        dark, light = _rhodiums(piles, seat, 0), _rhodiums(piles, seat, 1)
        if (len(dark), len(light)) != (1, 0):
            yield PositionProblem(
                f"{owner} has {len(dark)} dark and {len(light)} light Rhodiums on the board, "
                "expected one, dark, before the game is over",
                (*dark, *light),
            )
        if state.buried(seat, RHODIUM, 0) or state.buried(seat, RHODIUM, 1):
            yield PositionProblem(
                f"a Rhodium in the graveyard of {owner}, expected none before the game is over"
            )
    balance, *goals = state.scores()
    if not -4 <= balance <= 4:
        yield PositionProblem(f"balance: got '{balance}', expected -4 to 4 before the game is over")
    for seat, mask in enumerate(goals):
        if mask.bit_count() > 3:
            yield PositionProblem(
                f"goals{seat + 1}: {mask.bit_count()} files, expected at most 3 before the game "
                "is over"
            )


def _wrong_set_up(state: RhodiumState, piles: _Piles) -> _Problems:
    if any(state.buried(*sort) for sort in _SORTS) or state.scores() != (0, 0, 0):
        yield PositionProblem("phase set: expected graveyards and goals - and the balance 0")
    strays = [*_strays(piles)]
    if strays:
        yield from strays
        return
    for seat in range(2):
        yield from _wrong_army(piles, seat)
    numbers = [sum(pile[0] == seat for pile in piles.values()) for seat in range(2)]
    acting = state.get_seat()
    if (acting == 0 and (numbers[0] == 22 or numbers[1])) or (
        acting == 1 and (numbers[0] < 22 or numbers[1] == 22)
    ):
        expected = "first 22 and second fewer" if acting else "first fewer than 22 and second none"
        yield PositionProblem(
            f"phase set, {SEATS[acting]} to act: first has placed {numbers[0]} "
            f"and second {numbers[1]} pieces, expected {expected}"
        )


def _strays(piles: _Piles) -> _Problems:
    """Yield the piles that no seat can have placed there."""
    for name, (seat, _, themes) in piles.items():
        if themes != [0] or BOARD.cell(name) not in AREAS[seat]:
            yield PositionProblem(
                f"phase set, {name}: expected single dark pieces in the area of {SEATS[seat]} only",
                (name,),
            )


def _wrong_army(piles: _Piles, seat: int) -> _Problems:
    cells = {name: KIND_LETTERS[kind] for name, (owner, kind, _) in piles.items() if owner == seat}
    placed = Counter(cells.values())
    expected = ARMY[: placed.total()]
    if placed != Counter(expected):
        letters = "".join(sorted(placed.elements(), key=KIND_LETTERS.index))
        yield PositionProblem(
            f"phase set: {SEATS[seat]} has placed {letters}, expected the first {len(expected)} "
            f"of {ARMY}",
            tuple(cells),
        )


def _has_won(state: RhodiumState, seat: int) -> bool:
    balance, *goals = state.scores()
    ahead = -balance if seat else balance
    return state.buried(seat, RHODIUM, 1) > 0 or ahead >= 5 or goals[seat].bit_count() >= 4


def _wrong_end(state: RhodiumState, piles: _Piles) -> _Problems:
    winner = state.get_seat()
    loser = 1 - winner
    for seat in range(2):
        if state.scores()[1 + seat].bit_count() > 4:
            yield PositionProblem(f"goals{seat + 1}: expected at most four files")
    if not _has_won(state, winner) or _has_won(state, loser):
        yield PositionProblem(
            f"phase over, {SEATS[winner]} has won: expected the enemy Rhodium in his graveyard, a "
            "balance of 5 in his favour or four files, and none of it for "
            f"{SEATS[loser]}"
        )
    captured = state.buried(winner, RHODIUM, 1)
    found = [len(_rhodiums(piles, seat, theme)) for seat in (winner, loser) for theme in range(2)]
    if found != [1, 0, 1 - captured, 0] or any(state.buried(seat, RHODIUM, 0) for seat in range(2)):
        cells = [
            name
            for seat in range(2)
            for theme in range(2)
            for name in _rhodiums(piles, seat, theme)
        ]
        where = f" (now {on_cells(cells)})" if cells else ""
        yield PositionProblem(
            "phase over: expected the winner's Rhodium on the board, dark, and the loser's on the "
            f"board, dark, or light in the winner's graveyard{where}",
            tuple(cells),
        )
