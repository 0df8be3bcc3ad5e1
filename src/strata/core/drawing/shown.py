"""`Shown`: what can be drawn as a scene."""

from __future__ import annotations

from typing import Any, Final

from strata.core.rules import Rules
from strata.core.scene import Scene


class Shown:
    """The base class of positions, views and records, all of which can be drawn."""

    rules: Final[Rules[Any]]

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def scene(self) -> Scene:
        raise NotImplementedError

    def svg(self, *, dark: bool = False, frame: tuple[int, int] | None = None) -> str:
        """Return the scene as an SVG document.

        `dark` uses the colours of a dark page. `frame` is a width and a height in pixels, in the
        middle of which the scene is drawn.
        """
        from strata.core.drawing.svg import draw_svg

        return draw_svg(self.scene(), self.rules.symbols, dark=dark, frame=frame)

    def png(self, *, width: int | None = None, dark: bool = False) -> bytes:
        """Return the same drawing as a PNG picture, `width` pixels wide (default: its own size).

        Raises MissingExtra if the extra `pictures` is not installed, MissingFont or InvalidLimit.
        """
        from strata.core.drawing.png import draw_png

        return draw_png(self.svg(dark=dark), width=width, dark=dark)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __rich__(self) -> Any:
        from strata.core.drawing.terminal import draw_terminal

        return draw_terminal(self.scene(), self.rules.symbols)
