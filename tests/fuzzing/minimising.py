"""The shortest input that still fails in the same way, as far as a number of tries finds it."""

from __future__ import annotations

from collections.abc import Callable


def minimised(text: str, fails: Callable[[str], bool], tries: int) -> str:
    """Take parts out of `text`, large ones first, as long as what is left `fails`."""
    size = max(1, len(text) // 2)
    while size and tries > 0:
        place, shrunk = 0, False
        while place < len(text) and tries > 0:
            shorter = text[:place] + text[place + size :]
            tries -= 1
            if fails(shorter):
                text, shrunk = shorter, True
            else:
                place += size
        if not shrunk or size > 1:
            size //= 2
    return text
