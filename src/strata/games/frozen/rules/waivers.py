"""Facts that explain a refusal: what is offered in play, who attacks, who gives check."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import (
    gives_check,
    renew_layers,
    unit_attacks,
)
from cython.cimports.strata.games.frozen.rules.board import Board, give_room_back, take_room
from cython.cimports.strata.games.frozen.rules.constants import ACTION
from cython.cimports.strata.games.frozen.rules.effects import perform


class InPlay:
    """What a position offers without waivers, by actions without their way."""

    key: cython.ulonglong
    legal: dict[int, int]
    offered: frozenset[int]

    def __init__(self, key: int, legal: list[int], offered: list[int]) -> None:
        self.key = key
        self.legal = {code & ACTION: code for code in legal}
        self.offered = frozenset([code & ACTION for code in offered])


def find_checkers(b: Board, action: int) -> list[int]:
    """Return the cells from which the mover's king is in check after an action offered in play."""
    c: cython.int
    king: cython.int
    found: list[int] = []
    twin: Board = Board()
    twin.copy_from(b)
    take_room(twin)
    renew_layers(twin)
    perform(twin, action)
    king = twin.cell[twin.king[twin.mover]]
    for c in range(256):
        if (
            twin.ground[c]
            and twin.owner[twin.ground[c]] != twin.mover
            and gives_check(twin, c, king)
        ):
            found.append(c)
    give_room_back(twin)
    return found


def find_attackers(b: Board, target: cython.int, seat: cython.int) -> list[int]:
    """Return the cells of the unfrozen bodies of `seat` that attack a cell (layer 4)."""
    c: cython.int
    u: cython.int
    found: list[int] = []
    take_room(b)
    renew_layers(b)
    for c in range(256):
        u = b.ground[c]
        if u == 0 or b.owner[u] != seat or b.frozen[c]:
            continue
        while u and not unit_attacks(b, u, c, target):
            u = b.mate[u]
        if u:
            found.append(c)
    give_room_back(b)
    return found
