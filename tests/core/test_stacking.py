"""Where layers go: every one inside its cell, none hidden by another, in their order."""

from __future__ import annotations

import itertools

import pytest

from strata.core.drawing.stacking import Placed, place_layers
from strata.core.scene import Badge, Layer, Symbol

SYMBOLS = {
    "tile": Symbol("tile", "tile", "", ("t", "t")),
    "chip": Symbol("chip", "chip", "", ("c", "c")),
    "piece": Symbol("piece", "piece", "", ("P", "p")),
}
CELL = 50.0


def layers(tiles: int = 0, chips: int = 0, pieces: int = 0) -> list[Layer]:
    names = ["tile"] * tiles + ["chip"] * chips + ["piece"] * pieces
    return [
        Layer(name, "first", (Badge(str(number), "its number"),))
        for number, name in enumerate(names)
    ]


def box(placed: Placed) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a placed chip or piece."""
    half_height = 10 if placed.layer.symbol == "chip" else 46
    return (
        placed.x - 50 * placed.wide,
        placed.x + 50 * placed.wide,
        placed.y - half_height * placed.high,
        placed.y + half_height * placed.high,
    )


@pytest.mark.parametrize("pieces", [0, 1])
@pytest.mark.parametrize("chips", range(69))
def test_chips_lie_inside_the_cell_and_do_not_overlap(chips: int, pieces: int) -> None:
    placed = place_layers(layers(chips=chips, pieces=pieces), SYMBOLS)
    assert [place.layer for place in placed] == layers(chips=chips, pieces=pieces)
    boxes = [box(place) for place in placed if place.layer.symbol == "chip"]
    for left, right, top, bottom in boxes:
        assert -CELL <= left < right <= CELL
        assert -CELL <= top < bottom <= CELL
    for one, other in itertools.combinations(boxes, 2):
        beside = one[1] <= other[0] + 1e-9 or other[1] <= one[0] + 1e-9
        above = one[3] <= other[2] + 1e-9 or other[3] <= one[2] + 1e-9
        assert beside or above


def test_a_column_is_read_from_the_bottom_up() -> None:
    column = place_layers(layers(chips=4, pieces=1), SYMBOLS)[:4]
    assert [place.y for place in column] == sorted((place.y for place in column), reverse=True)
    assert len({place.x for place in column}) == 1


def test_the_fifth_chip_under_a_piece_begins_a_column_to_the_right() -> None:
    placed = place_layers(layers(chips=5, pieces=1), SYMBOLS)
    assert placed[4].x > placed[0].x
    assert placed[4].y == placed[0].y


@pytest.mark.parametrize("chips", range(1, 17))
def test_a_piece_stands_above_its_chips(chips: int) -> None:
    *below, piece = place_layers(layers(chips=chips, pieces=1), SYMBOLS)
    assert piece.y < min(place.y for place in below)
    assert box(piece)[2] >= -CELL


def test_a_lone_piece_fills_its_tile() -> None:
    tile, piece = place_layers(layers(tiles=1, pieces=1), SYMBOLS)
    assert (tile.x, tile.y, tile.wide) == (0, 0, 1)
    assert piece.wide > 0.8


@pytest.mark.parametrize("pieces", range(2, 9))
def test_of_several_pieces_the_top_one_is_largest_and_last(pieces: int) -> None:
    *covered, top = place_layers(layers(pieces=pieces), SYMBOLS)
    assert top.layer == layers(pieces=pieces)[-1]
    assert all(place.wide < top.wide for place in covered)
    assert len({place.x for place in covered}) == pieces - 1
