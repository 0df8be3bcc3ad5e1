"""How good the places are that pieces are given in the set-up of Rhodium (R1–R3)."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.rhodium.evaluation.features import ARRAY, COVER, RHODIUM, SECOND_MAN
else:
    from cython.cimports.strata.games.rhodium.evaluation.features import (
        ARRAY,
        COVER,
        RHODIUM,
        SECOND_MAN,
    )

# How well a piece stands: 30 cells for each kind, as first sees them; over 0 is good.
PLACES = cython.declare(cython.int[180])
# R1: the kinds in the order in which they are placed.
ORDER = cython.declare(cython.uchar[22])
if not cython.compiled:
    PLACES = [0] * 180
    ORDER = [0] * 22

# Rank 3, 2 and 1 for each kind, in kind order; 0 is bad, 9 is best.
_PLACES = (
    ("0000000000", "2210000122", "6768998676"),
    ("3053003503", "5797337975", "2242002422"),
    ("0000000000", "2113333112", "9524664259"),
    ("0000000000", "4454554544", "6998888996"),
    ("4365445634", "4949559494", "3333333333"),
    ("9979999799", "4435665344", "2227887222"),
)


def fill_places() -> None:
    for kind in range(6):
        for cell in range(30):
            PLACES[30 * kind + cell] = int(_PLACES[kind][2 - cell // 10][cell % 10]) - 7
    for number, letter in enumerate("RPPTTDDDDGGGGSSSSSSSSS"):
        ORDER[number] = "RPTDGS".index(letter)


def measure_set_up(s, features):
    """Only the places count: who is still placing has lost nothing yet."""
    cell: cython.int
    side: cython.int
    kind: cython.int
    seen: cython.int
    step: cython.int
    for cell in range(100):
        if s.men[cell] == 0:
            continue
        side = 1 if s.men[cell] < SECOND_MAN else -1
        kind = s.men[cell] & 7
        features[ARRAY] += side * PLACES[30 * kind + (cell if side > 0 else 99 - cell)]
        if kind == RHODIUM:
            step = 10 * side
            seen = cell + step
            while 0 <= seen < 100 and (s.men[seen] >> 3) != (s.men[cell] >> 3):
                seen += step
            features[COVER] += side * (0 <= seen < 100)


def promise_place(s, target):
    """0 for the best places of the next piece, less for others."""
    return (PLACES[30 * ORDER[s.placed] + (99 - target if s.mover else target)] - 2) >> 2


fill_places()
