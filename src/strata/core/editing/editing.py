"""`Editing`: what a game implements so that its positions can be edited."""

from __future__ import annotations

from abc import ABC, abstractmethod

from strata.core.editing.draft import Draft
from strata.core.editing.palette import Palette


class Editing(ABC):
    """The conversion of one game's positions to drafts and back, under its options.

    Neither direction checks the rules: that is done by `Rules.parse`, which reports all reasons at
    once (`InvalidPosition.problems`).
    """

    @property
    @abstractmethod
    def palette(self) -> Palette:
        """What may lie where."""

    @abstractmethod
    def read(self, text: str) -> Draft:
        """Return the draft of a position string. Raises InvalidPosition if it breaks the grammar.

        `write` writes the draft again to the letter.
        """

    @abstractmethod
    def write(self, draft: Draft) -> str:
        """Return the position string of a draft, which names only what the palette has.

        Raises InvalidPosition, with the cells, if the notation cannot express it.
        """
