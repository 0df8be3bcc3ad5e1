"""PNG pictures of the SVG documents of this package, drawn by resvg of the extra `pictures`.

Text is drawn in DejaVu Sans if the system has it, else in another font of the system. Without any
font, text would be missing silently, so no picture is drawn.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from strata.core.drawing.svg import fix_colours
from strata.core.errors import InvalidLimit, MissingExtra, StrataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDEST: Final = 4096
"""The largest width of a picture, in pixels."""
_FAMILY: Final = "DejaVu Sans"
_WANTED: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_FOLDERS: Final = (
    "~/.fonts",
    "~/.local/share/fonts",
    "/usr/local/share/fonts",
    "/usr/share/fonts",
    "~/Library/Fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)


class MissingFont(StrataError):
    """The system has no font in which the text of a picture can be drawn."""


def draw_png(svg: str, *, width: int | None = None, dark: bool = False) -> bytes:
    """Return the picture of a document of `draw_svg`.

    It is `width` pixels wide, by default as wide as the document. `dark` must be what the document
    was drawn with.

    Raises MissingExtra if resvg is not installed, MissingFont if no font is, InvalidLimit for a
    width out of range.
    """
    if width is not None and not 1 <= width <= WIDEST:
        raise InvalidLimit(f"width: got {width}, expected 1 to {WIDEST} pixels")
    draw = _load()
    files = _font_files()
    return draw(
        svg_string=fix_colours(svg, dark=dark),
        width=width,
        skip_system_fonts=bool(files),
        font_files=files,
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


def _load() -> Callable[..., bytes]:
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise MissingExtra("PNG pictures", "resvg_py", "pictures") from None
    return resvg_py.svg_to_bytes


@cache
def _font_files() -> list[str]:
    """Return the files of DejaVu Sans, so that not all fonts are read; empty if it is missing.

    Raises MissingFont.
    """
    fonts = {path.name: str(path) for path in _system_fonts()}
    if not fonts:
        raise MissingFont(
            "PNG pictures need a font, and none was found: install DejaVu Sans "
            "(on Debian: apt install fonts-dejavu-core)"
        )
    return [fonts[name] for name in _WANTED] if all(name in fonts for name in _WANTED) else []


def _system_fonts() -> Iterator[Path]:
    for folder in map(Path, _FOLDERS):
        for path in folder.expanduser().rglob("*"):
            if path.suffix.lower() in (".ttf", ".otf", ".ttc"):
                yield path
