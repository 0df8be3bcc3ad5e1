"""What lies on a board of FrozenChess, counted from a position string alone."""

from __future__ import annotations

import re
from collections import Counter

_KINDS = {
    "P": "pawn",
    "L": "lancer",
    "F": "frog",
    "X": "trebuchet",
    "A": "ballista",
    "S": "ship",
    "O": "onager",
    "Z": "cannon",
    "M": "ram",
    "N": "knight",
    "B": "bishop",
    "D": "dragon",
    "R": "rook",
    "Q": "queen",
    "K": "king",
    "J": "jester",
    "C": "chancellor",
    "T": "templar",
}


def _owner(letter: str) -> str:
    return "first" if letter.isupper() else "second"


def _without_cargo(text: str) -> str:
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", "", text)
    return text


def count_layers(text: str) -> Counter[tuple[str, str | None]]:
    """The layers on the board by symbol and owner; what is carried is no layer."""
    _, ground, shadows, tombs, traps, weather, _, _ = text.split(" ")
    layers: Counter[tuple[str, str | None]] = Counter()
    bodies = [ground]
    if shadows != "-":
        for letter in re.findall(r"(?:^|,)[a-p]\d+:([A-Za-z])", _without_cargo(shadows)):
            layers["veil", _owner(letter)] += 1
            bodies.append(letter)
    for body in bodies:
        for letter in re.findall(r"[A-Za-z]", re.sub(r"\([^()]*\)", "", _without_cargo(body))):
            layers[_KINDS[letter.upper()], _owner(letter)] += 1
    for unit in re.findall(r"([A-Za-z])\(([^()]*)\)", f"{ground},{shadows}"):
        walls = re.search(r"w(.*)", unit[1])
        if walls:
            layers["wall", _owner(unit[0])] += len(walls[1].split("."))
    for sign, letter in re.findall(r"(?:^|,)[a-p]\d+(\*?)(?:r\d+)?:([A-Za-z])", tombs):
        layers["woken-tomb" if sign else "armed-tomb", _owner(letter)] += 1
    if traps != "-":
        for trap in traps.split(","):
            layers["trap", _owner(trap[0])] += 1
    if weather != "-":
        for item in weather.split(","):
            layers["tornado" if item[0] in "Tt" else "flow", _owner(item[0])] += 1
    return layers
