"""The changes of each unit between two states of FrozenChess, in which units keep their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from strata.core.explaining.telling import joined, whose
from strata.core.outcome import SEATS
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import NAMES
from strata.games.frozen.rules.constants import WOKEN
from strata.games.frozen.rules.state import FrozenState

How = Literal["ground", "shadow", "carried", "dead"]


class Place(NamedTuple):
    """The place of a unit: carried units are where their carrier is, dead ones in their tomb."""

    how: How
    cell: str


class Units:
    """All units of a state with their places, and its walls, traps, tombs and weather by cell."""

    def __init__(self, state: FrozenState) -> None:
        self.state: Final = state
        self.places: Final[dict[int, Place]] = {}
        self.walls: Final[dict[str, int]] = {}
        self.traps: Final[set[str]] = set()
        self.woken: Final[set[str]] = set()
        self.tornados: Final[set[str]] = set()
        self.flows: Final[set[str]] = set()
        for cell, name in enumerate(BOARD.names):
            ground, shadow, wall, trap, tornado, flow, tomb, _ = facts = state.cell_facts(cell)
            if not any(facts):
                continue
            if ground:
                self._settle(ground, Place("ground", name))
            if shadow:
                self._settle(shadow, Place("shadow", name))
            for unit in state.queue(cell) if tomb else ():
                self.places[unit] = Place("dead", name)
            if wall:
                self.walls[name] = wall
            if trap:
                self.traps.add(name)
            if tornado:
                self.tornados.add(name)
            if flow:
                self.flows.add(name)
            if tomb == WOKEN:
                self.woken.add(name)

    def _settle(self, base: int, place: Place) -> None:
        for unit in self.state.members(base):
            self.places[unit] = place
            for cargo in self.state.cargo(unit):
                self._settle(cargo, Place("carried", place.cell))

    def base_at(self, cell: int, *, shadow: bool = False) -> int:
        """Return the base of the body, or of the shadow, on a cell; 0 for none."""
        return self.state.cell_facts(cell)[1 if shadow else 0]

    def members_at(self, cell: int, *, shadow: bool = False) -> list[int]:
        base = self.base_at(cell, shadow=shadow)
        return self.state.members(base) if base else []

    def owner(self, unit: int) -> int:
        return self.state.unit_facts(unit)[1]

    def kind(self, unit: int) -> int:
        return self.state.unit_facts(unit)[0]

    def paralysis(self, unit: int) -> int:
        return self.state.attributes(unit)[0]

    def name(self, unit: int) -> str:
        """Return the unit's name, such as `{first's} Pawn`."""
        return f"{whose(SEATS[self.owner(unit)])} {NAMES[self.kind(unit)]}"

    def body(self, cell: int, *, shadow: bool = False) -> str:
        """Return the body's name.

        `{first's} Pawn`, `{first's} shadow Knight`, `{first's} fused body (Rook, 2 Pawns)`.
        """
        members = self.members_at(cell, shadow=shadow)
        kinds = [NAMES[self.kind(unit)] for unit in members]
        veiled = "shadow " if shadow else ""
        words = kinds[0]
        if len(kinds) > 1:
            parts = (counted(kind, number) for kind, number in Counter(kinds).items())
            words = f"fused body ({', '.join(parts)})"
        return f"{whose(SEATS[self.owner(members[0])])} {veiled}{words}"

    def listed(self, units: Iterable[tuple[int, str]]) -> str:
        """Return the units with their cells, counted by kind and owner on each cell."""
        same = Counter((self.owner(unit), NAMES[self.kind(unit)], cell) for unit, cell in units)
        return joined(
            [
                f"{whose(SEATS[owner])} {counted(kind, number)} on {cell}"
                for (owner, kind, cell), number in same.items()
            ]
        )


def counted(kind: str, number: int) -> str:
    """Return `Pawn` or `2 Pawns`."""
    return kind if number == 1 else f"{number} {kind}s"


def lost(before: Units, after: Units) -> Iterator[tuple[int, str]]:
    """Yield the units that died, each with the cell of its tomb."""
    for unit, place in after.places.items():
        old = before.places.get(unit)
        if place.how == "dead" and old is not None and old.how != "dead":
            yield unit, place.cell


def shifted(before: Units, after: Units) -> Iterator[tuple[int, str, str]]:
    """Yield the units that went from cell to cell as ground bodies or as shadows."""
    for unit, place in after.places.items():
        old = before.places.get(unit)
        if old is None or old.how != place.how or place.how not in ("ground", "shadow"):
            continue
        if old.cell != place.cell:
            yield unit, old.cell, place.cell


def paralysed(before: Units, after: Units) -> Iterator[tuple[int, str, int]]:
    """Yield the living units on the board whose paralysis grew, with its new length."""
    for unit, place in after.places.items():
        if place.how in ("ground", "shadow") and unit in before.places:
            now = after.paralysis(unit)
            if now > before.paralysis(unit):
                yield unit, place.cell, now


def freed(before: Units, after: Units) -> Iterator[tuple[int, str]]:
    """Yield the living units on the board whose paralysis ended."""
    for unit, place in after.places.items():
        old = before.places.get(unit)
        if old is None or old.how == "dead" or place.how not in ("ground", "shadow"):
            continue
        if before.paralysis(unit) and not after.paralysis(unit):
            yield unit, place.cell
