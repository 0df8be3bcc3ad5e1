"""The writer of FrozenChess positions (section 8); reading.py is the reader."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from strata.core.board_text import EMPTY, format_texts
from strata.core.scanner import NOTHING
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.rules.constants import PLACED, SIZED, WOKEN
from strata.games.frozen.rules.state import FrozenState

SIDES: Final = "wb"
# The attributes in the order of the grammar, with their defaults; `t` has no number, and `w` is
# written separately.
ATTRIBUTES: Final = "ptshvodnqm"
DEFAULTS: Final = (0, 0, 0, 0, 0, 16, 16, 0, 0, 0)
BODY_ATTRIBUTES: Final = "ptshv"
# The letters of the phases by number (rules/constants.py).
PHASES: Final = "-DUBMPRRX"
FLOW_HEADINGS: Final = "nesw"


def format_position(state: FrozenState) -> str:
    facts = (state.cell_facts(cell) for cell in range(len(BOARD)))
    ground, shadows, _, traps, tornados, flows, tombs, rots = zip(*facts, strict=True)
    bodies = [format_body(state, base) if base else EMPTY for base in ground]
    fields = (
        SIDES[state.get_seat()],
        format_texts(BOARD, bodies),
        _listed([f"{name}:{format_body(state, base)}" for name, base in _named(shadows)]),
        _listed([_format_tomb(state, name, tomb, rots) for name, tomb in _named(tombs)]),
        _listed([f"{' Jj'[trap]}{name}" for name, trap in _named(traps)]),
        _listed(
            [*starmap(_format_tornado, _named(tornados)), *starmap(_format_flow, _named(flows))]
        ),
        _format_phase(state),
        str(state.turn_facts()[4]),
    )
    return " ".join(fields)


def _named(values: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the names of the cells that have a value, with the values."""
    return [(name, value) for name, value in zip(BOARD.names, values, strict=True) if value]


def _listed(items: list[str]) -> str:
    return ",".join(items) or NOTHING


def unit_letter(state: FrozenState, unit: int) -> str:
    kind, owner, _ = state.unit_facts(unit)
    return LETTERS[kind].lower() if owner else LETTERS[kind]


def format_body(state: FrozenState, base: int) -> str:
    return "+".join(format_unit(state, unit, unit == base) for unit in state.members(base))


def format_unit(state: FrozenState, unit: int, is_base: bool) -> str:
    parts = format_attributes(state, unit, "ptshvodnqm" if is_base else "odnqm")
    walls = state.wall_cells(unit)
    if walls:
        parts.append("w" + ".".join(BOARD.names[cell] for cell in walls))
    text = unit_letter(state, unit)
    if parts:
        text += f"({','.join(parts)})"
    cargo = state.cargo(unit)
    if cargo:
        held = (
            ("~" if state.unit_facts(base)[2] else "") + format_body(state, base) for base in cargo
        )
        text += f"{{{','.join(held)}}}"
    return text


def format_attributes(state: FrozenState, unit: int, shown: str) -> list[str]:
    """Return the attributes among `shown` that differ from their default."""
    values = state.attributes(unit)
    if values == DEFAULTS:  # as most are
        return []
    return [
        name if name == "t" else f"{name}{value}"
        for name, value, default in zip(ATTRIBUTES, values, DEFAULTS, strict=True)
        if name in shown and value != default
    ]


def _format_tomb(state: FrozenState, name: str, status: int, rots: tuple[int, ...]) -> str:
    cell = BOARD.cell(name)
    sign = "*" if status == WOKEN else f"r{rots[cell]}" if rots[cell] else ""
    return f"{name}{sign}:{'.'.join(_format_dead(state, unit) for unit in state.queue(cell))}"


def _format_dead(state: FrozenState, unit: int) -> str:
    parts = format_attributes(state, unit, "nqm")
    return unit_letter(state, unit) + (f"({','.join(parts)})" if parts else "")


def _format_tornado(name: str, tornado: int) -> str:
    return f"{'Tt'[tornado >> 4]}{name}:{tornado & 15}"


def _format_flow(name: str, flow: int) -> str:
    return f"{'Vv'[flow >> 5]}{name}:{FLOW_HEADINGS[(flow >> 3) & 3]}{flow & 7}"


def _format_phase(state: FrozenState) -> str:
    phase, cell, number, shadow, _ = state.turn_facts()
    letter = PHASES[phase]
    name = BOARD.names[cell]
    if letter == "-":
        return "-"
    if letter in "DU":
        return f"{letter}{number}:{'~' if shadow else ''}{name}"
    if phase == SIZED:
        return f"R:{number}"
    if phase == PLACED:
        return f"R:{number}:{name}"
    return f"{letter}:{name}"
