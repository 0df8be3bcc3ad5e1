"""Guesses at the hidden army in the secret set-up, for search."""

from __future__ import annotations

import random

from strata.games.rhodium.arrays import ARRAYS
from strata.games.rhodium.pieces import ARMY, KIND_LETTERS
from strata.games.rhodium.rules.state import RhodiumState


def guess(state: RhodiumState, viewer: int, seed: int) -> RhodiumState:
    """Return `state`, which was concealed from `viewer`, with an array in the hidden area.

    It is a random ready-made array or its mirror image, with as many pieces as were placed.
    """
    other = 1 - viewer
    if not state.hides(other):
        return state
    choose = random.Random(seed)
    array = choose.choice(ARRAYS)
    mirrored = choose.random() < 0.5
    rooms: dict[str, list[int]] = {letter: [] for letter in ARMY}
    for rank, row in enumerate(reversed(array.ranks)):
        for file, letter in enumerate(reversed(row) if mirrored else row):
            if letter in rooms:
                cell = file + 10 * rank
                rooms[letter].append(99 - cell if other else cell)
    whole = state.copy()
    assert isinstance(whole, RhodiumState)
    for cells in rooms.values():
        choose.shuffle(cells)
    for letter in ARMY[: state.number_placed(other)]:
        whole.lay(rooms[letter].pop(), other, KIND_LETTERS.index(letter), [0])
    whole.lift_veil(other)
    return whole
