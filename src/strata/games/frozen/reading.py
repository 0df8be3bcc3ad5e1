"""The reader of FrozenChess positions (section 8), which sets them up on a board.

fields.py parses the text and validity.py checks the conditions on positions; here the rules are
asked whether a phase offers an action.
"""

from __future__ import annotations

from strata.core.errors import PositionProblem, refuse_position
from strata.games.frozen.board import BOARD
from strata.games.frozen.fields import Fields, Phase, Unit, read_fields
from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.rules.constants import ARMED, FRESH, PLACED, SIZED, WOKEN
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.validity import find_problems
from strata.games.frozen.writing import ATTRIBUTES, DEFAULTS, FLOW_HEADINGS, PHASES

_WHAT = "frozen position"


def parse_position(text: str, state: FrozenState) -> FrozenState:
    """Set up the position `text` on the empty board `state`."""
    fields = read_fields(text)
    refuse_position(_WHAT, find_problems(fields))
    _Building(state).build(fields)
    if fields.phase is None:
        state.set_turn(fields.seat, FRESH, 0, 0, False, fields.turn)
    else:
        _begin_phase(state, fields, fields.phase)
    return state


class _Building:
    def __init__(self, state: FrozenState) -> None:
        self.state = state
        self.walls: list[tuple[int, int]] = []

    def build(self, fields: Fields) -> None:
        state = self.state
        for cell, body in fields.ground.items():
            state.put_ground(cell, self._build(body))
        for cell, body in fields.shadows.items():
            state.put_shadow(cell, self._build(body))
        for unit, cell in self.walls:
            state.put_wall(unit, cell)
        for cell, tomb in fields.tombs.items():
            units = [self._build([unit]) for unit in tomb.units]
            state.put_dead(cell, units, WOKEN if tomb.woken else ARMED, tomb.rot)
        for cell, owner in fields.traps.items():
            state.put_trap(cell, owner)
        for cell, tornado in fields.tornados.items():
            state.put_tornado(cell, *tornado)
        for cell, flow in fields.flows.items():
            way = 2 * FLOW_HEADINGS.index(flow.heading)
            state.put_flow(cell, flow.owner, way, flow.timer)

    def _build(self, body: list[Unit]) -> int:
        """Add the body to the state and return its base. Its walls are put up later."""
        state = self.state
        base = 0
        for unit in body:
            values: tuple[int, ...] = DEFAULTS
            if unit.values:  # few units have any
                values = tuple(map(unit.values.get, ATTRIBUTES, DEFAULTS))
            number = state.add_unit(LETTERS.index(unit.kind), unit.owner, values)
            self.walls += [(number, cell) for cell in unit.walls]
            for veiled, held in unit.cargo:
                state.add_cargo(number, self._build(held), veiled)
            if base:
                state.add_member(base, number)
            else:
                base = number
        return base


def _begin_phase(state: FrozenState, fields: Fields, phase: Phase) -> None:
    """Set the phase, and refuse one that offers no action."""
    is_placed = phase.letter == "R" and phase.cell >= 0
    number = PLACED if is_placed else PHASES.index(phase.letter)
    cell = max(phase.cell, 0)
    if is_placed:
        _expect_block(state, fields, phase)
    state.set_turn(fields.seat, number, cell, phase.number, phase.shadow, fields.turn)
    if not state.codes():
        cells = (BOARD.names[phase.cell],) if phase.cell >= 0 else ()
        _refuse(PositionProblem("a phase in which nothing can be done", cells))


def _expect_block(state: FrozenState, fields: Fields, phase: Phase) -> None:
    state.set_turn(fields.seat, SIZED, 0, phase.number, False, fields.turn)
    if phase.cell not in {(code >> 6) & 255 for code in state.codes()}:
        name = BOARD.names[phase.cell]
        _refuse(PositionProblem(f"{name}: no block there that the mover may turn (F76)", (name,)))


def _refuse(problem: PositionProblem) -> None:
    refuse_position(f"{_WHAT}, phase", (problem,))
