"""The encoding of Dzura for learning programs: the meaning of its planes and tokens."""

from __future__ import annotations

from functools import lru_cache

from strata.core.learning.encoding import HOLE, SIDES, Encoding, choices, items
from strata.games.dzura.definition import Definition
from strata.games.dzura.encoding.encoder import DzuraEncoder
from strata.games.dzura.gestures import hand_id, token_id


def describe_planes(definition: Definition) -> tuple[str, ...]:
    names = [kind.name for kind in definition.pieces]
    return (
        *(f"{side} {name}" for side in SIDES for name in names),
        *(f"everywhere the number of {name} in {side} hand" for side in SIDES for name in names),
        "where each piece faces: 0 away from its owner, clockwise to 5",
        "barraged pieces",
        *(f"{side} covered pieces: 1 for the first kind above, and so on" for side in SIDES),
        "where each covered piece faces",
        "covered pieces that are barraged",
        *(f"everywhere the number of {side} tokens" for side in SIDES),
        *(
            f"everywhere 1 {what}"
            for what in ("after a barrage", "while a piece turns", "while a dropped piece turns")
        ),
        "the piece that is to be turned",
        "the piece that is to be turned after it",
        "everywhere 1 if the seat that looks acts",
        "the tiles of the board",
    )


@lru_cache(maxsize=64)
def encoding_of(definition: Definition) -> Encoding:
    board, radius = definition.board, definition.radius
    side = 2 * radius + 1
    places = [side * (r + radius) + q + radius for q, r in board.coordinates]
    grid = [HOLE] * side * side
    for name, place in zip(board.names, places, strict=True):
        grid[place] = name
    letters = [kind.letter for kind in definition.pieces]
    return Encoding(
        DzuraEncoder(side, len(letters), places),
        describe_planes(definition),
        (tuple(grid), tuple(reversed(grid))),
        items((hand_id(0, letter), hand_id(1, letter)) for letter in letters)
        + items([(token_id(0), token_id(1))])
        + choices(("=", *(f"~{facing}" for facing in range(6)))),
    )
