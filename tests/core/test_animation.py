"""Animated pictures: a frame for each turn, as large and as long as was asked for."""

from __future__ import annotations

from io import BytesIO

import pytest

import strata
from strata.core.drawing import animation
from strata.core.drawing.animation import AnimationKind, animate, join_frames, turn_numbers
from strata.core.errors import InvalidLimit, MissingExtra
from tests.volume import everyday

pytest.importorskip("resvg_py")
Image = pytest.importorskip("PIL.Image")
GAME = ["Qd2", "Kg2", "Sg8", "Sg5"]


def record(actions: int = len(GAME)) -> strata.Record:
    return strata.game("daikuni").record().play_all(GAME[:actions])


def read(picture: bytes) -> tuple[str, list[tuple[int, int]], list[int], list[bytes]]:
    """The kind of a picture, and the size, duration and pixels of its frames."""
    with Image.open(BytesIO(picture)) as opened:
        sizes, durations, pixels = [], [], []
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            opened.load()
            sizes.append(opened.size)
            durations.append(int(opened.info["duration"]))
            pixels.append(opened.convert("RGB").tobytes())
        return opened.format.lower(), sizes, durations, pixels


@pytest.mark.parametrize("kind", animation.KINDS)
def test_every_turn_is_a_frame(kind: AnimationKind) -> None:
    told: list[tuple[int, int]] = []
    picture = animate(
        record(), kind=kind, width=160, pace_ms=400, tell=lambda *done: told.append(done)
    )
    found, sizes, durations, pixels = read(picture)
    assert found == kind
    assert len(sizes) == len(GAME) + 1
    assert {size[0] for size in sizes} == {160}
    assert len(set(sizes)) == 1
    assert durations == [400] * len(GAME) + [1200]
    assert len(set(pixels)) == len(pixels)
    assert told == [(done, len(GAME) + 1) for done in range(1, len(GAME) + 2)]


def test_a_turn_of_several_actions_is_one_frame() -> None:
    game = strata.game("dzura").record()
    while game.length < 12 and game.seat is not None:
        game.play(game.actions()[0])
    numbers = turn_numbers(game)
    assert (numbers[0], numbers[-1]) == (0, game.length)
    begins = [n for n in range(game.length + 1) if game.position_at(n).begins_turn]
    assert set(begins) <= set(numbers) <= {0, *begins, game.length}


def test_one_position_is_a_picture_too() -> None:
    _, sizes, _, _ = read(animate(record(0), kind="webp", width=100))
    assert len(sizes) == 1


def test_a_dark_and_a_flipped_board_differ() -> None:
    plain, dark, flipped = (
        read(animate(record(1), width=100, dark=dark, flipped=flipped))[3]
        for dark, flipped in ((False, False), (True, False), (False, True))
    )
    assert plain != dark
    assert plain != flipped


def test_what_is_too_much_is_refused() -> None:
    for width, pace_ms in ((10, 500), (5000, 500), (100, 1), (100, 60_000)):
        with pytest.raises(InvalidLimit):
            animate(record(1), width=width, pace_ms=pace_ms)
    with pytest.raises(InvalidLimit, match="at most"):
        join_frames([b""] * (animation.MOST_FRAMES + 1), pace_ms=100)


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingExtra("animated pictures", "PIL", "pictures")

    monkeypatch.setattr(animation, "_load", missing)
    with pytest.raises(MissingExtra, match="pictures"):
        animate(record(1))


def test_the_size_of_a_file_is_bounded() -> None:
    """A board of ten by ten with hundreds of pieces: about two megabytes in sixty turns."""
    game = strata.game("frozen").record()
    while game.length < everyday(3, full=6) and game.seat is not None:
        game.play(game.actions()[0])
    frames = len(turn_numbers(game))
    assert len(animate(game, width=480)) < 35_000 * frames
