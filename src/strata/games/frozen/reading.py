"""Reads positions of FrozenChess from text (section 8); errors say what is wrong, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from strata.core.board_text import parse_rows
from strata.core.errors import InvalidPosition
from strata.core.scanner import NOTHING, Scanner
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.rules.constants import ARMED, FRESH, PLACED, SIZED, WOKEN
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.writing import (
    ATTRIBUTES,
    BODY_ATTRIBUTES,
    DEFAULTS,
    FLOW_HEADINGS,
    PHASES,
    SIDES,
)

MOST_UNITS: Final = 192
MOST_MEMBERS: Final = 8
MOST_WALLS: Final = 16
MOST_CARGO: Final = {"S": 8, "Z": 1}
LAST_TURN: Final = 10**9
# Section 3.3: least and most of each attribute that is written; defaults are not.
BOUNDS: Final = {
    "p": (1, 50),
    "s": (1, 10),
    "h": (1, 6),
    "v": (1, 99),
    "o": (3, 15),
    "d": (3, 15),
    "n": (1, 2),
    "q": (1, 9),
    "m": (1, 6),
}
_UNITS: Final = LETTERS + LETTERS.lower()
_EXPECTED_UNIT: Final = f"a letter of {LETTERS} in either case"
_ORDER: Final = ATTRIBUTES + "w"
_EXPECTED_ATTRIBUTE: Final = f"an attribute, one of {' '.join(_ORDER)}"
_FIELDS: Final = ("side", "ground", "shadows", "tombs", "traps", "weather", "phase", "turn")


@dataclass
class Unit:
    """A unit as written."""

    letter: str
    values: dict[str, int] = field(default_factory=dict)
    walls: list[int] = field(default_factory=list)
    cargo: list[tuple[bool, list[Unit]]] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.letter.upper()

    @property
    def owner(self) -> int:
        return int(self.letter.islower())


def parse_position(text: str, state: FrozenState) -> FrozenState:
    """Puts what `text` says onto the empty board `state`."""
    _Reading(state).read(Scanner(text, "frozen position").split(" ", _FIELDS))
    return state


class _Reading:
    def __init__(self, state: FrozenState) -> None:
        self.state = state
        self.units = 0
        self.kings = [0, 0]
        self.walls: list[tuple[int, int]] = []
        self.wall_cells: set[int] = set()

    def read(self, fields: list[Scanner]) -> None:
        side, ground, shadows, tombs, traps, weather, phase, turn = fields
        seat = side.one_of(SIDES)
        parse_rows(ground, BOARD, self._ground)
        self._shadows(shadows)
        self._raise_walls()
        self._tombs(tombs)
        self._traps(traps)
        self._weather(weather)
        for owner, number in enumerate(self.kings):
            if number != 1:
                raise InvalidPosition(
                    f"frozen position: {number} kings of side {SIDES[owner]}, living or dead, "
                    "expected 1"
                )
        PhaseReading(self.state, seat, turn.whole_number(1, LAST_TURN)).read(phase)

    # Bodies.

    def _ground(self, row: Scanner, cell: int) -> None:
        body = self._body(row)
        self._check_body(row, body, shadow=False)
        self.state.put_ground(cell, self._build(body))

    def _body(self, text: Scanner) -> list[Unit]:
        return [self._unit(text) for _ in text.items("+")]

    def _unit(self, text: Scanner) -> Unit:
        unit = Unit(text.need(_UNITS, _EXPECTED_UNIT))
        self.units += 1
        if self.units > MOST_UNITS:
            text.fail(f"more than {MOST_UNITS} units, expected at most {MOST_UNITS}")
        if unit.kind == "K":
            self.kings[unit.owner] += 1
        if text.take("("):
            self._attributes(text, unit)
        if text.peek() == "{":
            self._cargo(text, unit)
        return unit

    def _attributes(self, text: Scanner, unit: Unit) -> None:
        last = -1
        for _ in text.items(","):
            name = text.need(_ORDER, _EXPECTED_ATTRIBUTE)
            if _ORDER.index(name) <= last:
                text.fail(f"attribute {name} out of order, expected the order {_ORDER}, each once")
            last = _ORDER.index(name)
            if name == "t":
                unit.values["t"] = 1
            elif name == "w":
                self._walls(text, unit)
            else:
                unit.values[name] = text.number(*BOUNDS[name], f"attribute {name}")
        text.need(")", "a comma or )")

    def _walls(self, text: Scanner, unit: Unit) -> None:
        for _ in text.items("."):
            cell = text.cell(BOARD)
            if unit.walls and cell <= unit.walls[-1]:
                text.fail("walls out of order, expected cell order, each once")
            if cell in self.wall_cells:
                text.fail(f"a second wall on {BOARD.names[cell]}, expected one at most")
            self.wall_cells.add(cell)
            unit.walls.append(cell)
            if len(unit.walls) > MOST_WALLS:
                text.fail(f"more than {MOST_WALLS} walls of one unit")

    def _cargo(self, text: Scanner, unit: Unit) -> None:
        if unit.kind not in MOST_CARGO:
            text.fail(f"{unit.letter} carries something, expected only ships and cannons to")
        text.need("{", "{")
        for _ in text.items(","):
            veiled = bool(text.take("~"))
            if veiled and unit.kind == "Z":
                text.fail("a shadow in a cannon, expected ships only to carry shadows (F73)")
            body = self._body(text)
            self._check_body(text, body, shadow=veiled, carried=True)
            unit.cargo.append((veiled, body))
            if len(unit.cargo) > MOST_CARGO[unit.kind]:
                most = MOST_CARGO[unit.kind]
                text.fail(f"{unit.letter} carries more than {most}, expected at most {most}")
        text.need("}", "a comma or }")

    def _check_body(
        self, text: Scanner, body: list[Unit], *, shadow: bool, carried: bool = False
    ) -> None:
        if len(body) > MOST_MEMBERS:
            text.fail(f"a body of {len(body)} members, expected at most {MOST_MEMBERS}")
        if len({unit.owner for unit in body}) > 1:
            text.fail("a body with members of both sides, expected one owner")
        kinds = {unit.kind for unit in body}
        if "K" in kinds and (len(body) > 1 or shadow or carried):
            text.fail("a king that is fused, carried or a shadow, expected none (F45)")
        if shadow and (len(body) > 1 or "P" in kinds):
            text.fail("a fused shadow or a shadow pawn, expected a single unit, no pawn (F71)")
        for unit in body[1:]:
            if wrong := unit.values.keys() & set(BODY_ATTRIBUTES):
                text.fail(f"attribute {min(wrong)} on a later member, expected it on the base only")
        base = body[0].values
        if "s" in base and ("J" not in kinds or shadow):
            text.fail("attribute s, expected it on bodies with a J only")
        if shadow and "t" in base:
            text.fail("attribute t on a shadow, expected none (F71)")
        if not shadow and base.keys() & {"h", "v"}:
            text.fail("attribute h or v, expected them on shadows only")
        if "K" in kinds and base.keys() & {"p", "t"}:
            text.fail("a paralysed king, expected none (F45)")

    def _build(self, body: list[Unit]) -> int:
        """The base of the body, made in the state; its walls are raised later."""
        state = self.state
        base = 0
        for unit in body:
            values = tuple(
                unit.values.get(name, default)
                for name, default in zip(ATTRIBUTES, DEFAULTS, strict=True)
            )
            number = state.add_unit(LETTERS.index(unit.kind), unit.owner, values)
            self.walls += [(number, cell) for cell in unit.walls]
            for veiled, held in unit.cargo:
                state.add_cargo(number, self._build(held), veiled)
            if base:
                state.add_member(base, number)
            else:
                base = number
        return base

    def _raise_walls(self) -> None:
        for unit, cell in self.walls:
            if self.state.cell_facts(cell)[0]:
                raise InvalidPosition(
                    f"frozen position: a wall under the body on {BOARD.names[cell]}, expected "
                    "walls on cells without a ground body"
                )
            self.state.put_wall(unit, cell)

    # The other fields.

    def _each_cell(self, text: Scanner, last: int) -> int:
        cell = text.cell(BOARD)
        if cell <= last:
            text.fail(f"{BOARD.names[cell]} out of order, expected cell order, each cell once")
        return cell

    def _shadows(self, text: Scanner) -> None:
        cell = -1
        for _ in text.entries(","):
            cell = self._each_cell(text, cell)
            text.need(":", ":")
            body = self._body(text)
            self._check_body(text, body, shadow=True)
            self.state.put_shadow(cell, self._build(body))

    def _tombs(self, text: Scanner) -> None:
        cell = -1
        for _ in text.entries(","):
            cell = self._each_cell(text, cell)
            status, rot = ARMED, 0
            if text.take("*"):
                status = WOKEN
            elif text.take("r"):
                rot = text.number(1, 39, "rot")
            text.need(":", "*, r with the rot, or :")
            units = [self._dead(text) for _ in text.items(".")]
            self.state.put_dead(cell, units, status, rot)

    def _dead(self, text: Scanner) -> int:
        unit = self._unit(text)
        if unit.values.keys() - set("nqm") or unit.walls or unit.cargo:
            text.fail("a unit in a tomb, expected no attributes but n, q and m, and no cargo")
        return self._build([unit])

    def _traps(self, text: Scanner) -> None:
        cell = -1
        for _ in text.entries(","):
            owner = "Jj".index(text.need("Jj", "J or j"))
            cell = self._each_cell(text, cell)
            self.state.put_trap(cell, owner)

    def _weather(self, text: Scanner) -> None:
        cell, flows = -1, False
        for _ in text.entries(","):
            letter = text.need("Vv" if flows else "TtVv", "T, t, V or v, tornados first")
            if letter in "Vv" and not flows:
                cell, flows = -1, True
            cell = self._each_cell(text, cell)
            text.need(":", ":")
            if flows:
                way = text.need(FLOW_HEADINGS, "a heading, n, e, s or w")
                timer = text.number(1, 5, "timer")
                self.state.put_flow(cell, "Vv".index(letter), 2 * FLOW_HEADINGS.index(way), timer)
            else:
                self.state.put_tornado(cell, "Tt".index(letter), text.number(1, 10, "timer"))


class PhaseReading:
    """The phase, which must fit the board and offer something."""

    def __init__(self, state: FrozenState, seat: int, turn: int) -> None:
        self.state = state
        self.seat = seat
        self.turn = turn

    def read(self, text: Scanner) -> None:
        if text.text == NOTHING:
            self.state.set_turn(self.seat, FRESH, 0, 0, False, self.turn)
            return
        if not (self.state.king_lives(0) and self.state.king_lives(1)):
            text.fail("a phase after the death of a king, expected -")
        letter = text.need("DUBMPRX", "-, D, U, B, M, P, R or X")
        phase, number, cell, shadow = PHASES.index(letter), 0, 0, False
        if letter in "DU":
            number = text.number(1, 3 if letter == "D" else 6, "moves left")
        text.need(":", ":")
        if letter == "R":
            number = text.number(2, 8, "size of the block")
            if text.take(":"):
                phase, cell = PLACED, text.cell(BOARD)
        else:
            shadow = letter in "DU" and bool(text.take("~"))
            cell = text.cell(BOARD)
            self._check_body(text, letter, cell, number, shadow)
        text.end()
        self.state.set_turn(self.seat, phase, cell, number, shadow, self.turn)
        if phase == PLACED:
            self._check_block(text, cell, number)
        if not self.state.codes():
            text.fail("a phase in which nothing can be done")

    def _check_body(self, text: Scanner, letter: str, cell: int, number: int, shadow: bool) -> None:
        base = self.state.cell_facts(cell)[1 if shadow else 0]
        name = BOARD.names[cell]
        wanted = 1 - self.seat if letter == "X" else self.seat
        if not base or self.state.unit_facts(base)[1] != wanted:
            what = "shadow" if shadow else "ground body"
            text.fail(f"no {what} of side {SIDES[wanted]} on {name}, expected one")
        members = self.state.members(base)
        kinds = {LETTERS[self.state.unit_facts(unit)[0]] for unit in members}
        if letter == "D" and number > 1 and (shadow or "N" not in kinds):
            text.fail(f"D{number} without a knight on {name}, expected D1 (F13)")
        if letter in "BP" and "P" not in kinds:
            text.fail(f"no pawn on {name}, expected one")
        if letter == "P" and cell >> 4 != (0 if self.seat else 15):
            text.fail(f"{name} is not the last rank, expected a pawn there")
        if letter == "M" and (len(members) > 1 or kinds & {"K", "P"}):
            text.fail(
                f"a fused body, king or pawn on {name}, expected a single unit that can morph"
            )
        if letter == "X" and "K" in kinds:
            text.fail("a controlled king, expected any other body (F45)")

    def _check_block(self, text: Scanner, cell: int, number: int) -> None:
        self.state.set_turn(self.seat, SIZED, 0, number, False, self.turn)
        corners = {(code >> 6) & 255 for code in self.state.codes()}
        if cell not in corners:
            text.fail(f"{BOARD.names[cell]}: no block there that the mover may turn (F76)")
        self.state.set_turn(self.seat, PLACED, cell, number, False, self.turn)
