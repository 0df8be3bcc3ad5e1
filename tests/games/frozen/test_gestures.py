"""The clicks of FrozenChess: a unit, then a cell; special moves behind their name."""

from __future__ import annotations

import pytest

from tests.games.frozen.layout import Table, table


def _clicks(position: Table, action: str) -> list[str]:
    return [str(token) for token in position.position.gesture(action)]


CROWDED = table(
    {
        "e4": "R+N",
        "e8": "n+q",
        "c3": "S{P,p}",
        "h4": "P",
        "i5": "p(p9)",
        "b1": "N",
        "b2": "p",
        "k5": "C",
        "m3": "J(s10)",
        "c9": "T",
        "g10": "Z{M}",
        "g14": "b",
    },
    mechanics="full",
    shadows="e4:D,n9:n",
    tombs="p9*:R",
)


@pytest.mark.parametrize(
    ("action", "clicks"),
    [
        ("h4-h5", ["h4", "h5"]),
        ("h4xi5", ["h4", "i5"]),
        ("e4:R-e6", ["e4", "Rook", "e6"]),
        ("e4:Rxe8:N", ["e4", "Rook", "e8", "taken as Knight"]),
        ("e4/N-f6", ["e4", "leave the body", "Knight", "f6"]),
        ("b1-a3*b2", ["b1", "leap over", "a3", "b2"]),
        ("c3<2-c4", ["c3", "unload", "2: Pawn", "c4"]),
        ("spawn:h4:h3", ["h4", "make a copy", "h3"]),
        ("tele:k5:p1", ["k5", "change places with a friend", "p1"]),
        ("deton:m3", ["m3", "explode"]),
        ("aval:c9:c12", ["c9", "send an avalanche", "c12"]),
        ("blast:g10:g14", ["g10", "fire the cannon", "g14"]),
        ("respawn:p9", ["p9", "bring back"]),
        ("exch:k5", ["k5", "give its place to the King"]),
        ("rot:4", ["rotate a block", "4×4"]),
        ("~e4-f5", ["e4", "as a shadow", "f5"]),
    ],
)
def test_clicks(action: str, clicks: list[str]) -> None:
    assert _clicks(CROWDED, action) == clicks


def test_rotation_takes_size_block_and_angle() -> None:
    """F76."""
    sized = CROWDED.play("rot:4")
    corner = sized.offered("at:")[0]
    assert _clicks(sized, corner) == [corner.removeprefix("at:")]
    placed = sized.play(corner)
    assert _clicks(placed, "turn:90") == ["90 degrees clockwise"]


def test_a_pulled_body_takes_a_number() -> None:
    """F69."""
    position = table({"c2": "R", "c9": "n"}, mechanics="bare+pull")
    assert _clicks(position, "pull:c2:c9:3") == ["c2", "pull", "c9", "3 squares"]


def test_specials_are_grouped_by_name() -> None:
    """After the unit a person sees its cells, and one choice a special move."""
    node = table({"e4": "N", "a9": "P"}, mechanics="full").position.gesture_tree()
    unit = next(child for token, child in node.children.items() if token.id == "e4")
    choices = {token.id for token in unit.children if token.kind == "choice"}
    assert choices == {"spawn", "morph", "shadow", "exch"}
    cells = {token.id for token in unit.children if token.kind == "cell"}
    assert cells == {"c3", "c5", "d6", "f6", "g5", "g3", "f2", "d2", "d5", "f5"}
