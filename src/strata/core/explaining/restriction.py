"""Restrictions: the rules that refuse what would otherwise be an action, by name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from strata.core.outcome import SEATS


class Restriction(msgspec.Struct, frozen=True):
    """A rule that refuses actions. Its index in `Rules.restrictions` is its bit in a waiver.

    `rule` is its number in the rulebook. `text` is one plain sentence for people; `{mover's}` and
    `{other's}` in it stand for the seat that acts and the one that waits, as the placeholders of
    telling.py do for seats.
    """

    key: str
    rule: str
    text: str

    def tell(self, mover: int) -> str:
        """Return the sentence for the case that the seat with the number `mover` acts."""
        return self.text.replace("{mover", f"{{{SEATS[mover]}").replace(
            "{other", f"{{{SEATS[1 - mover]}"
        )


def in_order(restrictions: Mapping[int, Restriction]) -> tuple[Restriction, ...]:
    """Return the restrictions in the order of their bits, for `Rules.restrictions`.

    Raises ValueError unless the bits are 1, 2, 4 …, without gaps.
    """
    bits = [1 << index for index in range(len(restrictions))]
    if sorted(restrictions) != bits:
        raise ValueError(f"bits {sorted(restrictions)} of restrictions: expected {bits}")
    return tuple(restrictions[bit] for bit in bits)
