"""The scene of Rhodium: piles, graveyards, captures, goals and the turn in progress."""

from __future__ import annotations

from collections import Counter
from typing import Final

from strata.core.board_scene import acting_seat, board_scene
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Item, Layer, Mark, Scene, Zone
from strata.games.rhodium.board import AREAS, BOARD, FILES
from strata.games.rhodium.gestures import buried_id, to_place_id, to_place_zone
from strata.games.rhodium.notation import PHASES
from strata.games.rhodium.pieces import ARMY, KIND_LETTERS, KIND_NAMES, THEME_NAMES
from strata.games.rhodium.rules.state import RhodiumState
from strata.games.rhodium.symbols import VEIL, chip_symbol, piece_symbol

_GOAL_RANKS: Final = (10, 1)


def scene(state: RhodiumState, game: str) -> Scene:
    phase = PHASES[state.turn()[1]]
    setting_up = phase == "set"
    zones = _to_place if setting_up else _graveyard
    turn = _turn_marks(state)
    return board_scene(
        BOARD,
        game,
        SEATS[state.get_seat()] if setting_up else acting_seat(state),
        _stacks(state),
        zones=tuple(zones(state, seat) for seat in range(2)),
        marks=(*turn, *_goal_marks(state)),
        status=(
            *(mark.label for mark in turn),
            *(_placing(state) if setting_up else _scores(state)),
        ),
    )


def _stacks(state: RhodiumState) -> dict[str, tuple[Layer, ...]]:
    stacks: dict[str, tuple[Layer, ...]] = {}
    for cell, name in enumerate(BOARD.names):
        pile = state.pile_at(cell)
        if (owner := _hidden_by(state, cell)) is not None:
            stacks[name] = (Layer(VEIL, owner),)
        elif pile is not None:
            stacks[name] = _layers(*pile)
    return stacks


def _hidden_by(state: RhodiumState, cell: int) -> Seat | None:
    """Return the seat in whose hidden area the cell lies, or None."""
    for seat, area in enumerate(AREAS):
        if cell in area and state.hides(seat):
            return SEATS[seat]
    return None


def _layers(seat: int, kind: int, themes: list[int]) -> tuple[Layer, ...]:
    """Return the layers of a pile: the chips of a stack, then the face of its top piece."""
    owner = SEATS[seat]
    chips = [Layer(chip_symbol(theme, seat), owner) for theme in themes if len(themes) > 1]
    return (*chips, Layer(piece_symbol(kind, themes[-1], seat), owner))


# Zones beside the board.


def _graveyard(state: RhodiumState, seat: int) -> Zone:
    owner = SEATS[seat]
    items = [
        Item(buried_id(seat, kind, theme), Layer(piece_symbol(kind, theme, seat), owner), number)
        for kind in range(6)
        for theme in range(2)
        if (number := state.buried(seat, kind, theme))
    ]
    return Zone(f"{owner}:graveyard", f"{whose(owner)} graveyard", owner, tuple(items))


def _to_place(state: RhodiumState, seat: int) -> Zone:
    owner = SEATS[seat]
    left = Counter(ARMY[state.number_placed(seat) :])
    items = [
        Item(to_place_id(seat, letter), Layer(piece_symbol(kind, 0, seat), owner), left[letter])
        for kind, letter in enumerate(KIND_LETTERS)
        if left[letter]
    ]
    return Zone(to_place_zone(seat), f"{{{owner}}}, to place", owner, tuple(items))


# Words.


def _placing(state: RhodiumState) -> tuple[str, ...]:
    seat = state.get_seat()
    number = state.number_placed(seat)
    kind = KIND_NAMES[KIND_LETTERS.index(ARMY[number])]
    return (f"set-up: {{{SEATS[seat]} places/place}} piece {number + 1} of 22, a {kind}",)


def _scores(state: RhodiumState) -> tuple[str, ...]:
    balance, *goals = state.scores()
    ahead = SEATS[0 if balance > 0 else 1]
    captures = f"captures: {{{ahead} is/are}} {abs(balance)} ahead" if balance else "captures: even"
    return (
        f"{captures}; 5 ahead wins",
        *(
            f"{whose(SEATS[seat])} goals: {' '.join(goal_cells(mask, seat))}; 4 win"
            for seat, mask in enumerate(goals)
            if mask
        ),
    )


def goal_cells(mask: int, seat: int) -> tuple[str, ...]:
    return tuple(
        f"{file}{_GOAL_RANKS[seat]}" for index, file in enumerate(FILES) if mask >> index & 1
    )


def _goal_marks(state: RhodiumState) -> tuple[Mark, ...]:
    return tuple(
        Mark("effect", goal_cells(mask, seat), f"{{{SEATS[seat]} has/have}} scored here")
        for seat, mask in enumerate(state.scores()[1:])
        if mask
    )


def _turn_marks(state: RhodiumState) -> tuple[Mark, ...]:
    """Return the mark of a turn in progress: what happens, and to which cell."""
    seat, number, place, owed = state.turn()
    phase, owner, name = PHASES[number], SEATS[seat], BOARD.names[place]
    if phase == "play!":
        return (
            Mark(
                "turn", (), f"{{{owner} has/have}} sacrificed: captures of this turn do not count"
            ),
        )
    if phase == "break":
        left = f", {owed} more bound to their range" if owed else ""
        return (
            Mark("turn", (name,), f"{{{owner} dismantles/dismantle}} the stack on {name}{left}"),
        )
    if phase == "sac":
        return (Mark("turn", (name,), f"{{{owner} takes/take}} the enemy stack on {name} apart"),)
    if phase == "scatter":
        kind, themes = state.left()
        faces = ", ".join(THEME_NAMES[theme] for theme in reversed(themes))
        what = f"{KIND_NAMES[kind]} left over from {name}, next first: {faces}"
        return (Mark("turn", (name,), f"{{{owner} places/place}} {len(themes)} {what}"),)
    return ()
