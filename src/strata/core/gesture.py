"""Gestures: the clicks that make an action, and the tree of the gestures of all legal actions.

A token is a cell, an item off the board or a labelled choice. A client shows the tokens that can
come next, descends when one is picked, and plays when it reaches an action. It need not know the
rules, and keyboards and screen readers walk the same tree as a mouse.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from strata.core.errors import StrataError
from strata.core.geometry import Board

TokenKind = Literal["cell", "item", "choice"]


class Token(msgspec.Struct, frozen=True, gc=False):
    """One click. `id` is a cell's name, or the id of an item or a choice; `label` is for people.

    `topic` is common to choices that share a help text (`Rules.choices`); if it is empty, the id is
    the topic. Tokens are equal if kind and id are equal; label and topic do not count.
    """

    kind: TokenKind
    id: str
    label: str = ""
    topic: str = ""

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Token) and self.id == other.id and self.kind == other.kind
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.id))

    def __str__(self) -> str:
        return self.label or self.id


class ChoiceHelp(msgspec.Struct, frozen=True):
    """What a labelled choice does, in sentences for people."""

    help: str
    cost: str = ""
    """What the choice costs the seat that takes it, as words after `Cost:`; empty if nothing."""
    warning: str = ""
    """What the seat that takes it always loses by it; empty if nothing."""


Gesture = tuple[Token, ...]


class AmbiguousGesture(StrataError):
    """Two actions share a gesture, or one gesture is the beginning of another."""


class GestureTree:
    """The tokens that can be clicked next. A leaf has an action; every other node has children."""

    def __init__(self) -> None:
        self.children: dict[Token, GestureTree] = {}
        self.action: str | None = None

    def descend(self, token: Token) -> GestureTree | None:
        return self.children.get(token)

    def actions(self) -> list[str]:
        """Return the actions that can still be reached from here."""
        if self.action is not None:
            return [self.action]
        return [action for child in self.children.values() for action in child.actions()]


def gesture_tree(gestures: Iterable[tuple[str, Gesture]]) -> GestureTree:
    """Return the tree of the gestures of all legal actions. Raises AmbiguousGesture."""
    root = GestureTree()
    for action, gesture in gestures:
        node = root
        for token in gesture:
            if node.action is not None:
                raise AmbiguousGesture(
                    f"the gesture of {node.action} is the beginning of that of {action}"
                )
            node = node.children.setdefault(token, GestureTree())
        if node.action is not None or node.children or node is root:
            rival = node.action or ", ".join(node.actions()) or "nothing"
            raise AmbiguousGesture(f"the gesture of {action} is not unique: {rival}")
        node.action = action
    return root


@lru_cache(maxsize=4096)
def cell_token(name: str) -> Token:
    return Token("cell", name, name)


@lru_cache(maxsize=1 << 16)
def cell_clicks(board: Board, *cells: int) -> Gesture:
    """Return the clicks on these cells of `board`, in order."""
    return tuple(cell_token(board.names[cell]) for cell in cells)


@lru_cache(maxsize=4096)
def item_token(item: str, label: str) -> Token:
    return Token("item", item, label)


@lru_cache(maxsize=4096)
def choice_token(choice: str, label: str, topic: str = "") -> Token:
    return Token("choice", choice, label, topic)
