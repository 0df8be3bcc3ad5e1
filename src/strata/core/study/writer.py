"""The writer of studies, to text of version 2 (docs/record-format.md).

A variation stands in parentheses after the action that it replaces, as in chess notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from strata.core.record_writer import BRANCHED, CLOSE, ESCAPE, OPEN, format_record
from strata.core.study.annotations import is_annotation
from strata.core.study.study import Node, Study

NUMBER: Final = "%number="
NEXT: Final = "%next="
"""At the start: the number of the next position that is added."""


def format_study(study: Study, *, numbers: bool = False) -> str:
    """Return the study as text; `numbers` adds those of the nodes, so that links stay valid."""
    return join_words(study, words_of(study, numbers=numbers))


def join_words(study: Study, words: Iterable[str]) -> str:
    """Return the study as text; `words` are all of `words_of`."""
    return format_record(study.record, words=tuple(words), version=BRANCHED)


def words_of(study: Study, *, numbers: bool) -> Iterator[str]:
    """Yield the words of a study one by one, as a large study takes a while.

    There is no recursion, as a line may be longer than Python's stack is deep.
    """
    if numbers:
        yield f"{NEXT}{study.next_number}"
    yield from study.root.annotations.words()
    waiting: list[Node | str] = []
    _push_children(study.root, waiting)
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        yield from _own_words(item, numbers=numbers)
        parent = item.parent
        if parent is not None and parent.children[0] is item:
            _push_children(item, waiting)
            for variation in reversed(parent.children[1:]):
                waiting += (CLOSE, variation, OPEN)
        else:
            _push_children(item, waiting)


def _push_children(node: Node, waiting: list[Node | str]) -> None:
    if node.children:
        waiting.append(node.children[0])


def _own_words(node: Node, *, numbers: bool) -> Iterator[str]:
    action = str(node.action)
    is_other = is_annotation(action) or action in (OPEN, CLOSE) or action.startswith(ESCAPE)
    yield ESCAPE + action if is_other else action
    if numbers:
        yield f"{NUMBER}{node.number}"
    yield from node.annotations.words()
