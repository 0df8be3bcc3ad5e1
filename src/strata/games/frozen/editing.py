"""The position editor of FrozenChess: converts positions to and from drafts (palette.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from strata.core.board_text import format_rows
from strata.core.editing.draft import Draft, Placed
from strata.core.editing.editing import Editing
from strata.core.editing.palette import Palette
from strata.core.outcome import SEATS
from strata.core.scanner import NOTHING
from strata.games.frozen.board import BOARD
from strata.games.frozen.fields import (
    ATTRIBUTE_ORDER,
    TRAPPED,
    WALLS,
    Fields,
    Phase,
    Unit,
    read_fields,
)
from strata.games.frozen.palette import BODY, CARGO, FACTS, PALETTE, PROPERTIES, SHADOW, VEIL
from strata.games.frozen.writing import SIDES

_DEFAULTS: Final = {fact.key: fact.default for fact in FACTS}


class FrozenEditing(Editing):
    """Converts FrozenChess positions to and from drafts.

    Units are keyed by their letter, shadows by `~` and the letter, everything else by words. The
    members of a body are in the order of its text: the base comes first.
    """

    @property
    def palette(self) -> Palette:
        return PALETTE

    def read(self, text: str) -> Draft:
        fields = read_fields(text)
        stacks: dict[str, list[Placed]] = {}
        for cell, placed in _placed(fields):
            stacks.setdefault(BOARD.names[cell], []).append(placed)
        facts = {**_phase_facts(fields.phase), "turn": str(fields.turn)}
        facts = {key: value for key, value in facts.items() if value != _DEFAULTS[key]}
        cells = {cell: tuple(stack) for cell, stack in stacks.items()}
        return Draft(cells, SEATS[fields.seat], facts=facts)

    def write(self, draft: Draft) -> str:
        facts = _DEFAULTS | draft.facts
        cells = [(name, draft.cells.get(name, ())) for name in BOARD.names]

        def body_at(cell: int) -> str:
            return _body_text(cells[cell][1], BODY)

        shadows = [(name, _body_text(stack, SHADOW)) for name, stack in cells]
        lying = [(name, placed) for name, stack in cells for placed in stack]
        fields = (
            SIDES[SEATS.index(draft.seat)],
            format_rows(BOARD, body_at),
            _listed(f"{name}:{text}" for name, text in shadows if text),
            _listed(_tomb_text(name, placed) for name, placed in lying if _is(placed, "tomb")),
            _listed(
                f"{'Jj'[_owner(placed)]}{name}" for name, placed in lying if _is(placed, "trap")
            ),
            _listed(
                [
                    *(_tornado_text(*each) for each in lying if _is(each[1], "tornado")),
                    *(_flow_text(*each) for each in lying if _is(each[1], "flow")),
                ]
            ),
            _phase_text(facts),
            facts["turn"],
        )
        return " ".join(fields)


# From text.


def _placed(fields: Fields) -> Iterator[tuple[int, Placed]]:
    """Yield the items on the cells, the lowest level first."""
    for cell, flow in fields.flows.items():
        values = {"heading": flow.heading, "flow": str(flow.timer)}
        yield cell, Placed(f"{SEATS[flow.owner]}:flow", _without_defaults(values))
    for cell, tornado in fields.tornados.items():
        values = _without_defaults({"tornado": str(tornado.timer)})
        yield cell, Placed(f"{SEATS[tornado.owner]}:tornado", values)
    for cell, owner in fields.traps.items():
        yield cell, Placed(f"{SEATS[owner]}:trap")
    for cell, tomb in fields.tombs.items():
        values = {
            "woken": "1" if tomb.woken else "",
            "rot": str(tomb.rot),
            "queue": ".".join(map(_unit_text, tomb.units)),
        }
        yield cell, Placed("tomb", _without_defaults(values))
    for cell, body in fields.shadows.items():
        for unit in body:
            yield cell, Placed(VEIL + unit.letter, _unit_values(unit))
    for cell, body in fields.ground.items():
        for unit in body:
            yield cell, Placed(unit.letter, _unit_values(unit))


def _without_defaults(values: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in values.items() if value != PROPERTIES[key].default}


def _unit_values(unit: Unit) -> dict[str, str]:
    values = {name: str(value) for name, value in unit.values.items()}
    if unit.walls:
        values[WALLS] = ".".join(BOARD.names[cell] for cell in unit.walls)
    if unit.cargo:
        values[CARGO] = ",".join(
            (VEIL if veiled else "") + "+".join(map(_unit_text, body))
            for veiled, body in unit.cargo
        )
    return values


def _unit_text(unit: Unit) -> str:
    return _written(unit.letter, _unit_values(unit))


def _phase_facts(phase: Phase | None) -> dict[str, str]:
    if phase is None:
        return {}
    facts = {"phase": phase.letter, "shadow": "1" if phase.shadow else ""}
    if phase.letter in "DU":
        facts["moves"] = str(phase.number)
    if phase.letter == "R":
        facts["size"] = str(phase.number)
    if phase.cell >= 0:
        facts["cell"] = BOARD.names[phase.cell]
    return facts


# To text.


def _is(placed: Placed, kind: str) -> bool:
    return placed.item.rpartition(":")[2] == kind


def _owner(placed: Placed) -> int:
    return int(placed.item.startswith("second"))


def _value(placed: Placed, key: str) -> str:
    return placed.values.get(key, PROPERTIES[key].default)


def _listed(items: Iterator[str] | list[str]) -> str:
    return ",".join(items) or NOTHING


def _body_text(stack: tuple[Placed, ...], level: int) -> str:
    units = [
        _written(placed.item.removeprefix(VEIL), placed.values)
        for placed in stack
        if _level_of(placed.item) == level
    ]
    return "+".join(units)


def _level_of(item: str) -> int:
    """Return the level of a unit, or -1 for any other item."""
    if len(item) == 1:
        return BODY
    return SHADOW if item.startswith(VEIL) else -1


def _written(letter: str, values: dict[str, str]) -> str:
    parts = [
        name if name == TRAPPED else f"{name}{values[name]}"
        for name in ATTRIBUTE_ORDER
        if values.get(name, "") not in ("", "0")
    ]
    cargo = values.get(CARGO, "")
    return letter + (f"({','.join(parts)})" if parts else "") + (f"{{{cargo}}}" if cargo else "")


def _tomb_text(name: str, placed: Placed) -> str:
    rot = _value(placed, "rot")
    sign = "*" if _value(placed, "woken") else f"r{rot}" if rot != "0" else ""
    return f"{name}{sign}:{_value(placed, 'queue')}"


def _tornado_text(name: str, placed: Placed) -> str:
    return f"{'Tt'[_owner(placed)]}{name}:{_value(placed, 'tornado')}"


def _flow_text(name: str, placed: Placed) -> str:
    letter, heading = "Vv"[_owner(placed)], _value(placed, "heading")
    return f"{letter}{name}:{heading}{_value(placed, 'flow')}"


def _phase_text(facts: dict[str, str]) -> str:
    letter, cell = facts["phase"], facts["cell"]
    if letter == NOTHING:
        return NOTHING
    if letter == "R":
        return f"R:{facts['size']}:{cell}" if cell else f"R:{facts['size']}"
    number = facts["moves"] if letter in "DU" else ""
    return f"{letter}{number}:{VEIL if facts['shadow'] else ''}{cell}"
