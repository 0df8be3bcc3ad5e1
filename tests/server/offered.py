"""The actions that a state offers, read out of plain JSON as any program could."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any


def offered(state: Mapping[str, Any], *, incomplete: bool | None = None) -> list[str]:
    """The legal actions in `state`, sorted; with `incomplete` only those that are so, or not."""
    tokens = state["tokens"]
    return sorted(
        group["form"].format(*(tokens.get(word, {}).get("id", word) for word in words))
        for group in state["choices"]
        if incomplete in (None, group.get("incomplete", False))
        for row in group["clicks"]
        for words in product(*(place.split() for place in row))
    )
