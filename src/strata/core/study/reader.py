"""The reader of studies, from text (docs/record-format.md). Every action is played by the rules."""

from __future__ import annotations

import re
from typing import Any, Final

from strata.core.errors import InvalidRecord, StrataError, shown
from strata.core.record import Record
from strata.core.record_reader import read_record
from strata.core.record_source import take_apart
from strata.core.record_writer import CLOSE, ESCAPE, OPEN
from strata.core.rules import Rules
from strata.core.study.annotations import Annotations, is_annotation, read_words
from strata.core.study.study import Node, Study
from strata.core.study.writer import NEXT, NUMBER

_NUMBER: Final = re.compile(rf"{NUMBER}([1-9][0-9]{{0,8}})")
_NEXT: Final = re.compile(rf"{NEXT}([1-9][0-9]{{0,8}})")


def load_study(text: str, rules: Rules[Any], most_actions: int | None = None) -> Study:
    """Return the study in `text`; a record without variations is a study of its game alone.

    `most_actions` limits its actions, those of variations included. Raises InvalidRecord.
    """
    source = take_apart(text)
    if most_actions is not None and len(source.words) > 4 * most_actions:
        raise InvalidRecord(
            f"the record is too long: got {len(source.words)} words, "
            f"expected at most {4 * most_actions}",
            source.words[4 * most_actions][1],
        )
    record = read_record(source, rules, most_actions)
    numbers = _game_numbers(source.words, record.length) if source.is_branched else []
    study = Study(record, numbers)
    if source.is_branched:
        if source.words and (found := _NEXT.fullmatch(source.words[0][0])):
            study.next_number = max(study.next_number, int(found[1]))
            del source.words[0]
        _Branches(study, most_actions).read(source.words)
    return study


def _game_numbers(words: list[tuple[str, int]], length: int) -> list[int]:
    """Return the numbers of the game's nodes; empty unless each action has a number of its own."""
    depth = count = 0
    numbers: list[int] = []
    for word, _ in words:
        depth += (word == OPEN) - (word == CLOSE)
        if depth or word == CLOSE:
            continue
        if found := _NUMBER.fullmatch(word):
            if 0 < count <= length:
                numbers.append(int(found[1]))
        elif not is_annotation(word):
            count += 1
    return numbers if len(numbers) == length == len(set(numbers)) else []


class _Branches:
    """A reader that plays the words of a study in order, and goes back where a variation begins."""

    def __init__(self, study: Study, most_actions: int | None) -> None:
        self._study: Final = study
        self._most: Final = most_actions
        self._record: Final = Record(study.record.start)
        self._node: Node = study.root
        self._noted: Final[list[str]] = []
        self._noted_line = 1
        self._left: Final[list[Node]] = []
        """The nodes at which the variations being read began."""
        self._begun = False
        """Whether a variation has just begun and has no action yet."""

    def read(self, words: list[tuple[str, int]]) -> None:
        for place, (word, line) in enumerate(words):
            if word == OPEN:
                self._open(line)
            elif word == CLOSE:
                self._close(line)
            elif _NUMBER.fullmatch(word):
                continue  # read with its action
            elif is_annotation(word):
                if self._begun:
                    raise InvalidRecord(
                        f"got {shown(word)} at the beginning of a variation, expected an action",
                        line,
                    )
                self._noted.append(word)
                self._noted_line = line
            else:
                following = words[place + 1][0] if place + 1 < len(words) else ""
                self._play(word.removeprefix(ESCAPE), _number_in(following), line)
        self._note()

    def _open(self, line: int) -> None:
        self._note()
        if self._node.parent is None or self._begun:
            raise InvalidRecord("got a variation without an action before it to replace", line)
        self._left.append(self._node)
        self._go_to(self._node.parent)
        self._begun = True

    def _close(self, line: int) -> None:
        self._note()
        if self._begun:
            raise InvalidRecord("got a variation without actions", line)
        self._go_to(self._left.pop())

    def _go_to(self, node: Node) -> None:
        """Undo to where the ways to both nodes part, then play on to `node`."""
        path, length = node.path, 0
        played = self._record.played
        for mine, wanted in zip(played, path, strict=False):
            if mine.code != wanted.code:
                break
            length += 1
        while self._record.length > length:
            self._record.undo()
        self._record.play_codes(path[length:])
        self._node = node

    def _play(self, action: str, number: int | None, line: int) -> None:
        self._note()
        known = next((child for child in self._node.children if child.action == action), None)
        if known is not None and self._begun:
            raise InvalidRecord(f"the variation {shown(action)} is given twice", line)
        self._begun = False
        try:
            self._record.play(action)
            if known is None:
                if self._most is not None and len(self._study) >= self._most:
                    raise InvalidRecord(
                        f"too many actions, with the variations: expected at most {self._most}",
                        line,
                    )
                played = self._record.action_at(self._record.length - 1)
                known = self._study.append(self._node, played, number)
        except InvalidRecord:
            raise
        except StrataError as error:
            raise InvalidRecord(f"{shown(action)}: {error}", line) from None
        self._node = known

    def _note(self) -> None:
        """Attach the annotations since the last action to the position after it."""
        if not self._noted:
            return
        try:
            self._study.annotate(self._node, _joined(self._node, read_words(self._noted)))
        except StrataError as error:
            raise InvalidRecord(str(error), self._noted_line) from None
        self._noted.clear()


def _number_in(word: str) -> int | None:
    found = _NUMBER.fullmatch(word)
    return int(found[1]) if found else None


def _joined(node: Node, more: Annotations) -> Annotations:
    """Return the annotations of `node` with `more` added.

    Annotations that follow the variations after an action are also about that action.
    """
    before = node.annotations
    comments = filter(None, (before.comment, more.comment))
    return Annotations(
        "\n".join(comments),
        more.mark or before.mark,
        before.shapes + more.shapes,
        before.kept + more.kept,
    )
