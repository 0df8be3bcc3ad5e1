"""Why a game of Daikuni is over: what bars every action of the seat that has lost (D19, D20).

The stock is empty (D12), the pieces have no cell to go to, or D11, D15, D16 and D17 refuse every
action. One of these four bars an action if it refuses the action while the other three are waived.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from strata.core.explaining.telling import Sentence, cells_of, for_winner, joined
from strata.core.outcome import Outcome
from strata.games.daikuni.attackers import attackers
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import (
    ENTRIES_FIRST,
    KING,
    KING_CHECKED,
    OFF_BOARD,
    QUEEN,
    QUEENS_SEE,
    SOLDIER,
    SOLDIER_TIED,
    kind_of,
)
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES

_WOULD: Final = {
    KING_CHECKED: "leave the King in check",
    QUEENS_SEE: "leave the two Queens in sight of each other",
    SOLDIER_TIED: "lose sight of {winner's} Queen",
    ENTRIES_FIRST: "come before all three pieces have entered",
}
_EVERY: Final = sum(_WOULD)


def barred_moves(state: DaikuniState) -> dict[int, int]:
    """Return the moves that only restrictions on their result or order refuse, and which do.

    The keys are codes of actions, the values the bits of all restrictions that refuse them. Moves
    to cells that the piece cannot reach are not among them.
    """
    moves = dict.fromkeys(state.waiving(_EVERY).codes(), 0)
    for bit in _WOULD:
        allowed = set(state.waiving(_EVERY - bit).codes())
        for code in moves:
            if code not in allowed:
                moves[code] |= bit
    return moves


def tell_end(state: DaikuniState, empty: DaikuniState, outcome: Outcome) -> Sentence:
    """Return why the seat to act has lost. `empty` is an empty board with the same options."""
    seat = state.get_seat()
    king = state.place(seat, KING)
    if not state.tiles_left(seat):
        words = "{loser has/have} no tile left to lay: {winner wins/win}."
        return Sentence(for_winner(words, outcome), _names(king))
    moves = barred_moves(state)
    bars = [_cover(moves, kind) for kind in range(len(KIND_NAMES))]
    words = f"{{loser has/have}} no legal move: {'; '.join(_clauses(state, bars))}."
    shown = tuple(_shown(state, sum(bars, ())))
    if not state.in_check(seat):
        return Sentence(for_winner(words, outcome), _names(king, *shown))
    found = attackers(state, empty, seat)
    name = f"{{loser's}} King on {BOARD.names[king]}"
    things = joined([_thing(state, cell) for cell in found])
    if moves and all(refused & KING_CHECKED for refused in moves.values()):
        verb = "attacks" if len(found) == 1 else "attack"
        words = f"no move saves {name}: {things} {verb} it."
        return Sentence(for_winner(words, outcome), _names(king, *found))
    words = f"{name} is in check from {things}, and {words}"
    return Sentence(for_winner(words, outcome), _names(king, *found, *shown))


def _cover(moves: Mapping[int, int], kind: int) -> tuple[int, ...]:
    """Return the fewest restrictions that, taken together, refuse every move of a kind of piece.

    The result is empty if the piece has no cell to go to.
    """
    refused = {bits for code, bits in moves.items() if kind_of(code) == kind}
    choices = (chosen for count in range(len(_WOULD) + 1) for chosen in combinations(_WOULD, count))
    return next(chosen for chosen in choices if all(bits & sum(chosen) for bits in refused))


def _clauses(state: DaikuniState, bars: list[tuple[int, ...]]) -> Iterator[str]:
    """Yield what stops the pieces, those together that the same stops."""
    seat = state.get_seat()
    groups: dict[str, list[str]] = {}
    for kind, name in enumerate(KIND_NAMES):
        would = {**_WOULD, KING_CHECKED: "end in check"} if kind == KING else _WOULD
        what = "entry" if state.place(seat, kind) == OFF_BOARD else "move"
        pattern = ""
        if bars[kind] == (ENTRIES_FIRST,):
            pattern = "the PIECES may not move before all three pieces have entered"
        elif bars[kind]:
            words = " or ".join(would[bit] for bit in bars[kind])
            pattern = f"every {what} of the PIECES would {words}"
        groups.setdefault(pattern, []).append(name)
    for pattern, names in groups.items():
        verb = "has" if len(names) == 1 else "have"
        text = pattern or f"the PIECES {verb} no cell to go to"
        yield text.replace("PIECES", joined(names))


def _shown(state: DaikuniState, bars: tuple[int, ...]) -> Iterator[int]:
    """Yield the places of the pieces that these restrictions are about, the King's left out."""
    seat = state.get_seat()
    if QUEENS_SEE in bars:
        yield state.place(seat, QUEEN)
    if SOLDIER_TIED in bars:
        yield state.place(seat, SOLDIER)
    if QUEENS_SEE in bars or SOLDIER_TIED in bars:
        yield state.place(1 - seat, QUEEN)


def _names(*cells: int) -> tuple[str, ...]:
    return cells_of(*(BOARD.names[cell] for cell in cells if cell != OFF_BOARD))


def _thing(state: DaikuniState, cell: int) -> str:
    owner = state.tile_owner(cell)
    kinds = (name for kind, name in enumerate(KIND_NAMES) if state.place(owner, kind) == cell)
    return f"{{winner's}} {next(kinds, 'tile')} on {BOARD.names[cell]}"
