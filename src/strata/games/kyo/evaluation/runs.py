"""How far the mana under a pawn carries it on an empty board (K8, K9), as patterns.

A pattern is a number: bit `32 * (8 + up) + 16 + across` for the tile so far up and across. A word
is the mana of a stack as stacks.py writes it.
"""

from __future__ import annotations

from typing import Final

_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_SHIFTS: Final = tuple(32 * up + across for across, up in _STEPS)
_HERE: Final = 1 << (32 * 8 + 16)
WORDS: Final = 128
FARTHEST: Final = 6
ANY_DIRECTION: Final = 8


def _moved(pattern: int, shift: int) -> int:
    return pattern << shift if shift > 0 else pattern >> -shift


def patterns() -> list[int]:
    """By word: the tiles on which a run with this mana may end, without the one it starts from.

    The lowest chip of the word is left behind first, or not used. A chip of the kind of the one
    before goes on in its direction.
    """
    found = [[0] * 9 for _ in range(WORDS)]
    for word in range(2, WORDS):
        length = word.bit_length() - 1
        kind = (word >> (length - 1)) & 1
        rest = found[(word & ((1 << (length - 1)) - 1)) | (1 << (length - 1))]
        for previous in range(9):
            pattern = rest[previous]
            for way in range(kind, 8, 2):
                if previous in (ANY_DIRECTION, way) or (previous - way) % 2:
                    pattern |= _moved(_HERE | rest[way], _SHIFTS[way])
            found[word][previous] = pattern
    return [found[word][ANY_DIRECTION] & ~_HERE for word in range(WORDS)]


def rows(pattern: int) -> list[int]:
    """From 6 down to 6 up: thirteen bits each, from 6 to the left to 6 to the right."""
    return [
        (pattern >> (32 * (8 + up) + 16 - FARTHEST)) & 0x1FFF
        for up in range(-FARTHEST, FARTHEST + 1)
    ]
