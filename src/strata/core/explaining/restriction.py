"""Restrictions: the rules that refuse what would otherwise be an action, by name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from strata.core.outcome import SEATS


class Restriction(msgspec.Struct, frozen=True):
    """A rule that refuses actions. Its place in `Rules.restrictions` is its bit in a waiver.

    `rule` is its number in the rulebook. `text` is one plain sentence for a person, in which
    `{mover's}` and `{other's}` stand for the seat that acts and the one that waits, as the
    placeholders of telling.py do for seats.
    """

    key: str
    rule: str
    text: str

    def tell(self, mover: int) -> str:
        """The sentence where the seat with the number `mover` acts."""
        return self.text.replace("{mover", f"{{{SEATS[mover]}").replace(
            "{other", f"{{{SEATS[1 - mover]}"
        )


def in_order(restrictions: Mapping[int, Restriction]) -> tuple[Restriction, ...]:
    """The restrictions that have these bits, as `Rules.restrictions` wants them."""
    bits = [1 << index for index in range(len(restrictions))]
    if sorted(restrictions) != bits:
        raise ValueError(f"bits {sorted(restrictions)} of restrictions: expected {bits}")
    return tuple(restrictions[bit] for bit in bits)
