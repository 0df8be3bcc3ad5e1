"""Reads positions of FrozenChess from text (section 8); errors say what is wrong, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NoReturn

from strata.core.errors import InvalidPosition, shown
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
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,9}")
_CELL: Final = re.compile(r"[a-p](?:1[0-6]|[1-9])(?![0-9])")
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


class Text:
    """A field of the position that is read from left to right."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.at = 0

    def fail(self, message: str) -> NoReturn:
        raise InvalidPosition(
            f"frozen position, {self.name} {shown(self.text)}, character {self.at + 1}: {message}"
        )

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self, letters: str) -> str:
        """The next letter if it is one of these, else nothing."""
        letter = self.peek()
        if not letter or letter not in letters:
            return ""
        self.at += 1
        return letter

    def need(self, letters: str, what: str) -> str:
        return self.take(letters) or self.fail(f"got {self._got()}, expected {what}")

    def _got(self) -> str:
        return shown(self.peek()) if self.peek() else "the end"

    def number(self, least: int, most: int, what: str) -> int:
        found = _NUMBER.match(self.text, self.at)
        if (
            not found
            or not least <= int(found[0]) <= most
            or self.text[found.end() :][:1].isdigit()
        ):
            self.fail(
                f"{what}: got {shown(self.text[self.at :][:8])}, expected {least} to {most}, "
                "without leading zeros"
            )
        self.at = found.end()
        return int(found[0])

    def cell(self) -> int:
        found = _CELL.match(self.text, self.at)
        if not found:
            self.fail(f"got {shown(self.text[self.at :][:4])}, expected a cell, a1 to p16")
        self.at = found.end()
        return BOARD.cell(found[0])

    def end(self) -> None:
        if self.peek():
            self.fail(f"got {self._got()}, expected the end")


def parse_position(text: str, state: FrozenState) -> FrozenState:
    """Puts what `text` says onto the empty board `state`."""
    fields = text.split(" ")
    if len(fields) != 8:
        raise InvalidPosition(
            f"frozen position {shown(text)}: got {len(fields)} fields, expected side, ground, "
            "shadows, tombs, traps, weather, phase and turn with one blank between"
        )
    by_name = dict(zip(_FIELDS, fields, strict=True))
    if by_name["side"] not in ("w", "b"):
        raise InvalidPosition(f"frozen position, side: got {shown(fields[0])}, expected w or b")
    _Reading(state).read(by_name)
    return state


class _Reading:
    def __init__(self, state: FrozenState) -> None:
        self.state = state
        self.units = 0
        self.kings = [0, 0]
        self.walls: list[tuple[int, int]] = []
        self.wall_cells: set[int] = set()

    def read(self, fields: dict[str, str]) -> None:
        self._ground(fields["ground"])
        self._shadows(Text("shadows", fields["shadows"]))
        self._raise_walls()
        self._tombs(Text("tombs", fields["tombs"]))
        self._traps(Text("traps", fields["traps"]))
        self._weather(Text("weather", fields["weather"]))
        for seat, number in enumerate(self.kings):
            if number != 1:
                raise InvalidPosition(
                    f"frozen position: {number} kings of side {SIDES[seat]}, living or dead, "
                    "expected 1"
                )
        turn = Text("turn", fields["turn"])
        number = turn.number(1, LAST_TURN, "turn")
        turn.end()
        PhaseReading(self.state, SIDES.index(fields["side"]), number).read(
            Text("phase", fields["phase"])
        )

    # Bodies.

    def _ground(self, text: str) -> None:
        rows = text.split("/")
        if len(rows) != 16:
            raise InvalidPosition(
                f"frozen position, ground {shown(text)}: got {len(rows)} ranks, expected 16"
            )
        for index, row in enumerate(rows):
            self._row(Text(f"rank {16 - index}", row), 15 - index)

    def _row(self, row: Text, rank: int) -> None:
        file = 0
        after_number = False
        while row.peek():
            if row.peek().isdigit():
                if after_number:
                    row.fail("two numbers side by side, expected their sum")
                file += row.number(1, 16, "empty cells")
                after_number = True
                continue
            if file > 15:
                row.fail("more than 16 cells")
            body = self._body(row)
            self._check_body(row, body, shadow=False)
            self.state.put_ground(16 * rank + file, self._build(row, body))
            file += 1
            after_number = False
        if file != 16:
            row.fail(f"{file} cells, expected 16")

    def _body(self, text: Text) -> list[Unit]:
        units = [self._unit(text)]
        while text.take("+"):
            units.append(self._unit(text))
        return units

    def _unit(self, text: Text) -> Unit:
        unit = Unit(text.need(LETTERS + LETTERS.lower(), f"a letter of {LETTERS} in either case"))
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

    def _attributes(self, text: Text, unit: Unit) -> None:
        order = ATTRIBUTES + "w"
        last = -1
        while True:
            name = text.need(order, f"an attribute, one of {' '.join(order)}")
            if order.index(name) <= last:
                text.fail(f"attribute {name} out of order, expected the order {order}, each once")
            last = order.index(name)
            if name == "t":
                unit.values["t"] = 1
            elif name == "w":
                self._walls(text, unit)
            else:
                unit.values[name] = text.number(*BOUNDS[name], f"attribute {name}")
            if not text.take(","):
                break
        text.need(")", "a comma or )")

    def _walls(self, text: Text, unit: Unit) -> None:
        while True:
            cell = text.cell()
            if unit.walls and cell <= unit.walls[-1]:
                text.fail("walls out of order, expected cell order, each once")
            if cell in self.wall_cells:
                text.fail(f"a second wall on {BOARD.names[cell]}, expected one at most")
            self.wall_cells.add(cell)
            unit.walls.append(cell)
            if len(unit.walls) > MOST_WALLS:
                text.fail(f"more than {MOST_WALLS} walls of one unit")
            if not text.take("."):
                return

    def _cargo(self, text: Text, unit: Unit) -> None:
        if unit.kind not in MOST_CARGO:
            text.fail(f"{unit.letter} carries something, expected only ships and cannons to")
        text.need("{", "{")
        while True:
            veiled = bool(text.take("~"))
            if veiled and unit.kind == "Z":
                text.fail("a shadow in a cannon, expected ships only to carry shadows (F73)")
            body = self._body(text)
            self._check_body(text, body, shadow=veiled, carried=True)
            unit.cargo.append((veiled, body))
            if len(unit.cargo) > MOST_CARGO[unit.kind]:
                most = MOST_CARGO[unit.kind]
                text.fail(f"{unit.letter} carries more than {most}, expected at most {most}")
            if not text.take(","):
                break
        text.need("}", "a comma or }")

    def _check_body(
        self, text: Text, body: list[Unit], *, shadow: bool, carried: bool = False
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

    def _build(self, text: Text, body: list[Unit]) -> int:
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
                state.add_cargo(number, self._build(text, held), veiled)
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

    def _each_cell(self, text: Text, last: int) -> int:
        cell = text.cell()
        if cell <= last:
            text.fail(f"{BOARD.names[cell]} out of order, expected cell order, each cell once")
        return cell

    def _shadows(self, text: Text) -> None:
        if text.text == "-":
            return
        cell = -1
        while True:
            cell = self._each_cell(text, cell)
            text.need(":", ":")
            body = self._body(text)
            self._check_body(text, body, shadow=True)
            self.state.put_shadow(cell, self._build(text, body))
            if not text.take(","):
                break
        text.end()

    def _tombs(self, text: Text) -> None:
        if text.text == "-":
            return
        cell = -1
        while True:
            cell = self._each_cell(text, cell)
            status, rot = ARMED, 0
            if text.take("*"):
                status = WOKEN
            elif text.take("r"):
                rot = text.number(1, 39, "rot")
            text.need(":", "*, r with the rot, or :")
            units = [self._dead(text)]
            while text.take("."):
                units.append(self._dead(text))
            self.state.put_dead(cell, units, status, rot)
            if not text.take(","):
                break
        text.end()

    def _dead(self, text: Text) -> int:
        unit = self._unit(text)
        if unit.values.keys() - set("nqm") or unit.walls or unit.cargo:
            text.fail("a unit in a tomb, expected no attributes but n, q and m, and no cargo")
        return self._build(text, [unit])

    def _traps(self, text: Text) -> None:
        if text.text == "-":
            return
        cell = -1
        while True:
            owner = "Jj".index(text.need("Jj", "J or j"))
            cell = self._each_cell(text, cell)
            self.state.put_trap(cell, owner)
            if not text.take(","):
                break
        text.end()

    def _weather(self, text: Text) -> None:
        if text.text == "-":
            return
        cell, flows = -1, False
        while True:
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
            if not text.take(","):
                break
        text.end()


class PhaseReading:
    """The phase, which must fit the board and offer something."""

    def __init__(self, state: FrozenState, seat: int, turn: int) -> None:
        self.state = state
        self.seat = seat
        self.turn = turn

    def read(self, text: Text) -> None:
        if text.text == "-":
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
                phase, cell = PLACED, text.cell()
        else:
            shadow = letter in "DU" and bool(text.take("~"))
            cell = text.cell()
            self._check_body(text, letter, cell, number, shadow)
        text.end()
        self.state.set_turn(self.seat, phase, cell, number, shadow, self.turn)
        if phase == PLACED:
            self._check_block(text, cell, number)
        if not self.state.codes():
            text.fail("a phase in which nothing can be done")

    def _check_body(self, text: Text, letter: str, cell: int, number: int, shadow: bool) -> None:
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

    def _check_block(self, text: Text, cell: int, number: int) -> None:
        self.state.set_turn(self.seat, SIZED, 0, number, False, self.turn)
        corners = {(code >> 6) & 255 for code in self.state.codes()}
        if cell not in corners:
            text.fail(f"{BOARD.names[cell]}: no block there that the mover may turn (F76)")
        self.state.set_turn(self.seat, PLACED, cell, number, False, self.turn)
