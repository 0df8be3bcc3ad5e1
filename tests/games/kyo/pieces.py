"""What lies on a Kyo board, counted from a position string alone."""

from __future__ import annotations

from collections import Counter

_PAWNS = {
    "P": "light-pawn",
    "H": "heavy-pawn",
    "T": "tower",
    "Q": "queen",
    "K": "king",
    "N": "knight",
    "C": "cannon",
}
_CHIPS = {
    "D": "round-dark-chip",
    "L": "round-light-chip",
    "d": "pointed-dark-chip",
    "l": "pointed-light-chip",
}


def count_layers(text: str) -> Counter[tuple[str, str | None]]:
    """The layers on the board by symbol and owner; shields have none."""
    layers: Counter[tuple[str, str | None]] = Counter()
    for letter in filter(str.isalpha, text.partition(" ")[0]):
        if letter == "S":
            layers["shield", None] += 1
            continue
        owner = "first" if letter.isupper() else "second"
        layers[_CHIPS.get(letter) or _PAWNS[letter.upper()], owner] += 1
    return layers
