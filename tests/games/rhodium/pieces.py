"""What lies on a Rhodium board, counted from a position string alone."""

from __future__ import annotations

import re
from collections import Counter

_KINDS = {
    "R": "rhodium",
    "P": "platinum",
    "T": "titanium",
    "D": "diamond",
    "G": "gold",
    "S": "silver",
}
_THEMES = {"d": "dark", "l": "light"}


def count_layers(text: str) -> Counter[tuple[str, str | None]]:
    """The layers on the board by symbol and owner: the top's face, the chips of a stack."""
    layers: Counter[tuple[str, str | None]] = Counter()
    for letter, brackets in re.findall(r"([A-Za-z])(?:\(([dl]+)\))?", text.partition(" ")[0]):
        themes = brackets or "d"
        owner, shape = ("first", "round") if letter.isupper() else ("second", "cornered")
        layers[f"{shape}-{_THEMES[themes[-1]]}-{_KINDS[letter.upper()]}", owner] += 1
        if len(themes) > 1:
            for theme in themes:
                layers[f"{shape}-{_THEMES[theme]}-chip", owner] += 1
    return layers
