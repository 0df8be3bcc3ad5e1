"""A study in memory: its tree, and what the rules say about each action in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from strata.core.action import Action
from strata.core.record import Record
from strata.core.study.annotations import Annotations
from strata.core.study.study import InvalidChange, Node, Study
from strata.core.study.writer import words_of
from strata.play.game_snapshot import GameSnapshot
from strata.server.ops.long_work import Steps
from strata.server.protocol.study_messages import (
    LONGEST_NAME,
    AnnotateInStudy,
    DeleteInStudy,
    PromoteInStudy,
    RenameStudy,
    StudyInfo,
    StudyNode,
)
from strata.server.storage.studies import StoredStudy
from strata.server.study.study_worker import FlatStudy, PlayedNode
from strata.server.views.names import clean_name


class OpenStudy:
    """An open study. Changes are made under `lock`; `build` makes the tree, `study`."""

    study: Study

    def __init__(self, stored: StoredStudy, flat: FlatStudy) -> None:
        self.id: Final = stored.id
        self.maker: Final = stored.maker
        self.source: Final = stored.source
        self.name: str = stored.name
        self.version: int = stored.version
        self.characters: int = len(stored.text)
        """The length of its stored text."""
        self.lock: Final = asyncio.Lock()
        self.is_current = True
        """False after a failure or a deletion: the study must be opened anew."""
        self._start: Final = flat.start
        self._facts: Final[dict[int, PlayedNode]] = {}

    @property
    def size(self) -> int:
        """The number of its nodes, deleted ones included."""
        return len(self._facts)

    def build(self, flat: FlatStudy) -> Steps:
        """Build the tree, in steps: 5,000 positions take 50 ms."""
        record = Record(flat.start.record().start, flat.tags)
        game = flat.nodes[: flat.length]
        for node in game:
            record.play_codes((Action(node.played.action, node.played.code),))
            yield
        if flat.outcome is not None and record.outcome() is None:
            record.conclude(flat.outcome)
        study = Study(record, [node.number for node in game])
        for node in flat.nodes:
            played = node.played
            self._facts[node.number] = played
            if not study.has(node.number):
                parent = study.node(node.parent)
                study.append(parent, Action(played.action, played.code), node.number)
            if node.annotations:
                study.annotate(study.node(node.number), node.annotations)
            yield
        if flat.root:
            study.annotate(study.root, flat.root)
        study.next_number = flat.next_number
        self.study = study

    def write(self, words: list[str]) -> Steps:
        """Append the words of its text to `words`, in steps: 5,000 positions take 40 ms."""
        for word in words_of(self.study, numbers=True):
            words.append(word)
            yield

    def snapshot(self, node: Node) -> GameSnapshot:
        """Return the game up to `node`, for a worker process."""
        path = node.path
        return GameSnapshot(
            self._start.game,
            self._start.settings,
            self._start.definition,
            self._start.start,
            tuple(map(str, path)),
            tuple(action.code for action in path),
        )

    def info(self, nodes: Iterable[StudyNode], *, mine: bool) -> StudyInfo:
        """Return what clients are told of the study; `nodes` describes all of its nodes."""
        record = self.study.record
        rules = record.rules
        return StudyInfo(
            id=self.id,
            name=self.name,
            game=rules.name,
            title=rules.title,
            own_look=rules.definition is not None,
            options=dict(rules.settings),
            definition=rules.definition,
            tags=record.tags,
            outcome=record.outcome(),
            mine=mine,
            version=self.version,
            nodes=tuple(nodes),
        )

    def describe(self, node: Node) -> StudyNode:
        played = self._facts.get(node.number)
        noted = node.annotations
        return StudyNode(
            number=node.number,
            parent=0 if node.parent is None else node.parent.number,
            action="" if node.action is None else str(node.action),
            seat=None if played is None else played.seat,
            turn=played is not None and played.turn,
            played=node.parent is not None and self.study.is_of_game(node),
            comment=noted.comment,
            mark=noted.mark,
            shapes=noted.shapes,
        )

    def play(self, node: Node, played: Iterable[PlayedNode]) -> tuple[Node, list[Node]]:
        """Follow the nodes that exist and add the others; return the last node and the new ones."""
        added: list[Node] = []
        for each in played:
            known = next((one for one in node.children if one.action == each.action), None)
            if known is None:
                known = self.study.append(node, Action(each.action, each.code))
                self._facts[known.number] = each
                added.append(known)
            node = known
        return node, added

    def apply(
        self, change: DeleteInStudy | PromoteInStudy | AnnotateInStudy | RenameStudy
    ) -> tuple[Node, list[Node]]:
        """Make a change; return the node to show after it, and those with new annotations."""
        match change:
            case RenameStudy(name=name):
                self.name = clean_name(name, LONGEST_NAME)
                return self.study.root, []
            case DeleteInStudy(node=number):
                node = self.study.node(number)
                if node.parent is None:
                    raise InvalidChange("the start position cannot be deleted")
                self.study.delete(node)
                for gone in [each for each in self._facts if not self.study.has(each)]:
                    del self._facts[gone]
                return node.parent, []
            case PromoteInStudy(node=number, to_main=to_main):
                node = self.study.node(number)
                self.study.promote(node, to_main=to_main)
                return node, []
            case AnnotateInStudy():
                node = self.study.node(change.node)
                noted = Annotations(change.comment, change.mark, change.shapes)
                self.study.annotate(node, replace_known(node.annotations, noted))
                return node, [node]


def replace_known(before: Annotations, noted: Annotations) -> Annotations:
    """Return the new annotations, with the words of the record that have no meaning here."""
    return Annotations(noted.comment, noted.mark, noted.shapes, before.kept)
