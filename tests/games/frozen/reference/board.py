"""What is on the board, and its text (sections 3.3 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.games.frozen.reference.geometry import CELL, HEADING_NAMES, NAMES

MECHANICS = (
    *("rotation", "shadow", "fusion", "spawn", "morph", "mind", "bounce", "wall", "entangle"),
    *("empower", "swapshot", "pull", "push", "weather", "transfer", "exchange", "teleswap"),
    "portal",
)


class Unit(NamedTuple):
    number: int
    """Tells units apart; shows in no text."""
    kind: str
    owner: int
    ortho: int = 16
    diag: int = 16
    pieces: int = 0
    pawns: int = 0
    multi: int = 0
    cargo: tuple[Body, ...] = ()

    def range(self, heading: int) -> int:
        return self.ortho if heading < 4 else self.diag


class Body(NamedTuple):
    members: tuple[Unit, ...]
    """The base first."""
    par: int = 0
    trapped: bool = False
    stay: int = 0
    delay: int = 0
    travelled: int = 0
    shadow: bool = False
    """Carried as a shadow, or standing as one."""

    @property
    def owner(self) -> int:
        return self.members[0].owner

    @property
    def is_fused(self) -> bool:
        return len(self.members) > 1

    def has(self, kind: str) -> bool:
        return any(unit.kind == kind for unit in self.members)

    def other_than(self, kinds: str) -> bool:
        """Whether some member is of none of `kinds`."""
        return any(unit.kind not in kinds for unit in self.members)

    def kinds(self) -> list[str]:
        """Each once, in stack order."""
        return list(dict.fromkeys(unit.kind for unit in self.members))

    def acting(self, kind: str) -> Unit:
        return next(unit for unit in self.members if unit.kind == kind)

    def room(self) -> int | None:
        """F27: the number of the member that takes one more on board."""
        for place, unit in enumerate(self.members):
            if (unit.kind == "S" and len(unit.cargo) < 8) or (unit.kind == "Z" and not unit.cargo):
                return place
        return None

    def with_unit(self, unit: Unit) -> Body:
        """`unit` in the place of the member with its number."""
        return self._replace(
            members=tuple(unit if m.number == unit.number else m for m in self.members)
        )


class Tomb(NamedTuple):
    units: tuple[Unit, ...]
    woken: bool = False
    rot: int = 0


class Phase(NamedTuple):
    letter: str = "-"
    number: int = 0
    """Moves left, or the size of a block."""
    cell: int = -1
    shadow: bool = False


@dataclass(frozen=True)
class Rules:
    on: frozenset[str]
    ply_limit: int = 1000

    @classmethod
    def of(cls, mechanics: str = "full", ply_limit: int = 1000) -> Rules:
        """Section 7."""
        if mechanics.startswith("bare"):
            return cls(frozenset(mechanics.split("+")[1:]), ply_limit)
        return cls(frozenset(MECHANICS) - frozenset(mechanics.split("-")[1:]), ply_limit)


@dataclass
class Board:
    side: int
    turn: int
    phase: Phase = field(default_factory=Phase)
    ground: dict[int, Body] = field(default_factory=dict)
    shadows: dict[int, Body] = field(default_factory=dict)
    walls: dict[int, int] = field(default_factory=dict)
    """The number of the unit that owns each."""
    tombs: dict[int, Tomb] = field(default_factory=dict)
    traps: dict[int, int] = field(default_factory=dict)
    """Owners."""
    tornados: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Owner and timer."""
    flows: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """Owner, heading and timer."""

    def copy(self) -> Board:
        return Board(
            self.side,
            self.turn,
            self.phase,
            dict(self.ground),
            dict(self.shadows),
            dict(self.walls),
            dict(self.tombs),
            dict(self.traps),
            dict(self.tornados),
            dict(self.flows),
        )

    def is_free(self, cell: int) -> bool:
        return cell not in self.ground and cell not in self.walls

    def is_open_armed(self, cell: int) -> bool:
        tomb = self.tombs.get(cell)
        return tomb is not None and not tomb.woken and self.is_free(cell)

    def lets_shadow(self, cell: int) -> bool:
        """F72: whether a shadow may enter or cross."""
        return cell not in self.ground and cell not in self.walls and cell not in self.tombs

    def king(self, owner: int) -> int | None:
        for cell, body in self.ground.items():
            unit = body.members[0]
            if unit.kind == "K" and unit.owner == owner:
                return cell
        return None

    def bodies(self) -> Iterator[Body]:
        """All live ones, carried ones too."""
        for place in (self.ground, self.shadows):
            for body in place.values():
                yield from _with_carried(body)

    def live(self, owner: int, kind: str) -> int:
        return sum(
            unit.kind == kind and unit.owner == owner
            for body in self.bodies()
            for unit in body.members
        )

    def units(self) -> int:
        """How many exist."""
        dead = sum(len(tomb.units) for tomb in self.tombs.values())
        return dead + sum(len(body.members) for body in self.bodies())

    def next_number(self) -> int:
        live = [unit.number for body in self.bodies() for unit in body.members]
        return 1 + max([*live, *(u.number for tomb in self.tombs.values() for u in tomb.units)])

    def __str__(self) -> str:
        owned: dict[int, list[int]] = {}
        for cell in sorted(self.walls):
            owned.setdefault(self.walls[cell], []).append(cell)
        weather = [f"{'Tt'[o]}{NAMES[c]}:{n}" for c, (o, n) in sorted(self.tornados.items())]
        weather += [
            f"{'Vv'[o]}{NAMES[c]}:{HEADING_NAMES[h]}{n}"
            for c, (o, h, n) in sorted(self.flows.items())
        ]
        fields = (
            "wb"[self.side],
            "/".join(_row(self.ground, rank, owned) for rank in range(15, -1, -1)),
            ",".join(f"{NAMES[c]}:{_body(b, owned)}" for c, b in sorted(self.shadows.items())),
            ",".join(_tomb(cell, tomb) for cell, tomb in sorted(self.tombs.items())),
            ",".join(f"{'Jj'[owner]}{NAMES[cell]}" for cell, owner in sorted(self.traps.items())),
            ",".join(weather),
            _phase(self.phase),
            str(self.turn),
        )
        return " ".join(text or "-" for text in fields)


def _with_carried(body: Body) -> Iterator[Body]:
    yield body
    for unit in body.members:
        for held in unit.cargo:
            yield from _with_carried(held)


# Writing.


def _row(ground: dict[int, Body], rank: int, owned: dict[int, list[int]]) -> str:
    text, empty = "", 0
    for cell in range(16 * rank, 16 * rank + 16):
        if cell in ground:
            text += (str(empty) if empty else "") + _body(ground[cell], owned)
            empty = 0
        else:
            empty += 1
    return text + (str(empty) if empty else "")


def _letter(unit: Unit) -> str:
    return unit.kind if unit.owner == 0 else unit.kind.lower()


def _counts(unit: Unit) -> list[str]:
    values = (("n", unit.pieces), ("q", unit.pawns), ("m", unit.multi))
    return [f"{letter}{value}" for letter, value in values if value]


def _body(body: Body, owned: dict[int, list[int]]) -> str:
    return "+".join(
        _unit(unit, body if place == 0 else None, owned) for place, unit in enumerate(body.members)
    )


def _unit(unit: Unit, body: Body | None, owned: dict[int, list[int]]) -> str:
    attributes: list[str] = []
    if body is not None:
        attributes += [f"p{body.par}"] if body.par else []
        attributes += ["t"] if body.trapped else []
        values = (("s", body.stay), ("h", body.delay), ("v", body.travelled))
        attributes += [f"{letter}{value}" for letter, value in values if value]
    ranges = (("o", unit.ortho), ("d", unit.diag))
    attributes += [f"{letter}{value}" for letter, value in ranges if value != 16]
    attributes += _counts(unit)
    if unit.number in owned:
        attributes.append("w" + ".".join(NAMES[cell] for cell in owned[unit.number]))
    text = _letter(unit) + (f"({','.join(attributes)})" if attributes else "")
    if unit.cargo:
        held = (("~" if load.shadow else "") + _body(load, owned) for load in unit.cargo)
        text += "{" + ",".join(held) + "}"
    return text


def _tomb(cell: int, tomb: Tomb) -> str:
    state = "*" if tomb.woken else f"r{tomb.rot}" if tomb.rot else ""
    queue = []
    for unit in tomb.units:
        counts = ",".join(_counts(unit))
        queue.append(_letter(unit) + (f"({counts})" if counts else ""))
    return f"{NAMES[cell]}{state}:{'.'.join(queue)}"


def _phase(phase: Phase) -> str:
    letter, number, cell, shadow = phase
    if letter == "-":
        return "-"
    if letter == "R":
        return f"R:{number}" + (f":{NAMES[cell]}" if cell >= 0 else "")
    count = str(number) if letter in "DU" else ""
    return f"{letter}{count}:{'~' if shadow else ''}{NAMES[cell]}"


# Reading: section 8 by recursive descent, of strings that follow it.


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text + "\n"
        self.place = 0
        self.units = 0
        self.walls: dict[int, int] = {}

    def peek(self) -> str:
        return self.text[self.place]

    def take(self) -> str:
        self.place += 1
        return self.text[self.place - 1]

    def skip(self, sign: str) -> bool:
        if self.peek() != sign:
            return False
        self.place += 1
        return True

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            raise ValueError(f"character {self.place + 1}: got {self.peek()!r}, expected {sign!r}")

    def number(self) -> int:
        digits = ""
        while self.peek().isdigit():
            digits += self.take()
        return int(digits)

    def cell(self) -> int:
        file = self.take()
        return CELL[f"{file}{self.number()}"]

    def body(self, shadow: bool = False) -> Body:
        values: dict[str, int] = {}
        members = [self.unit(values)]
        while self.skip("+"):
            members.append(self.unit(values))
        return Body(
            tuple(members),
            values.get("p", 0),
            "t" in values,
            values.get("s", 0),
            values.get("h", 0),
            values.get("v", 0),
            shadow,
        )

    def unit(self, body_values: dict[str, int]) -> Unit:
        letter = self.take()
        self.units += 1
        number = self.units
        values: dict[str, int] = {}
        if self.skip("("):
            while True:
                key = self.take()
                if key == "w":
                    self.walls[self.cell()] = number
                    while self.skip("."):
                        self.walls[self.cell()] = number
                elif key == "t":
                    body_values["t"] = 1
                else:
                    (body_values if key in "pshv" else values)[key] = self.number()
                if not self.skip(","):
                    break
            self.expect(")")
        cargo: list[Body] = []
        if self.skip("{"):
            cargo.append(self.held())
            while self.skip(","):
                cargo.append(self.held())
            self.expect("}")
        return Unit(
            number,
            letter.upper(),
            0 if letter.isupper() else 1,
            values.get("o", 16),
            values.get("d", 16),
            values.get("n", 0),
            values.get("q", 0),
            values.get("m", 0),
            tuple(cargo),
        )

    def held(self) -> Body:
        return self.body(self.skip("~"))


def read_board(text: str) -> Board:
    side, ground, shadows, tombs, traps, weather, phase, turn = text.split(" ")
    board = Board("wb".index(side), int(turn))
    reader = _Reader(ground)
    for rank in range(15, -1, -1):
        cell = 16 * rank
        while cell < 16 * rank + 16:
            if reader.peek().isdigit():
                cell += reader.number()
            else:
                board.ground[cell] = reader.body()
                cell += 1
        if rank:
            reader.expect("/")
    if shadows != "-":
        reader.text, reader.place = shadows + "\n", 0
        while True:
            cell = reader.cell()
            reader.expect(":")
            board.shadows[cell] = reader.body(shadow=True)
            if not reader.skip(","):
                break
    if tombs != "-":
        reader.text, reader.place = tombs + "\n", 0
        while True:
            cell = reader.cell()
            woken = reader.skip("*")
            rot = reader.number() if reader.skip("r") else 0
            reader.expect(":")
            queue = [reader.unit({})]
            while reader.skip("."):
                queue.append(reader.unit({}))
            board.tombs[cell] = Tomb(tuple(queue), woken, rot)
            if not reader.skip(","):
                break
    board.walls = reader.walls
    for item in traps.split(",") if traps != "-" else []:
        board.traps[CELL[item[1:]]] = "Jj".index(item[0])
    for item in weather.split(",") if weather != "-" else []:
        where, value = item[1:].split(":")
        if item[0] in "Tt":
            board.tornados[CELL[where]] = ("Tt".index(item[0]), int(value))
        else:
            heading = HEADING_NAMES.index(value[0])
            board.flows[CELL[where]] = ("Vv".index(item[0]), heading, int(value[1:]))
    board.phase = _read_phase(phase)
    return board


def _read_phase(text: str) -> Phase:
    if text == "-":
        return Phase()
    letter, *parts = text.split(":")
    if letter == "R":
        return Phase("R", int(parts[0]), CELL[parts[1]] if len(parts) > 1 else -1)
    number = int(letter[1:]) if len(letter) > 1 else 0
    return Phase(letter[0], number, CELL[parts[0].removeprefix("~")], parts[0].startswith("~"))
