"""The fields of a position string of FrozenChess, by the grammar of section 8.

validity.py checks the conditions on positions; reading.py sets positions up on a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from strata.core.board_text import parse_rows
from strata.core.scanner import NOTHING, Scanner
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.rules.constants import LAST_TURN
from strata.games.frozen.writing import ATTRIBUTES, FLOW_HEADINGS, SIDES

MOST_UNITS: Final = 192
LAST_ROT: Final = 39
LONGEST_TORNADO: Final = 10
LONGEST_FLOW: Final = 5
# Section 3.3: the bounds of each written attribute; defaults are not written.
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
TRAPPED: Final = "t"
WALLS: Final = "w"
ATTRIBUTE_ORDER: Final = ATTRIBUTES + WALLS
PHASE_LETTERS: Final = "DUBMPRX"
_UNITS: Final = LETTERS + LETTERS.lower()
_EXPECTED_UNIT: Final = f"a letter of {LETTERS} in either case"
_EXPECTED_ATTRIBUTE: Final = f"an attribute, one of {' '.join(ATTRIBUTE_ORDER)}"
_FIELDS: Final = ("side", "ground", "shadows", "tombs", "traps", "weather", "phase", "turn")


@dataclass
class Unit:
    """A unit as written. `cargo` holds the bodies that it carries, each with a flag for shadows."""

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

    def aboard(self) -> Iterator[Unit]:
        """Yield the unit itself and all that it carries, in the order of the text."""
        yield self
        for _, body in self.cargo:
            for unit in body:
                yield from unit.aboard()


class Tomb(NamedTuple):
    woken: bool
    rot: int
    units: list[Unit]


class Tornado(NamedTuple):
    owner: int
    timer: int


class Flow(NamedTuple):
    owner: int
    heading: str
    timer: int


class Phase(NamedTuple):
    """A phase as written; `cell` is -1 if none is written."""

    letter: str
    number: int
    cell: int
    shadow: bool


@dataclass
class Fields:
    """The fields of a position string. Cells are numbers, in the order of the text."""

    seat: int
    phase: Phase | None
    turn: int
    ground: dict[int, list[Unit]] = field(default_factory=dict)
    shadows: dict[int, list[Unit]] = field(default_factory=dict)
    tombs: dict[int, Tomb] = field(default_factory=dict)
    traps: dict[int, int] = field(default_factory=dict)
    tornados: dict[int, Tornado] = field(default_factory=dict)
    flows: dict[int, Flow] = field(default_factory=dict)


def read_fields(text: str) -> Fields:
    """Return the fields of `text`, or raise InvalidPosition if it breaks the grammar."""
    side, ground, shadows, tombs, traps, weather, phase, turn = Scanner(
        text, "frozen position"
    ).split(" ", _FIELDS)
    found = Fields(side.one_of(SIDES), _read_phase(phase), turn.whole_number(1, LAST_TURN))
    reading = _Reading(found)
    parse_rows(ground, BOARD, reading.ground)
    reading.shadows(shadows)
    reading.tombs(tombs)
    reading.traps(traps)
    reading.weather(weather)
    return found


class _Reading:
    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.units = 0

    # Bodies.

    def ground(self, row: Scanner, cell: int) -> None:
        self.fields.ground[cell] = self._body(row)

    def _body(self, text: Scanner) -> list[Unit]:
        return [self._unit(text) for _ in text.items("+")]

    def _unit(self, text: Scanner) -> Unit:
        unit = Unit(text.need(_UNITS, _EXPECTED_UNIT))
        self.units += 1
        if self.units > MOST_UNITS:
            text.fail(f"more than {MOST_UNITS} units, expected at most {MOST_UNITS}")
        if text.take("("):
            self._attributes(text, unit)
        if text.take("{"):
            self._cargo(text, unit)
        return unit

    def _attributes(self, text: Scanner, unit: Unit) -> None:
        last = -1
        for _ in text.items(","):
            name = text.need(ATTRIBUTE_ORDER, _EXPECTED_ATTRIBUTE)
            place = ATTRIBUTE_ORDER.index(name)
            if place <= last:
                text.fail(
                    f"attribute {name} out of order, expected the order {ATTRIBUTE_ORDER}, "
                    "each once"
                )
            last = place
            if name == TRAPPED:
                unit.values[name] = 1
            elif name == WALLS:
                self._walls(text, unit)
            else:
                unit.values[name] = text.number(*BOUNDS[name], f"attribute {name}")
        text.need(")", "a comma or )")

    def _walls(self, text: Scanner, unit: Unit) -> None:
        for _ in text.items("."):
            cell = text.cell(BOARD)
            if unit.walls and cell <= unit.walls[-1]:
                text.fail("walls out of order, expected cell order, each once")
            unit.walls.append(cell)

    def _cargo(self, text: Scanner, unit: Unit) -> None:
        for _ in text.items(","):
            veiled = bool(text.take("~"))
            unit.cargo.append((veiled, self._body(text)))
        text.need("}", "a comma or }")

    # The other fields.

    def _each_cell(self, text: Scanner, last: int) -> int:
        cell = text.cell(BOARD)
        if cell <= last:
            text.fail(f"{BOARD.names[cell]} out of order, expected cell order, each cell once")
        return cell

    def shadows(self, text: Scanner) -> None:
        cell = -1
        for _ in text.entries(","):
            cell = self._each_cell(text, cell)
            text.need(":", ":")
            self.fields.shadows[cell] = self._body(text)

    def tombs(self, text: Scanner) -> None:
        cell = -1
        for _ in text.entries(","):
            cell = self._each_cell(text, cell)
            woken, rot = bool(text.take("*")), 0
            if not woken and text.take("r"):
                rot = text.number(1, LAST_ROT, "rot")
            text.need(":", "*, r with the rot, or :")
            self.fields.tombs[cell] = Tomb(woken, rot, [self._unit(text) for _ in text.items(".")])

    def traps(self, text: Scanner) -> None:
        cell = -1
        for _ in text.entries(","):
            owner = "Jj".index(text.need("Jj", "J or j"))
            cell = self._each_cell(text, cell)
            self.fields.traps[cell] = owner

    def weather(self, text: Scanner) -> None:
        cell, flows = -1, False
        for _ in text.entries(","):
            letter = text.need("Vv" if flows else "TtVv", "T, t, V or v, tornados first")
            if letter in "Vv" and not flows:
                cell, flows = -1, True
            cell = self._each_cell(text, cell)
            text.need(":", ":")
            if flows:
                heading = text.need(FLOW_HEADINGS, "a heading, n, e, s or w")
                timer = text.number(1, LONGEST_FLOW, "timer")
                self.fields.flows[cell] = Flow("Vv".index(letter), heading, timer)
            else:
                timer = text.number(1, LONGEST_TORNADO, "timer")
                self.fields.tornados[cell] = Tornado("Tt".index(letter), timer)


def _read_phase(text: Scanner) -> Phase | None:
    if text.text == NOTHING:
        return None
    letter = text.need(PHASE_LETTERS, "-, D, U, B, M, P, R or X")
    number, cell, shadow = 0, -1, False
    if letter in "DU":
        number = text.number(1, 3 if letter == "D" else 6, "moves left")
    text.need(":", ":")
    if letter == "R":
        number = text.number(2, 8, "size of the block")
        if text.take(":"):
            cell = text.cell(BOARD)
    else:
        shadow = letter in "DU" and bool(text.take("~"))
        cell = text.cell(BOARD)
    text.end()
    return Phase(letter, number, cell, shadow)
