"""What lies on a Dzura board, counted from a position string alone, of any definition."""

from __future__ import annotations

import re
from collections import Counter


def count_layers(text: str) -> Counter[tuple[str, str | None]]:
    """The layers on the board by symbol and owner, covered pieces too."""
    layers: Counter[tuple[str, str | None]] = Counter()
    for plus, letter in re.findall(r"(\+?)([A-Za-z])", text.partition(" ")[0]):
        symbol = letter.upper() + ("-promoted" if plus else "")
        layers[symbol, "first" if letter.isupper() else "second"] += 1
    return layers
