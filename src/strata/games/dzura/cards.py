"""The cards of Dzura, derived from a definition: the vectors in words, and a specimen.

All cards are derived, so that custom games have the same kind of cards as the standard game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from strata.core.board_text import format_rows
from strata.core.errors import InvalidPosition
from strata.core.explaining.reach import touched_cells
from strata.core.geometry import Step
from strata.core.rules import Rules
from strata.core.teaching.cards import Card
from strata.games.dzura.board import FACING_NAMES, DzuraBoard, turned
from strata.games.dzura.definition import Definition, PieceKind
from strata.games.dzura.symbols import TOKEN, symbol_name

_TOKEN_TEXT: Final = (
    "A barrage token is laid on an enemy piece in range, which may not attack until it has moved. "
    "Tokens come into play by the option Ordnance."
)
_CORNER_NAMES: Final = ("forward-right", "right", "back-right", "back-left", "left", "forward-left")
# The vectors of each sort (Z4), clockwise, with the names of their directions.
_NEIGHBOURS: Final = {turned((0, 1), turns): FACING_NAMES[turns] for turns in range(6)}
_CORNERS: Final = {turned((1, 1), turns): _CORNER_NAMES[turns] for turns in range(6)}
_SECONDS: Final = {turned((0, 2), turns): FACING_NAMES[turns] for turns in range(6)}
_ALL: Final = 6


def derive_card(rules: Rules[Any], definition: Definition, symbol: str, tokens: str) -> Card:
    """Return the card of `symbol`. `rules` are the definition's game with its own options."""
    if symbol == TOKEN:
        return Card(symbol, _TOKEN_TEXT)
    kind = next(kind for kind in definition.pieces if symbol_name(kind.letter) == symbol)
    specimen, cell = _find_specimen(rules, definition, kind, tokens)
    return Card(symbol, _text(definition, kind), specimen, cell)


# Words.


def _text(definition: Definition, kind: PieceKind) -> str:
    ways = [*_steps(kind.steps), *_strides(kind.strides)] or ["does not move"]
    moves = ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])} and {ways[-1]}"
    return " ".join([f"The {kind.name} {moves}.", *_fate(definition, kind)])


def _steps(vectors: tuple[Step, ...]) -> Iterator[str]:
    if near := _named(vectors, _NEIGHBOURS):
        missing = [name for name in _NEIGHBOURS.values() if name not in near]
        if not missing:
            yield "steps to any neighbouring tile"
        elif len(missing) == 1:
            yield f"steps to any neighbouring tile except {missing[0]}"
        else:
            yield f"steps one tile {_listed(near)}"
    if corners := _named(vectors, _CORNERS):
        which = "any corner" if len(corners) == _ALL else f"the corner {_listed(corners)}"
        yield f"jumps past {which}"
    if seconds := _named(vectors, _SECONDS):
        where = "in any direction" if len(seconds) == _ALL else _listed(seconds)
        yield f"jumps two tiles {where}"
    if number := _others(vectors):
        yield f"jumps to {number} {'tile' if number == 1 else 'tiles'} farther away"


def _strides(vectors: tuple[Step, ...]) -> Iterator[str]:
    if near := _named(vectors, _NEIGHBOURS):
        where = "in any straight line" if len(near) == _ALL else f"straight {_listed(near)}"
        yield f"goes any distance {where}"
    if corners := _named(vectors, _CORNERS):
        where = "in any one direction" if len(corners) == _ALL else _listed(corners)
        yield f"goes any distance by corner jumps {where}"
    number = _others(vectors) + len(_named(vectors, _SECONDS))
    if number:
        directions = "1 direction" if number == 1 else f"{number} directions"
        yield f"goes any distance by repeating a longer jump in {directions}"


def _fate(definition: Definition, kind: PieceKind) -> Iterator[str]:
    """Yield the sentence on royalty, promotion or demotion, if there is one to tell."""
    if kind.royal:
        yield "Whoever loses it, or cannot save it from check, loses the game."
    elif kind.promotes_to:
        promoted = definition.kind(definition.numbers[kind.promotes_to])
        yield f"At the far end of a column it becomes a {promoted.name}."
    elif kind.is_promoted_form:
        yield "If it is captured, it turns plain again."


def _named(vectors: Iterable[Step], names: dict[Step, str]) -> list[str]:
    given = set(vectors)
    return [name for vector, name in names.items() if vector in given]


def _others(vectors: Iterable[Step]) -> int:
    known = _NEIGHBOURS.keys() | _CORNERS.keys() | _SECONDS.keys()
    return len(set(vectors) - known)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


# Specimens.


def _find_specimen(
    rules: Rules[Any], definition: Definition, kind: PieceKind, tokens: str
) -> tuple[str, str]:
    """Return a position with the piece near the middle and both kings, and the piece's tile.

    A position in which the piece does not attack the enemy king is preferred, then the one with the
    longest reach. Both texts are empty if no such position is valid.
    """
    best, found = (False, -1), ("", "")
    for tile, enemy, placed in _placements(definition, kind):
        board = definition.board
        rows = format_rows(board, partial(_letter, placed))
        text, cell = f"{rows} 1 t -/- {tokens}", board.names[tile]
        try:
            state = rules.read(text)
        except InvalidPosition:
            continue
        touched = touched_cells(rules.gesture(state, code) for code in state.codes())
        reached = touched.get(cell, set())
        worth = board.names[enemy] not in reached, len(reached)
        if worth > best:
            best, found = worth, (text, cell)
    return found


def _letter(placed: dict[int, str], tile: int) -> str:
    return placed.get(tile, "")


def _placements(
    definition: Definition, kind: PieceKind
) -> Iterator[tuple[int, int, dict[int, str]]]:
    """Yield the tile of the piece, that of the enemy king, and all letters by tile."""
    board, far = definition.board, definition.radius
    king = next(each for each in definition.pieces if each.royal).letter
    middle, *own_tiles = (
        board.coordinates.index(place) for place in ((0, 0), (0, -far), (far, -far), (-far, 0))
    )
    for enemy in _edge(board):
        placed = {middle: kind.letter, enemy: king.lower()}
        if kind.royal:
            yield middle, enemy, placed
            continue
        for own in own_tiles:
            if own != enemy:
                yield middle, enemy, placed | {own: king}


def _edge(board: DzuraBoard) -> list[int]:
    """Return the tiles of second's edge, beginning at its corner."""
    far = board.radius
    places = [(0, far), *((q, far - max(q, 0)) for n in range(1, far + 1) for q in (n, -n))]
    return [board.coordinates.index(place) for place in places]
