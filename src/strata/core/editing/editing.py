"""`Editing`: what a game fills in so that its positions can be edited."""

from __future__ import annotations

from abc import ABC, abstractmethod

from strata.core.editing.draft import Draft
from strata.core.editing.palette import Palette


class Editing(ABC):
    """Takes positions of one game apart and puts them together, under its options.

    Neither asks whether the rules allow what is said: that is `Rules.parse`, which tells every
    reason at once (`InvalidPosition.problems`).
    """

    @property
    @abstractmethod
    def palette(self) -> Palette:
        """What may lie where."""

    @abstractmethod
    def read(self, text: str) -> Draft:
        """What a position string says. Raises InvalidPosition if it breaks the grammar.

        `write` writes it again to the letter.
        """

    @abstractmethod
    def write(self, draft: Draft) -> str:
        """The string of what a draft says; the draft names nothing that the palette lacks.

        Raises InvalidPosition with the cells where the notation has no way to say it.
        """
