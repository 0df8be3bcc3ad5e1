"""`Action`: a legal action as a value."""

from __future__ import annotations

from functools import lru_cache
from typing import Final


class Action(str):
    """A legal action: its text, and the code by which the rules know it."""

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Action:
        action = str.__new__(cls, text)
        action.code = code
        return action

    def __reduce__(self) -> tuple[type[Action], tuple[str, int]]:
        return Action, (str(self), self.code)


known_action: Final = lru_cache(maxsize=1 << 14)(Action)
"""The same actions are legal in many positions; making one anew takes five times as long."""
