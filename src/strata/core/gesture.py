"""Gestures: the clicks that make an action, and the tree in which a person walks them.

A token is a cell, an item off the board or a labelled choice. A client shows the tokens that may
come next, descends when one is picked, and plays when it reaches an action. No rule is needed for
that, and a keyboard or a screen reader walks the same tree as a mouse.
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
    """One click. `id` is a cell's name, an item's id or a choice's; `label` is for people.

    `topic` is what the choice is one of, where several share a help text (`Rules.choices`); empty:
    the id. Label and topic are no part of what the token is: two tokens of one kind and id are the
    same click.
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
    """What it costs who chooses it, as words after `Cost:`; empty: nothing."""
    warning: str = ""
    """What of one's own is lost by it, always; empty: nothing."""


Gesture = tuple[Token, ...]


class AmbiguousGesture(StrataError):
    """Two actions share a gesture, or one gesture is the beginning of another."""


class GestureTree:
    """What can be clicked next. A leaf has an action; every other node has children."""

    def __init__(self) -> None:
        self.children: dict[Token, GestureTree] = {}
        self.action: str | None = None

    def descend(self, token: Token) -> GestureTree | None:
        return self.children.get(token)

    def actions(self) -> list[str]:
        """The actions that can still be reached from here."""
        if self.action is not None:
            return [self.action]
        return [action for child in self.children.values() for action in child.actions()]


def gesture_tree(gestures: Iterable[tuple[str, Gesture]]) -> GestureTree:
    """The tree of the gestures of all legal actions."""
    root = GestureTree()
    for action, gesture in gestures:
        node = root
        for token in gesture:
            if node.action is not None:
                raise AmbiguousGesture(f"the gesture of {node.action} begins that of {action}")
            node = node.children.setdefault(token, GestureTree())
        if node.action is not None or node.children or node is root:
            rival = node.action or ", ".join(node.actions()) or "nothing"
            raise AmbiguousGesture(f"the gesture of {action} is not its own: {rival}")
        node.action = action
    return root


@lru_cache(maxsize=4096)
def cell_token(name: str) -> Token:
    return Token("cell", name, name)


@lru_cache(maxsize=1 << 16)
def cell_clicks(board: Board, *cells: int) -> Gesture:
    """The clicks on these cells of `board`, in their order."""
    return tuple(cell_token(board.names[cell]) for cell in cells)


@lru_cache(maxsize=4096)
def item_token(item: str, label: str) -> Token:
    return Token("item", item, label)


@lru_cache(maxsize=4096)
def choice_token(choice: str, label: str, topic: str = "") -> Token:
    return Token("choice", choice, label, topic)
