"""Animated pictures of games, a frame per turn, by Pillow and resvg of the extra `pictures`.

Frames can be drawn in parts: `turn_numbers` says which positions are frames, `draw_frame` draws
one, `join_frames` makes the animation of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from strata.core.drawing.png import draw_png
from strata.core.drawing.svg import draw_svg
from strata.core.errors import InvalidLimit, MissingExtra
from strata.core.record import Record
from strata.core.scene import with_mark

if TYPE_CHECKING:
    from PIL import Image

AnimationKind = Literal["gif", "webp", "png"]
KINDS: Final[tuple[AnimationKind, ...]] = ("gif", "webp", "png")
"""GIF, WebP, and PNG with frames (APNG)."""
MOST_FRAMES: Final = 500
WIDTHS: Final = (64, 1024)
PACES_MS: Final = (50, 10_000)
_COLOURS: Final = 128
_END_FACTOR: Final = 3  # the last position is shown this many times as long


def turn_numbers(record: Record) -> tuple[int, ...]:
    """Return the positions that are frames: the start, the end, and those where a turn begins."""
    last = record.length
    numbers = (n for n in range(last + 1) if record.position_at(n).begins_turn or n in (0, last))
    return tuple(numbers)


def draw_frame(
    record: Record, number: int, *, width: int, dark: bool = False, flipped: bool = False
) -> bytes:
    """Return the position after `number` actions as a PNG picture, with the last action marked.

    Raises MissingExtra, MissingFont or InvalidLimit.
    """
    _expect(width, WIDTHS, "width", "pixels")
    scene = record.position_at(number).scene()
    if number:
        scene = with_mark(scene, record.mark_at(number))
    svg = draw_svg(scene, record.rules.symbols, dark=dark, flipped=flipped)
    return draw_png(svg, width=width, dark=dark)


def join_frames(frames: Sequence[bytes], *, kind: AnimationKind = "gif", pace_ms: int) -> bytes:
    """Return the animation of PNG pictures. It repeats without end; the last is shown longer.

    Raises MissingExtra, or InvalidLimit for too many frames or a pace out of range.
    """
    _expect(pace_ms, PACES_MS, "pace", "milliseconds")
    expect_frames(len(frames))
    images = [_open(frame) for frame in frames]
    wide = max(image.width for image in images)
    high = max(image.height for image in images)
    images = [_framed(image, wide, high) for image in images]
    if kind == "gif":
        images = _with_one_palette(images)
    durations = [pace_ms] * (len(images) - 1) + [_END_FACTOR * pace_ms]
    more: dict[str, Any] = {"lossless": True} if kind == "webp" else {}
    if kind == "gif":
        more = {"disposal": 1, "optimize": False}
    target = BytesIO()
    images[0].save(
        target,
        kind.upper(),
        save_all=True,
        append_images=images[1:],
        duration=durations if len(images) > 1 else pace_ms,
        loop=0,
        **more,
    )
    return target.getvalue()


def animate(
    record: Record,
    *,
    kind: AnimationKind = "gif",
    width: int = 480,
    pace_ms: int = 1000,
    dark: bool = False,
    flipped: bool = False,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """Return the animation of a whole game.

    `tell` is called with the number of frames drawn and the number of all. Raises as `draw_frame`
    and `join_frames` do.
    """
    _expect(pace_ms, PACES_MS, "pace", "milliseconds")
    numbers = turn_numbers(record)
    expect_frames(len(numbers))
    _load()
    frames = []
    for number in numbers:
        frames.append(draw_frame(record, number, width=width, dark=dark, flipped=flipped))
        tell(len(frames), len(numbers))
    return join_frames(frames, kind=kind, pace_ms=pace_ms)


def expect_frames(count: int, most: int = MOST_FRAMES) -> None:
    """Raise InvalidLimit for more than `most` frames."""
    if count > most:
        raise InvalidLimit(f"{count} frames: expected at most {most}")


def _expect(value: int, limits: tuple[int, int], what: str, unit: str) -> None:
    least, most = limits
    if not least <= value <= most:
        raise InvalidLimit(f"{what}: got {value}, expected {least} to {most} {unit}")


def _load() -> Any:
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise MissingExtra("animated pictures", "PIL", "pictures") from None
    return Image


def _open(frame: bytes) -> Image.Image:
    opened: Image.Image = _load().open(BytesIO(frame)).convert("RGB")
    return opened


def _framed(image: Image.Image, wide: int, high: int) -> Image.Image:
    """Return the image at the top left of one as large as all; zones make some drawings higher."""
    if image.size == (wide, high):
        return image
    framed: Image.Image = _load().new("RGB", (wide, high), image.getpixel((0, 0)))
    framed.paste(image, (0, 0))
    return framed


def _with_one_palette(images: list[Image.Image]) -> list[Image.Image]:
    """Return the images in the colours of the one with the most, so that nothing flickers."""
    module = _load()
    fullest = max(images, key=lambda image: len(image.getcolors(1 << 24) or ()))
    palette = fullest.quantize(_COLOURS, dither=module.Dither.NONE)
    return [image.quantize(palette=palette, dither=module.Dither.NONE) for image in images]
