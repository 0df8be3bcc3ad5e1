"""The rendering of environments: a position as one seat may see it, as text or as a picture."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from rich.console import Console

from strata.adapters.learning.opening import require
from strata.core.errors import StrataError
from strata.core.position import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RenderMode = Literal["human", "ansi", "rgb_array"]
MODES: Final[tuple[str, ...]] = get_args(RenderMode)
_PICTURE_WIDTH: Final = 480
_TEXT_WIDTH: Final = 200


class UnknownRenderMode(StrataError):
    """A render mode that no environment has."""


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise UnknownRenderMode(f"render_mode: got {mode!r}, expected one of {', '.join(MODES)}")
    return mode


def render(view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Render the board; `human` prints it and returns None, and so does no mode."""
    if mode == "human":
        Console(width=_TEXT_WIDTH, soft_wrap=True).print(view)
        return None
    if mode == "ansi":
        return draw_text(view)
    return draw_pixels(view) if mode == "rgb_array" else None


def draw_text(view: View) -> str:
    """Return the board as a terminal shows it, without colours."""
    console = Console(file=io.StringIO(), width=_TEXT_WIDTH, color_system=None)
    with console.capture() as caught:
        console.print(view)
    return caught.get()


def draw_pixels(view: View) -> NDArray[np.uint8]:
    """Return the board as rows of pixels, each red, green and blue."""
    numpy: Any = require("numpy", "Environments", "rl")
    image: Any = require("PIL.Image", "Pictures of environments", "rl")
    picture = image.open(io.BytesIO(view.png(width=_PICTURE_WIDTH)))
    pixels: NDArray[np.uint8] = numpy.asarray(picture.convert("RGB"), dtype="uint8")
    return pixels
