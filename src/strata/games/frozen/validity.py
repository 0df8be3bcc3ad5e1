"""The conditions on positions of FrozenChess (section 8): every violation, with its cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from strata.core.errors import PositionProblem, on_cells
from strata.games.frozen.board import BOARD
from strata.games.frozen.fields import Fields, Phase, Unit
from strata.games.frozen.writing import BODY_ATTRIBUTES, SIDES

MOST_MEMBERS: Final = 8
MOST_WALLS: Final = 16
MOST_CARGO: Final = {"S": 8, "Z": 1}
_DEAD_ATTRIBUTES: Final = "nqm"
_LAST_RANKS: Final = (15, 0)
_Problems = Iterator[PositionProblem]


def find_problems(fields: Fields) -> _Problems:
    """Yield all that is wrong with the board and with the body that a phase names."""
    for cell, body in fields.ground.items():
        yield from _on(cell, _wrong_body(body))
    for cell, body in fields.shadows.items():
        yield from _on(cell, _wrong_body(body, shadow=True))
    for cell, tomb in fields.tombs.items():
        if any(
            unit.values.keys() - set(_DEAD_ATTRIBUTES) or unit.walls or unit.cargo
            for unit in tomb.units
        ):
            said = "a unit in a tomb, expected no attributes but n, q and m, and no cargo"
            yield from _on(cell, [said])
    yield from _wrong_walls(fields)
    yield from _wrong_kings(fields)
    if fields.phase is not None:
        yield from _wrong_phase(fields, fields.phase)


def _on(cell: int, reasons: Iterator[str] | list[str]) -> _Problems:
    name = BOARD.names[cell]
    for reason in reasons:
        yield PositionProblem(f"{name}: {reason}", (name,))


def _wrong_body(body: list[Unit], *, shadow: bool = False, carried: bool = False) -> Iterator[str]:
    base = body[0].values
    if len(body) == 1 and not (shadow or carried or base or body[0].cargo):
        return  # as most are: nothing can be wrong
    if len(body) > MOST_MEMBERS:
        yield f"a body of {len(body)} members, expected at most {MOST_MEMBERS}"
    if len({unit.owner for unit in body}) > 1:
        yield "a body with members of both sides, expected one owner"
    kinds = {unit.kind for unit in body}
    if "K" in kinds and (len(body) > 1 or shadow or carried):
        yield "a king that is fused, carried or a shadow, expected none (F45)"
    if shadow and (len(body) > 1 or "P" in kinds):
        yield "a fused shadow or a shadow pawn, expected a single unit, no pawn (F71)"
    later = {name for unit in body[1:] for name in unit.values.keys() & set(BODY_ATTRIBUTES)}
    if later:
        yield f"attribute {min(later)} on a later member, expected it on the base only"
    if "s" in base and ("J" not in kinds or shadow):
        yield "attribute s, expected it on bodies with a J only"
    if shadow and "t" in base:
        yield "attribute t on a shadow, expected none (F71)"
    if not shadow and base.keys() & {"h", "v"}:
        yield "attribute h or v, expected them on shadows only"
    if "K" in kinds and base.keys() & {"p", "t"}:
        yield "a paralysed king, expected none (F45)"
    for unit in body:
        yield from _wrong_cargo(unit)


def _wrong_cargo(unit: Unit) -> Iterator[str]:
    if not unit.cargo:
        return
    if unit.kind not in MOST_CARGO:
        yield f"{unit.letter} carries something, expected only ships and cannons to"
        return
    most = MOST_CARGO[unit.kind]
    if len(unit.cargo) > most:
        yield f"{unit.letter} carries more than {most}, expected at most {most}"
    for veiled, body in unit.cargo:
        if veiled and unit.kind == "Z":
            yield "a shadow in a cannon, expected ships only to carry shadows (F73)"
        yield from _wrong_body(body, shadow=veiled, carried=True)


def _units(fields: Fields) -> Iterator[tuple[int, Unit]]:
    """Yield every unit, living or dead, with its cell."""
    for bodies in (fields.ground, fields.shadows):
        for cell, body in bodies.items():
            for member in body:
                if member.cargo:
                    yield from ((cell, unit) for unit in member.aboard())
                else:
                    yield cell, member
    for cell, tomb in fields.tombs.items():
        for dead in tomb.units:
            yield from ((cell, unit) for unit in dead.aboard())


def _wrong_walls(fields: Fields) -> _Problems:
    seen: set[int] = set()
    for cell, unit in _units(fields):
        if len(unit.walls) > MOST_WALLS:
            yield from _on(cell, [f"{len(unit.walls)} walls of one unit, at most {MOST_WALLS}"])
        for wall in unit.walls:
            name = BOARD.names[wall]
            if wall in seen:
                yield PositionProblem(f"a second wall on {name}, expected one at most", (name,))
            elif wall in fields.ground:
                yield PositionProblem(
                    f"a wall under the body on {name}, expected walls on cells without a ground "
                    "body",
                    (name,),
                )
            seen.add(wall)


def _wrong_kings(fields: Fields) -> _Problems:
    kings = [(cell, unit.owner) for cell, unit in _units(fields) if unit.kind == "K"]
    for owner, side in enumerate(SIDES):
        cells = tuple(BOARD.names[cell] for cell, seat in kings if seat == owner)
        if len(cells) != 1:
            where = f" {on_cells(cells)}" if cells else ""
            yield PositionProblem(
                f"{len(cells)} kings of side {side}{where}, living or dead, expected 1", cells
            )


def _wrong_phase(fields: Fields, phase: Phase) -> _Problems:
    living = {body[0].owner for body in fields.ground.values() if body[0].kind == "K"}
    if len(living) < len(SIDES):
        yield PositionProblem("a phase after the death of a king, expected -")
        return
    if phase.letter == "R":
        return
    name = BOARD.names[phase.cell]
    wanted = 1 - fields.seat if phase.letter == "X" else fields.seat
    body = (fields.shadows if phase.shadow else fields.ground).get(phase.cell)
    if not body or body[0].owner != wanted:
        what = "shadow" if phase.shadow else "ground body"
        yield PositionProblem(
            f"phase: no {what} of side {SIDES[wanted]} on {name}, expected one", (name,)
        )
        return
    if reason := _misfit(fields.seat, phase, body):
        yield PositionProblem(f"phase: {reason}", (name,))


def _misfit(seat: int, phase: Phase, body: list[Unit]) -> str:
    """Return a contradiction between a phase and the body that it names, or nothing."""
    letter, number, cell, shadow = phase
    name = BOARD.names[cell]
    kinds = {unit.kind for unit in body}
    if letter == "D" and number > 1 and (shadow or "N" not in kinds):
        return f"D{number} without a knight on {name}, expected D1 (F13)"
    if letter in "BP" and "P" not in kinds:
        return f"no pawn on {name}, expected one"
    if letter == "P" and cell >> 4 != _LAST_RANKS[seat]:
        return f"{name} is not the last rank, expected a pawn there"
    if letter == "M" and (len(body) > 1 or kinds & {"K", "P"}):
        return f"a fused body, king or pawn on {name}, expected a single unit that can morph"
    if letter == "X" and "K" in kinds:
        return "a controlled king, expected any other body (F45)"
    return ""
