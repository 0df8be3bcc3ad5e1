"""PNG pictures: what they show, with which fonts, and what is refused."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import pytest

import strata
from strata.core.drawing import png
from strata.core.drawing.png import WIDEST, draw_png
from strata.core.drawing.svg import fix_colours


class Picture:
    """The pixels of a PNG file of 8 bits a channel, red, green, blue and alpha."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        packed, at = b"", 8
        while at < len(data):
            (length,) = struct.unpack_from(">I", data, at)
            kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, colours = struct.unpack_from(">IIBB", body)
                assert (depth, colours) == (8, 6)
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        self._raw = zlib.decompress(packed)
        self.corner = tuple(self._raw[1:5])
        """The first pixel, which every filter leaves as it is."""


@pytest.mark.parametrize("name", strata.games())
def test_as_large_as_the_drawing_or_as_asked(name: str) -> None:
    position = strata.game(name).showcase
    picture = Picture(position.png())
    head = position.svg().split(">", 1)[0]
    assert f'width="{picture.width}" height="{picture.height}"' in head
    assert Picture(position.png(width=200)).width == 200


def test_the_colours_of_the_page() -> None:
    start = strata.game("daikuni").start()
    assert Picture(start.png()).corner == (0xFB, 0xFA, 0xF7, 255)
    assert Picture(start.png(dark=True)).corner == (0x33, 0x2E, 0x27, 255)
    for dark in (False, True):
        assert "var(" not in fix_colours(start.svg(dark=dark), dark=dark)


@pytest.mark.parametrize("letter", ["K", "é", "Ω", "Ж", "×", "•", "↑", "♞", "…"])
@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_text_is_drawn(letter: str, weight: str) -> None:
    """A letter that is not in the fonts would be drawn as an empty box, as every other is."""

    def drawn(text: str) -> bytes:
        return draw_png(
            '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
            f'<text x="4" y="32" font-size="32" font-weight="{weight}" font-family="sans-serif">'
            f"{text}</text></svg>"
        )

    assert drawn(letter) not in (drawn(""), drawn("\U0010fffd"))


@pytest.mark.parametrize("width", [0, -1, WIDEST + 1])
def test_a_width_out_of_range_is_refused(width: int) -> None:
    with pytest.raises(strata.StrataError, match=f"width: got {width}, expected 1 to {WIDEST}"):
        strata.game("kyo").start().png(width=width)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(strata.StrataError, match=r'pip install "strata-games\[pictures\]"'):
        strata.game("kyo").start().png()


def test_without_a_font_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Text would be missing without a word."""
    png._font_files.cache_clear()
    monkeypatch.setattr(png, "_FOLDERS", (str(tmp_path),))
    with pytest.raises(strata.StrataError, match="fonts-dejavu-core"):
        strata.game("kyo").start().png()
    (tmp_path / "Other.otf").touch()
    assert png._font_files() == [], "resvg looks for what there is"
    png._font_files.cache_clear()


def test_a_frame_holds_the_whole_drawing() -> None:
    start = strata.game("kyo").start()
    picture = Picture(draw_png(start.svg(frame=(300, 100))))
    assert (picture.width, picture.height) == (300, 100)
    _, _, wide, high = map(float, start.svg().split('viewBox="')[1].split('"')[0].split())
    x, y, framed_wide, framed_high = map(
        float, start.svg(frame=(300, 100)).split('viewBox="')[1].split('"')[0].split()
    )
    assert framed_wide / framed_high == pytest.approx(3, abs=1e-3)
    assert (y, framed_high) == (0, high)
    assert x == pytest.approx((wide - framed_wide) / 2, abs=0.1)
