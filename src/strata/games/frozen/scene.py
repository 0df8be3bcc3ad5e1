"""The scene of FrozenChess: bodies, shadows, walls, tombs, traps, weather and the turn.

On a cell, from bottom to top: flow, tornado, trap, tomb, wall; a shadow under its veil; the members
of a body, the base on top. badges.py holds what the symbols do not show.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from strata.core.board_scene import acting_seat, board_scene
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Layer, Mark, Scene
from strata.games.frozen.badges import (
    flow_badge,
    tomb_badges,
    tornado_badge,
    unit_badges,
    wall_badge,
    wall_owners,
)
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import LETTERS, NAMES
from strata.games.frozen.rules.constants import KING, PLACED, SIZED, WOKEN
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.symbols import KIND_SYMBOLS
from strata.games.frozen.writing import PHASES

_GOES_ON: Final = {
    "D": "may move on",
    "U": "may move on, or attack",
    "B": "may do one more thing",
    "M": "becomes another kind",
    "P": "is promoted",
    "X": "is mind-controlled",
}


def scene(state: FrozenState, game: str) -> Scene:
    marks = _marks(state)
    return board_scene(
        BOARD,
        game,
        acting_seat(state),
        _stacks(state),
        marks=marks,
        status=tuple(_status(state, marks)),
    )


def _stacks(state: FrozenState) -> dict[str, tuple[Layer, ...]]:
    facts_of = [state.cell_facts(cell) for cell in range(len(BOARD))]
    owners = wall_owners(state) if any(facts[2] for facts in facts_of) else {}
    stacks = {}
    for cell, (name, facts) in enumerate(zip(BOARD.names, facts_of, strict=True)):
        if not any(facts):
            continue
        ground, shadow, wall, _, _, _, tomb, _ = facts
        layers = _weather(facts)
        if tomb:
            layers.append(_tomb(state, cell, tomb))
        if wall:
            layers.append(Layer("wall", _owner(state, wall), (wall_badge(owners[wall]),)))
        if shadow:
            layers.append(Layer("veil", _owner(state, shadow)))
            layers.append(_unit(state, shadow, shadow=True))
        if ground:
            base, *others = state.members(ground)
            layers += [_unit(state, unit) for unit in (*others, base)]
        stacks[name] = tuple(layers)
    return stacks


def _owner(state: FrozenState, unit: int) -> Seat:
    return SEATS[state.unit_facts(unit)[1]]


def _weather(facts: tuple[int, ...]) -> list[Layer]:
    _, _, _, trap, tornado, flow, _, _ = facts
    layers = []
    if flow:
        heading = (flow >> 3) & 3
        badges = (flow_badge(flow & 7, heading),)
        layers.append(Layer("flow", SEATS[flow >> 5], badges, 90 * heading))
    if tornado:
        layers.append(Layer("tornado", SEATS[tornado >> 4], (tornado_badge(tornado & 15),)))
    if trap:
        layers.append(Layer("trap", SEATS[trap - 1]))
    return layers


def _tomb(state: FrozenState, cell: int, status: int) -> Layer:
    """Return the layer of a tomb, in the colour of the unit that would come back first."""
    symbol = "woken-tomb" if status == WOKEN else "armed-tomb"
    return Layer(symbol, _owner(state, state.queue(cell)[0]), tomb_badges(state, cell))


def _unit(state: FrozenState, unit: int, *, shadow: bool = False) -> Layer:
    kind, owner, _ = state.unit_facts(unit)
    badges = unit_badges(state, unit, shadow=shadow)
    if not badges:
        return _plain_unit(kind, owner)
    return Layer(KIND_SYMBOLS[LETTERS[kind]], SEATS[owner], badges)


@cache  # the same for most units of most positions
def _plain_unit(kind: int, owner: int) -> Layer:
    return Layer(KIND_SYMBOLS[LETTERS[kind]], SEATS[owner])


# The turn.


def _marks(state: FrozenState) -> tuple[Mark, ...]:
    marks = []
    phase, cell, number, shadow, _ = state.turn_facts()
    name = BOARD.names[cell]
    letter = PHASES[phase]
    if phase == PLACED:
        block = tuple(
            BOARD.names[cell + 16 * rank + file] for rank in range(number) for file in range(number)
        )
        marks.append(Mark("turn", block, f"this block of {number}×{number} turns: by how much?"))
    elif letter in _GOES_ON:
        body = state.cell_facts(cell)[1 if shadow else 0]
        kinds = " and ".join(NAMES[state.unit_facts(unit)[0]] for unit in state.members(body))
        left = f", {number} more" if letter in "DU" else ""
        what = f"{'shadow ' if shadow else ''}{kinds} on {name}"
        marks.append(
            Mark("turn", (name,), f"{whose(_owner(state, body))} {what} {_GOES_ON[letter]}{left}")
        )
    checked = state.checked_seat()
    if checked >= 0:
        marks.append(
            Mark(
                "check", (_king_cell(state, checked),), f"{whose(SEATS[checked])} King is in check"
            )
        )
    return tuple(marks)


def _king_cell(state: FrozenState, seat: int) -> str:
    for cell, name in enumerate(BOARD.names):
        base = state.cell_facts(cell)[0]
        if base and state.unit_facts(base)[:2] == (KING, seat):
            return name
    raise AssertionError("only a living king is in check")


def _status(state: FrozenState, marks: tuple[Mark, ...]) -> list[str]:
    phase, _, number, _, turn = state.turn_facts()
    lines = [f"turn {turn}", *(mark.label for mark in marks)]
    if phase == SIZED:
        lines.append(f"a block of {number}×{number} turns: which?")
    return lines
