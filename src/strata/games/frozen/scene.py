"""What there is to see in FrozenChess: bodies, shadows, walls, tombs, traps, weather, the turn.

On a cell, from bottom to top: flow, tornado, trap, tomb, wall; a shadow under its veil; the members
of a body, the base on top. Badges: `3` turns paralysed (`3!` trapped), `o13` and `d13` shortened
ranges, `+1` extra moves, `~5` a shadow and its delay, `{Np}` what is carried. A tomb shows its
queue, a wall where its owner is. What is too long for a cell is in the lines below the board.
"""

from __future__ import annotations

from typing import Final

from strata.core.board_scene import acting_seat, board_scene
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Layer, Mark, Scene
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import LETTERS, NAMES
from strata.games.frozen.rules.constants import KING, PLACED, SIZED, WOKEN
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.symbols import KIND_SYMBOLS
from strata.games.frozen.writing import (
    ATTRIBUTES,
    PHASES,
    format_attributes,
    format_unit,
    unit_letter,
)

_SHORT: Final = 3
"""So many letters of a queue or cargo fit onto a cell."""
_GOES_ON: Final = {
    "D": "may move on",
    "U": "may move on, or attack",
    "B": "may do one more thing",
    "M": "becomes another kind",
    "P": "is promoted",
    "X": "is mind-controlled",
}
_LISTED_ATTRIBUTES: Final = "svnq"


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
    homes = _homes(state)
    stacks = {}
    for cell, name in enumerate(BOARD.names):
        ground, shadow, wall, *_ = facts = state.cell_facts(cell)
        if not any(facts):
            continue
        layers = [*_weather(facts), *_tomb(state, cell)]
        if wall:
            layers.append(Layer("wall", _owner(state, wall), (homes[wall],)))
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


def _homes(state: FrozenState) -> dict[int, str]:
    """Where each live unit is: the cell, and its letter where that alone does not tell."""
    homes: dict[int, str] = {}

    def settle(base: int, where: str, plain: bool) -> None:
        members = state.members(base)
        for unit in members:
            home = where if plain and len(members) == 1 else where + unit_letter(state, unit)
            homes[unit] = home
            for number, cargo in enumerate(state.cargo(unit), 1):
                settle(cargo, f"{home}<{number}", plain=True)

    for cell, name in enumerate(BOARD.names):
        ground, shadow, *_ = state.cell_facts(cell)
        if ground:
            settle(ground, name, plain=True)
        if shadow:
            settle(shadow, f"~{name}", plain=True)
    return homes


def _weather(facts: tuple[int, ...]) -> list[Layer]:
    _, _, _, trap, tornado, flow, _, _ = facts
    layers = []
    if flow:
        turn = 90 * ((flow >> 3) & 3)
        layers.append(Layer("flow", SEATS[flow >> 5], (f"V{flow & 7}",), turn))
    if tornado:
        layers.append(Layer("tornado", SEATS[tornado >> 4], (f"T{tornado & 15}",)))
    if trap:
        layers.append(Layer("trap", SEATS[trap - 1]))
    return layers


def _tomb(state: FrozenState, cell: int) -> list[Layer]:
    """Its colour is that of the unit that would come back first."""
    status, rot = state.cell_facts(cell)[6:8]
    if not status:
        return []
    queue = state.queue(cell)
    letters = _abridged("".join(unit_letter(state, unit) for unit in queue))
    badges = (letters, f"r{rot}") if rot else (letters,)
    return [
        Layer("woken-tomb" if status == WOKEN else "armed-tomb", _owner(state, queue[0]), badges)
    ]


def _abridged(letters: str) -> str:
    rest = len(letters) - _SHORT
    return letters if rest <= 1 else f"{letters[:_SHORT]}+{rest}"


def _unit(state: FrozenState, unit: int, *, shadow: bool = False) -> Layer:
    values = dict(zip(ATTRIBUTES, state.attributes(unit), strict=True))
    badges = []
    if shadow:
        badges.append(f"~{values['h'] or ''}")
    if values["p"] or values["t"]:
        badges.append(f"{values['p']}{'!' if values['t'] else ''}")
    badges += format_attributes(state, unit, "od")
    if values["m"]:
        badges.append(f"+{values['m']}")
    cargo = state.cargo(unit)
    if cargo:
        badges.append(f"{{{_abridged(''.join(unit_letter(state, base) for base in cargo))}}}")
    symbol = KIND_SYMBOLS[LETTERS[state.unit_facts(unit)[0]]]
    return Layer(symbol, _owner(state, unit), tuple(badges))


# The turn and what does not fit onto the cells.


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
        kinds = "+".join(NAMES[state.unit_facts(unit)[0]] for unit in state.members(body))
        left = f", {number} more" if letter in "DU" else ""
        what = f"{'shadow ' if shadow else ''}{kinds} on {name}"
        marks.append(
            Mark("turn", (name,), f"{_owner(state, body)}'s {what} {_GOES_ON[letter]}{left}")
        )
    checked = state.checked_seat()
    if checked >= 0:
        marks.append(Mark("check", (_king_cell(state, checked),), f"{SEATS[checked]} is in check"))
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
    tombs, cargo, details = [], [], []
    for cell, name in enumerate(BOARD.names):
        ground, shadow, *_ = state.cell_facts(cell)
        queue = state.queue(cell)
        counts = any(format_attributes(state, unit, "nqm") for unit in queue)
        if len(queue) > _SHORT + 1 or counts:
            tombs.append(f"{name} {'.'.join(_dead(state, unit) for unit in queue)}")
        for sign, base in (("", ground), ("~", shadow)):
            for unit in state.members(base):
                if state.cargo(unit):
                    cargo.append(f"{sign}{name} {format_unit(state, unit, is_base=False)}")
                listed = format_attributes(state, unit, _LISTED_ATTRIBUTES)
                if listed:
                    details.append(f"{sign}{name}{unit_letter(state, unit)} {' '.join(listed)}")
    for title, items in (
        ("tombs, first to return first", tombs),
        ("carried", cargo),
        ("stay s, travelled v, captures n q", details),
    ):
        if items:
            lines.append(f"{title}: {', '.join(items)}")
    return lines


def _dead(state: FrozenState, unit: int) -> str:
    return unit_letter(state, unit) + "".join(format_attributes(state, unit, "nqm"))
