"""Scenes of boards: cells and labels, made once for each board, and the stacks on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from strata.core.geometry import HEXAGONAL, Board, Label
from strata.core.kernel.state import State
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Cell, Hue, Layer, Mark, Scene, Zone, board_cells


def board_scene(
    board: Board,
    game: str,
    seat: Seat | None,
    stacks: Mapping[str, tuple[Layer, ...]],
    *,
    zones: tuple[Zone, ...] = (),
    marks: tuple[Mark, ...] = (),
    status: tuple[str, ...] = (),
    hues: tuple[Hue, Hue] = ("sand", "blue"),
) -> Scene:
    """Return the scene of a position on `board`; `seat` acts, None when the game is over.

    `stacks` must not change any more: the scene keeps it, unless it has empty stacks to leave out.
    """
    cells, labels = _frame(board)
    if isinstance(stacks, dict) and all(stacks.values()):
        filled = stacks
    else:
        filled = {cell: layers for cell, layers in stacks.items() if layers}
    return Scene(
        game=game,
        seat=seat,
        size=board.size,
        cells=cells,
        labels=labels,
        stacks=filled,
        zones=zones,
        marks=marks,
        status=status,
        hues=hues,
    )


def acting_seat(state: State) -> Seat | None:
    """Return the seat that acts in `state`; None when the game is over."""
    return SEATS[state.get_seat()] if state.codes() else None


@lru_cache(maxsize=64)
def _frame(board: Board) -> tuple[tuple[Cell, ...], tuple[Label, ...]]:
    """Return the cells and labels of `board`.

    Neighbours differ in shade: hexagonal boards have three shades, others two.
    """
    return board_cells(board, 3 if board.adjacent == HEXAGONAL else 2), board.labels()
