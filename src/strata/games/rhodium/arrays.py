"""The secret set-up: the arrangement of an army, and ready-made arrays.

An array is first's three ranks as first sees them; second's is the same turned by 180 degrees, so
that both see the same picture. Every array has a piece in front of the Rhodium on its file, against
an enemy Titanium's first move.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from strata.core.arrangement import Arrangement
from strata.core.preset import Preset
from strata.games.rhodium.board import AREAS, BOARD
from strata.games.rhodium.gestures import to_place_id, to_place_zone
from strata.games.rhodium.pieces import ARMY
from strata.games.rhodium.rules.state import RhodiumState


class Array(NamedTuple):
    """A ready-made army; `ranks` are ranks 3, 2 and 1, with dots for empty cells."""

    name: str
    meaning: str
    ranks: tuple[str, str, str]


ARRAYS: Final = (
    Array(
        "standard",
        "the rulebook's: even on both wings, Titaniums in the corners",
        (
            "SS.SSSS.SS",
            ".GPG..GPG.",
            "TD.DRSD.DT",
        ),
    ),
    Array(
        "castle",
        "the Rhodium in a corner behind Silver; the other wing attacks",
        (
            "SSSS.SPS.S",
            "GSGT.G.PSG",
            "RDDD.D..T.",
        ),
    ),
    Array(
        "spearhead",
        "Platinums in front: one leap and Diamonds capture around them",
        (
            "S.SPSSPS.S",
            ".GSG..GSG.",
            "TD.DRSD.DT",
        ),
    ),
    Array(
        "columns",
        "Silvers in pairs, ready to stack and run for the goal row",
        (
            "SSGSS.GSSG",
            "SSG.P..P.S",
            "TD.DRDD..T",
        ),
    ),
    Array(
        "batteries",
        "Titaniums on open files in the middle, the Rhodium far away",
        (
            "SSSS..SSSS",
            "GPG...GPG.",
            "RSDDTTDD..",
        ),
    ),
    Array(
        "hedge",
        "nine Silvers in one row, the rest behind: slow, hard to break",
        (
            "SSSSSSSSS.",
            "PG.G.G.GPT",
            "TDD.R.DD..",
        ),
    ),
)


_EXCHANGES: Final = 3


def presets(state: RhodiumState, seed: int) -> tuple[Preset, ...]:
    """Return the arrays, a varied one and a random one, as placements that complete the set-up."""
    seat = state.get_seat()
    number = state.number_placed(seat)
    if not state.is_hidden():
        return ()
    found = [
        Preset(array.name, array.meaning, _completed(state, number, _wanted(array, seat)))
        for array in ARRAYS
    ]
    varied = Preset(
        "varied",
        "one of these, perhaps mirrored, a few pieces exchanged",
        _completed(state, number, _varied(seat, seed)),
        varied=True,
    )
    free = _free_cells(state, seat)
    random.Random(seed).shuffle(free)
    chance = dict(zip(free, ARMY[number:], strict=False))
    meaning = "every piece anywhere in the area, by chance"
    return (*found, varied, Preset("random", meaning, _completed(state, number, chance)))


def arrangement(state: RhodiumState) -> Arrangement | None:
    """Return the pieces left to place and the free cells of the own area, one for each (R1, R2)."""
    if not state.is_hidden():
        return None
    seat = state.get_seat()
    return Arrangement(
        tuple(BOARD.names[cell] for cell in _free_cells(state, seat)),
        tuple(to_place_id(seat, letter) for letter in ARMY[state.number_placed(seat) :]),
        to_place_zone(seat),
    )


def _free_cells(state: RhodiumState, seat: int) -> list[int]:
    return [cell for cell in AREAS[seat] if state.pile_at(cell) is None]


def _wanted(array: Array, seat: int) -> dict[int, str]:
    """Return the letter for each cell on which the array has a piece."""
    letters = "".join(reversed(array.ranks))
    cells = {cell: letter for cell, letter in enumerate(letters) if letter != "."}
    return {99 - cell: letter for cell, letter in cells.items()} if seat else cells


def _varied(seat: int, seed: int) -> dict[int, str]:
    """Return a random array, perhaps mirrored, with some of its smaller pieces exchanged.

    The occupied cells stay the same, so the Rhodium keeps a piece in front of it.
    """
    chance = random.Random(f"varied/{seed}")
    wanted = _wanted(chance.choice(ARRAYS), seat)
    if chance.random() < 0.5:
        wanted = {10 * (cell // 10) + 9 - cell % 10: letter for cell, letter in wanted.items()}
    for _ in range(_EXCHANGES):
        one, other = chance.sample([cell for cell in wanted if wanted[cell] in "SGDP"], 2)
        wanted[one], wanted[other] = wanted[other], wanted[one]
    return wanted


def _completed(state: RhodiumState, number: int, wanted: dict[int, str]) -> tuple[str, ...]:
    """Return the placements from number `number` on, on the wanted cells as far as they are free.

    A piece whose cells are taken goes to a cell left over from the array, or else to any free cell.
    """
    free = _free_cells(state, state.get_seat())
    left = ARMY[number:]
    rooms = {
        letter: [cell for cell in free if wanted.get(cell) == letter][: left.count(letter)]
        for letter in ARMY
    }
    used = {cell for cells in rooms.values() for cell in cells}
    spare = sorted(set(free) - used, key=lambda cell: (cell not in wanted, cell))
    return tuple(
        f"{letter}@{BOARD.names[rooms[letter].pop(0) if rooms[letter] else spare.pop(0)]}"
        for letter in left
    )
