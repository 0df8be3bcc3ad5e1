"""The badges of FrozenChess: what symbols do not show of units, tombs, walls and weather.

Signs on a unit: a number is how long it is frozen, `!` that a trap holds it, `↑3` when a shadow may
return, `+1` extra moves, a dot each carried body. On a tomb `×3` is the number of the dead and a
number the turns until it explodes. On weather a number is how long it lasts. The rest is in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from strata.core.explaining.telling import whose, with_article
from strata.core.outcome import SEATS
from strata.core.scene import Badge
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import NAMES
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.writing import DEFAULTS

_LONGEST_STAY: Final = 10
_LAST_ROT: Final = 40
_FULL_RANGE: Final = 16
_PIECES_AWARD: Final = 3
_PAWNS_AWARD: Final = 10
_MOST_DOTS: Final = 3
_HEADINGS: Final = ("up", "right", "down", "left")


def count_turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"


def name_unit(state: FrozenState, unit: int) -> str:
    """Return the unit's name, such as `{first's} Rook`."""
    kind, owner, _ = state.unit_facts(unit)
    return f"{whose(SEATS[owner])} {NAMES[kind]}"


# Units.


def unit_badges(state: FrozenState, unit: int, *, shadow: bool = False) -> tuple[Badge, ...]:
    """Return the badges of a unit on the board; the base has those of its body."""
    if not shadow and state.attributes(unit) == DEFAULTS and not state.cargo(unit):
        return ()  # as most are
    return tuple(_unit_badges(state, unit, shadow))


def _unit_badges(state: FrozenState, unit: int, shadow: bool) -> Iterator[Badge]:
    par, trapped, stay, delay, travelled, ortho, diag, pieces, pawns, extra = state.attributes(unit)
    if shadow:
        yield _return(delay)
    if par:
        yield Badge(str(par), f"frozen for {count_turns(par)}")
    if trapped:
        yield Badge("!", "held by a trap while it is frozen")
    if stay:
        left = _LONGEST_STAY - stay
        then = f"after {left} more it can explode" if left else "it can explode"
        yield Badge("", f"has stayed here for {count_turns(stay)}: {then}")
    if travelled:
        yield Badge("", f"has travelled {_squares(travelled)} as a shadow{_price(travelled // 2)}")
    if ortho != _FULL_RANGE:
        yield Badge("", f"rides {_squares(ortho)} straight at most")
    if diag != _FULL_RANGE:
        yield Badge("", f"rides {_squares(diag)} diagonally at most")
    yield from _awards(pieces, pawns, extra)
    if cargo := state.cargo(unit):
        sign = "•" * len(cargo) if len(cargo) <= _MOST_DOTS else f"•{len(cargo)}"
        yield Badge(sign, f"carries {', then '.join(_body(state, base) for base in cargo)}")


def _return(delay: int) -> Badge:
    if delay:
        return Badge(f"↑{delay}", f"a shadow that cannot return for {count_turns(delay)}")
    return Badge("", "a shadow that may return")


def _price(turns: int) -> str:
    return f": returning freezes it for {count_turns(turns)}" if turns else ""


def _squares(number: int) -> str:
    return "1 square" if number == 1 else f"{number} squares"


def _awards(pieces: int, pawns: int, extra: int) -> Iterator[Badge]:
    if extra:
        moves = "1 extra move" if extra == 1 else f"{extra} extra moves"
        yield Badge(f"+{extra}", f"has {moves} in a turn")
    if pieces:
        yield Badge("", f"has captured {pieces} of {_PIECES_AWARD} units for an extra move")
    if pawns:
        yield Badge("", f"has captured {pawns} of {_PAWNS_AWARD} Pawns for an extra move")


def _body(state: FrozenState, base: int) -> str:
    """Return a carried body in words, with its badges."""
    veiled = state.unit_facts(base)[2]
    return " fused with ".join(
        _with_notes(name_unit(state, unit), unit_badges(state, unit, shadow=veiled))
        for unit in state.members(base)
    )


def _with_notes(name: str, badges: tuple[Badge, ...]) -> str:
    notes = ", ".join(badge.words for badge in badges)
    return f"{name} ({notes})" if notes else name


# What lies on cells.


def tomb_badges(state: FrozenState, cell: int) -> tuple[Badge, ...]:
    dead = state.queue(cell)
    names = [
        _with_notes(name_unit(state, unit), tuple(_awards(*state.attributes(unit)[-3:])))
        for unit in dead
    ]
    if len(dead) == 1:
        badges = [Badge("", f"of {names[0]}")]
    else:
        badges = [Badge(f"×{len(dead)}", f"of {', then '.join(names)}: the first returns first")]
    if rot := state.cell_facts(cell)[7]:
        left = _LAST_ROT - rot
        badges.append(Badge(str(left), f"explodes after {count_turns(left)} if nothing attacks it"))
    return tuple(badges)


def tornado_badge(timer: int) -> Badge:
    return Badge(str(timer), f"draws what is within two squares nearer, for {count_turns(timer)}")


def flow_badge(timer: int, heading: int) -> Badge:
    """Return the badge of a flow; `heading` is as first sees it."""
    where = _HEADINGS[heading]
    side = f"{where} as first sees it"
    return Badge(str(timer), f"pushes what stands here one square {side}, for {count_turns(timer)}")


def wall_owners(state: FrozenState) -> dict[int, str]:
    """Return where each unit on the board is, carried ones included, in words for wall badges."""
    homes: dict[int, str] = {}

    def settle(base: int, where: str) -> None:
        members = state.members(base)
        for place, unit in enumerate(members, 1):
            part = f", part {place} of the body," if len(members) > 1 else ""
            homes[unit] = f"{name_unit(state, unit)}{part} {where}"
            for number, cargo in enumerate(state.cargo(unit), 1):
                carrier = with_article(NAMES[state.unit_facts(unit)[0]])
                settle(cargo, f"carried as number {number} by {carrier} {where}")

    for cell, name in enumerate(BOARD.names):
        ground, shadow, *_ = state.cell_facts(cell)
        if ground:
            settle(ground, f"on {name}")
        if shadow:
            settle(shadow, f"in the shadows on {name}")
    return homes


def wall_badge(owner: str) -> Badge:
    return Badge("", f"left by {owner}; it falls when that moves again or dies")
