"""Studies: a game, or only a position, with a tree of variations.

The tree begins at the start position. Each node is an action; the first child of a node is its main
continuation, the others are variations. The actions of the studied game are the beginning of the
main line and stay there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from strata.core.action import Action
from strata.core.errors import StrataError
from strata.core.record import Record
from strata.core.study.annotations import NOTHING, Annotations

MOST_NODES: Final = 10_000


class InvalidChange(StrataError):
    """A change that the study refuses."""


class UnknownNode(StrataError):
    """The study has no node with that number."""


class Node:
    """A position of the tree, with the action that led to it; the root has none.

    `number` identifies it for the lifetime of the study; the root is 0.
    """

    __slots__ = ("action", "annotations", "children", "number", "parent")

    def __init__(self, number: int, action: Action | None, parent: Node | None) -> None:
        self.number: Final = number
        self.action: Final = action
        self.parent: Final = parent
        self.children: Final[list[Node]] = []
        self.annotations: Annotations = NOTHING

    @property
    def path(self) -> tuple[Action, ...]:
        """The actions that lead here from the start."""
        actions: list[Action] = []
        node: Node | None = self
        while node is not None and node.action is not None:
            actions.append(node.action)
            node = node.parent
        return tuple(reversed(actions))

    def below(self) -> Iterator[Node]:
        """Yield this node and all that come after it, each before its children, in their order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def __repr__(self) -> str:
        return f"<Node {self.number}: {self.action or 'start'}, {len(self.children)} children>"


class Study:
    """A tree of variations on `record`, which has no actions if only a position is studied."""

    def __init__(self, record: Record, numbers: Sequence[int] = ()) -> None:
        """Begin with the game of `record`; `numbers` are those of its nodes, if already known."""
        self.record: Final = record
        self.root: Final = Node(0, None, None)
        self._nodes: Final[dict[int, Node]] = {0: self.root}
        self.next_number = 1
        """The number of the next new node; a number is never given twice."""
        self._cells: Final = frozenset(cell.name for cell in record.start.scene().cells)
        last = self.root
        for place, action in enumerate(record.played):
            last = self._append(last, action, numbers[place] if numbers else None)
        self._game: Final[frozenset[int]] = frozenset(self._nodes)

    def __len__(self) -> int:
        """Return the number of nodes, without the root."""
        return len(self._nodes) - 1

    def node(self, number: int) -> Node:
        """Return the node with that number. Raises UnknownNode."""
        found = self._nodes.get(number)
        if found is None:
            raise UnknownNode(f"this study has no position {number}")
        return found

    def has(self, number: int) -> bool:
        return number in self._nodes

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, a node before its children, the main line first."""
        return self.root.below()

    def is_of_game(self, node: Node) -> bool:
        """Return whether the node belongs to the studied game."""
        return node.number in self._game

    def main_line(self) -> tuple[Node, ...]:
        """Return the nodes after the root that are first children."""
        line: list[Node] = []
        node = self.root
        while node.children:
            node = node.children[0]
            line.append(node)
        return tuple(line)

    def record_at(self, node: Node) -> Record:
        """Return the game as it would be at `node`, with its history."""
        return Record(self.record.start, self.record.tags).play_codes(node.path)

    def play(self, node: Node, action: str, number: int | None = None) -> Node:
        """Return the node after `action` at `node`, which is added if there is none yet.

        `number` is for a reader that knows the number of a new node. Raises IllegalAction or
        InvalidChange.
        """
        for child in node.children:
            if child.action == action:
                return child
        record = self.record_at(node).play(action)
        return self.append(node, record.action_at(record.length - 1), number)

    def append(self, node: Node, action: Action, number: int | None = None) -> Node:
        """Add a node after `action`, which must be legal at `node` and not be there yet.

        Raises InvalidChange.
        """
        if len(self) >= MOST_NODES:
            raise InvalidChange(f"too many positions: expected at most {MOST_NODES}")
        if number is not None and (number < 1 or number in self._nodes):
            raise InvalidChange(f"position number {number} is taken or below 1")
        return self._append(node, action, number)

    def _append(self, parent: Node, action: Action, number: int | None = None) -> Node:
        number = self.next_number if number is None else number
        self.next_number = max(self.next_number, number + 1)
        node = self._nodes[number] = Node(number, action, parent)
        parent.children.append(node)
        return node

    def delete(self, node: Node) -> None:
        """Remove `node` and everything after it.

        Raises InvalidChange for the start and for nodes of the studied game.
        """
        if node.parent is None:
            raise InvalidChange("the start position cannot be deleted")
        self._expect_not_of_game(node, "deleted")
        node.parent.children.remove(node)
        for gone in node.below():
            del self._nodes[gone.number]

    def promote(self, node: Node, *, to_main: bool = False) -> None:
        """Move the variation that contains `node` one place forward among its siblings.

        With `to_main`, everything from the root to `node` becomes the main line. Raises
        InvalidChange.
        """
        turned = list(self._turns_off(node))
        if not turned:
            raise InvalidChange("this is already the main line")
        for branch in turned if to_main else turned[:1]:
            assert branch.parent is not None
            siblings = branch.parent.children
            place = 0 if to_main else siblings.index(branch) - 1
            if self.is_of_game(siblings[place]):
                raise InvalidChange(
                    "the game itself stays the main line; "
                    "a variation can move up only among the variations"
                )
            siblings.remove(branch)
            siblings.insert(place, branch)

    def _turns_off(self, node: Node) -> Iterator[Node]:
        """Yield the nodes on the way to `node` that are not first children, the nearest first."""
        at: Node | None = node
        while at is not None and at.parent is not None:
            if at.parent.children[0] is not at:
                yield at
            at = at.parent

    def annotate(self, node: Node, annotations: Annotations) -> None:
        """Set the annotations of `node`. Raises InvalidAnnotation."""
        node.annotations = annotations.checked(self._cells)

    def _expect_not_of_game(self, node: Node, what: str) -> None:
        if self.is_of_game(node):
            raise InvalidChange(f"the actions of the game itself cannot be {what}")

    def export(self, *, numbers: bool = False) -> str:
        """Return the study as text (docs/record-format.md).

        With `numbers`, the text has the numbers of the nodes.
        """
        from strata.core.study.writer import format_study

        return format_study(self, numbers=numbers)

    def __repr__(self) -> str:
        return f"<Study {self.record.rules.name}: {len(self)} positions after the start>"
