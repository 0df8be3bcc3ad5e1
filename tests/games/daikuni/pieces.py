"""What lies on a Daikuni board, counted from a position string alone."""

from __future__ import annotations

from collections import Counter

_PIECES = {"K": "king", "Q": "queen", "S": "soldier"}


def count_layers(text: str) -> Counter[tuple[str, str | None]]:
    """The layers on the board by symbol and owner: every letter is a tile, most with a piece."""
    layers: Counter[tuple[str, str | None]] = Counter()
    for letter in filter(str.isalpha, text.partition(" ")[0]):
        owner, tile = ("first", "grained-tile") if letter.isupper() else ("second", "hatched-tile")
        layers[tile, owner] += 1
        if letter.upper() in _PIECES:
            layers[_PIECES[letter.upper()], owner] += 1
    return layers
