"""The features of an evaluation, declared once: name, weight and meaning.

    FEATURES = FeatureList()
    MATERIAL = FEATURES.add("material", 100, "pieces on the board")
    TEMPO = FEATURES.add("tempo", 12, "has the move")

`add` returns the index of the feature in what `Evaluation.measure` writes. A game whose weights
depend on the phase names its phases and gives each feature one weight per phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

MOST_WEIGHTS: Final = 96
HEAVIEST: Final = 10_000
"""The largest weight: the sum of 96 features of up to 2,000 each fits in 32 bits."""


class Feature(NamedTuple):
    """A measurable property of a position."""

    name: str
    weights: tuple[int, ...]
    """Points per unit, in each phase."""
    meaning: str


class FeatureList:
    """The features of a game, in the order in which they are measured."""

    def __init__(self, *phases: str) -> None:
        self.phases: Final = phases or ("",)
        self._features: list[Feature] = []

    def add(self, name: str, weight: int | tuple[int, ...], meaning: str) -> int:
        """Declare a feature and return its index; `weight` is one number for each phase."""
        weights = weight if isinstance(weight, tuple) else (weight,)
        if len(weights) != len(self.phases):
            raise ValueError(f"feature {name}: {len(weights)} weights, expected {len(self.phases)}")
        if any(feature.name == name for feature in self._features):
            raise ValueError(f"feature {name}: declared twice")
        if (len(self._features) + 1) * len(self.phases) > MOST_WEIGHTS:
            raise ValueError(f"feature {name}: expected at most {MOST_WEIGHTS} weights in all")
        for given in weights:
            check_weight(name, given)
        self._features.append(Feature(name, weights, meaning))
        return len(self._features) - 1

    def by_name(self) -> dict[str, int]:
        """Return all weights by name; with several phases by `phase-name`, phase after phase."""
        return {
            f"{phase}-{feature.name}" if phase else feature.name: feature.weights[number]
            for number, phase in enumerate(self.phases)
            for feature in self._features
        }

    def __iter__(self) -> Iterator[Feature]:
        return iter(self._features)

    def __len__(self) -> int:
        return len(self._features)


def check_weight(name: str, weight: int) -> int:
    if abs(weight) > HEAVIEST:
        raise ValueError(f"weight {weight} of {name}: expected at most {HEAVIEST} either way")
    return weight
