"""Lookup tables of the Kyo evaluation: the range of runs, and distances. A header.

A word is the mana of a stack (rules/board.py). A pattern is the set of tiles that a word reaches on
an empty board (K8, K9), as a number: bit `32 * (8 + up) + 16 + across` is the tile that far up and
across. Sets of tiles are two words of 64 bits each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from strata.core.geometry import KNIGHT
from strata.games.kyo.board import BOARD, STEPS
from strata.games.kyo.rules.constants import NO_DIRECTION
from strata.games.kyo.slices import SHIELD, every_slice, slice_number

if TYPE_CHECKING:
    import cython

_here = 1 << (32 * 8 + 16)
_farthest = 6


def _patterns() -> list[int]:
    """Return, by word, the tiles on which a run with this mana may end, without its first tile.

    The lowest chip of the word is left behind first, or not used. A chip of the same kind as the
    one before continues in its direction.
    """
    found = [[0] * 9 for _ in range(128)]
    for word in range(2, 128):
        length = word.bit_length() - 1
        kind = (word >> (length - 1)) & 1
        rest = found[(word & ((1 << (length - 1)) - 1)) | (1 << (length - 1))]
        for previous in range(9):
            pattern = rest[previous]
            for way in range(kind, 8, 2):
                if previous in (NO_DIRECTION, way) or (previous - way) % 2:
                    across, up = STEPS[way]
                    pattern |= _shifted(_here | rest[way], 32 * up + across)
            found[word][previous] = pattern
    return [ways[NO_DIRECTION] & ~_here for ways in found]


def _shifted(pattern: int, by: int) -> int:
    return pattern << by if by > 0 else pattern >> -by


def _tiles(pattern: int, tile: int) -> int:
    """Return the tiles of the board that the pattern covers from `tile`, as 100 bits."""
    file, rank = tile % 10, tile // 10
    tiles = 0
    for up in range(max(-_farthest, -rank), min(_farthest, 9 - rank) + 1):
        row = (pattern >> (32 * (8 + up) + 16 - file)) & 1023
        tiles |= row << (10 * (rank + up))
    return tiles


def _reached(tile: int, steps: Iterable[tuple[int, int]]) -> int:
    return sum(1 << target for step in steps if (target := BOARD.step(tile, step)) is not None)


def _words(sets: Iterable[int]) -> tuple[int, ...]:
    """Return the sets of tiles, each as two numbers of 64 bits."""
    return tuple(half for tiles in sets for half in (tiles & ((1 << 64) - 1), tiles >> 64))


def _slice_word(chips: tuple[int, ...]) -> int:
    word = 1
    for chip in chips:
        if chip != SHIELD:
            word = 2 * word + chip
    return word


# Sets of tiles: by word of mana and tile; by tile, one step away and one leap away.
RUNS: cython.ulonglong[25600] = _words(
    _tiles(pattern, tile) for pattern in _patterns() for tile in range(100)
)
AROUND: cython.ulonglong[200] = _words(_reached(tile, STEPS) for tile in range(100))
LEAPED: cython.ulonglong[200] = _words(_reached(tile, KNIGHT) for tile in range(100))

LENGTHS = tuple(max(word.bit_length() - 1, 0) for word in range(128))
"""By word: its number of chips."""

_by_number = {slice_number(chips): _slice_word(chips) for chips in every_slice()}
SLICE_WORDS = tuple(_by_number.get(number, 0) for number in range(2048))
"""By the number of a slice: its mana as a word."""

CLOSENESS = tuple(
    9 - max(abs(tile % 10 - target % 10), abs(tile // 10 - target // 10))
    for tile in range(100)
    for target in range(100)
)
"""By two tiles: 9 minus their distance in King's steps."""
