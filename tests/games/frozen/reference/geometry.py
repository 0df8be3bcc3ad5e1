"""Cells, headings and the Moves and Attacks columns (sections 2 and 3.2)."""

from __future__ import annotations

CELLS = range(256)
FILES = "abcdefghijklmnop"
KINDS = "PLFXASOZMNBDRQKJCT"
NO_CAPTURE = "JAXBFSO"
IMMORTAL = "FS"
CAPTURERS = "PLMNDRQKCT"
"""F9; an empowered cannon comes on top."""

ORTHOGONAL = (0, 1, 2, 3)
DIAGONAL = (4, 5, 6, 7)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
"""Section 2: n e s w, ne se sw nw; both rows run clockwise."""
HEADING_NAMES = "nesw"


def name(cell: int) -> str:
    return f"{FILES[cell % 16]}{cell // 16 + 1}"


NAMES = [name(cell) for cell in CELLS]
CELL = {text: cell for cell, text in enumerate(NAMES)}


def shift(cell: int, dx: int, dy: int) -> int | None:
    x, y = cell % 16 + dx, cell // 16 + dy
    return 16 * y + x if 0 <= x < 16 and 0 <= y < 16 else None


def right(heading: int) -> int:
    """90 degrees clockwise."""
    return heading // 4 * 4 + (heading + 1) % 4


def left(heading: int) -> int:
    return heading // 4 * 4 + (heading + 3) % 4


def _ray(cell: int, heading: int) -> tuple[int, ...]:
    cells = []
    at = shift(cell, *STEPS[heading])
    while at is not None:
        cells.append(at)
        at = shift(at, *STEPS[heading])
    return tuple(cells)


RAYS = [[_ray(cell, heading) for heading in range(8)] for cell in CELLS]
AROUND = [
    tuple(
        sorted(
            at for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (at := shift(cell, dx, dy)) is not None
        )
    )
    for cell in CELLS
]
"""The 3x3 area, clipped, in cell order."""
NEAR = [tuple(at for at in AROUND[cell] if at != cell) for cell in CELLS]
NEAR_SETS = [frozenset(cells) for cells in NEAR]
BESIDE = [tuple(rays[heading][0] for heading in ORTHOGONAL if rays[heading]) for rays in RAYS]


def area(cell: int, radius: int) -> list[int]:
    span = range(-radius, radius + 1)
    return [at for dy in span for dx in span if (at := shift(cell, dx, dy)) is not None]


def is_dark(cell: int) -> bool:
    return (cell % 16 + cell // 16) % 2 == 0


def last_rank(owner: int) -> int:
    return 15 if owner == 0 else 0


def forward(owner: int) -> int:
    """The heading."""
    return 0 if owner == 0 else 2


def _signed(*offsets: tuple[int, int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for x, y in offsets:
        for offset in ((x, y), (x, -y), (-x, y), (-x, -y)):
            if offset not in found:
                found.append(offset)
    return found


_KNIGHT = _signed((1, 2), (2, 1))
_CROSS = _signed((1, 0), (0, 1))
_KING = _signed((1, 0), (0, 1), (1, 1))
_WIDE = _signed((2, 2), (1, 3), (3, 1))
_CANNON = [(0, 2), (0, 4), (0, 6), (2, 2), (-2, 2), (4, 4), (-4, 4), (6, 6), (-6, 6)]

MOVE_LEAPS: dict[str, list[tuple[int, int]]] = {
    "F": _signed((2, 2), (3, 3), (3, 0), (0, 3)),
    "A": [(0, 2), (0, 3), (3, 0), (-3, 0)],
    "M": _CROSS,
    "N": [*_KNIGHT, (1, 1), (-1, 1)],
    "B": _CROSS,
    "D": [*_KNIGHT, *_signed((2, 0), (0, 2))],
    "Q": _KNIGHT,
    "K": _KING,
    "J": [*_WIDE, (0, 1)],
    "C": [*_KING, *_signed((2, 3), (3, 2))],
    "T": _WIDE,
}
"""Sideways, forward. Pawns are looked at where they move."""
ATTACK_LEAPS = {kind: MOVE_LEAPS.get(kind, []) for kind in "MNBDRQKCT"}
ATTACK_LEAPS |= {"P": [(1, 1), (-1, 1)], "Z": _CANNON}
RIDES = {
    **dict.fromkeys("LBD", DIAGONAL),
    **dict.fromkeys("RT", ORTHOGONAL),
    "Q": (*ORTHOGONAL, *DIAGONAL),
}
"""Those that are alike for both owners."""


def rides(kind: str, owner: int) -> tuple[int, ...]:
    """The headings that a kind rides along."""
    if kind == "S":
        return (2, 4, 7) if owner == 0 else (0, 5, 6)
    if kind == "O":
        return (1, 3)
    return RIDES.get(kind, ())


def attack_rides(kind: str) -> tuple[int, ...]:
    return RIDES[kind] if kind in "BDRQT" else ()


def _ends(offsets: list[tuple[int, int]], owner: int) -> list[tuple[int, ...]]:
    sign = 1 if owner == 0 else -1
    return [
        tuple(at for x, y in offsets if (at := shift(cell, x, sign * y)) is not None)
        for cell in CELLS
    ]


MOVE_ENDS = {
    (kind, owner): _ends(MOVE_LEAPS.get(kind, []), owner) for kind in KINDS for owner in (0, 1)
}
ATTACK_ENDS = {
    (kind, owner): _ends(ATTACK_LEAPS.get(kind, []), owner) for kind in KINDS for owner in (0, 1)
}
"""Leaps from each cell."""
KNIGHT_LEAPS = _KNIGHT


def _far_attacks(kind: str, owner: int, cell: int) -> frozenset[int]:
    """All that could be attacked on an empty board."""
    found = set(ATTACK_ENDS[kind, owner][cell])
    for heading in attack_rides(kind):
        found.update(RAYS[cell][heading])
    if kind == "L":
        for heading in DIAGONAL:
            for at in RAYS[cell][heading]:
                found.update(BESIDE[at])
    return frozenset(found)


FAR_ATTACKS = {
    (kind, owner): [_far_attacks(kind, owner, cell) for cell in CELLS]
    for kind in KINDS
    for owner in (0, 1)
}
