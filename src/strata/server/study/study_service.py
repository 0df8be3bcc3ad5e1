"""The service that makes, opens, changes and copies studies.

A change is stored before it is sent.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from functools import partial
from typing import Final, assert_never

import msgspec

from strata.core.record import Record
from strata.core.study.study import Node
from strata.core.study.writer import join_words
from strata.play.game_snapshot import GameSnapshot, snapshot_of
from strata.play.refusal import Refusal
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.ops.long_work import LongWork, Steps
from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.networks import network_of
from strata.server.ops.rate_limit import Buckets
from strata.server.ops.time_source import TimeSource
from strata.server.protocol.study_messages import (
    LONGEST_NAME,
    AnnotateInStudy,
    ChangeStudy,
    DeleteInStudy,
    NewStudy,
    PlayInStudy,
    PromoteInStudy,
    RenameStudy,
    StudyChanged,
    StudyNode,
)
from strata.server.storage.failures import StorageFull
from strata.server.storage.seat_keys import new_table_id
from strata.server.storage.studies import ListedStudy, StoredStudy, StudyStorage
from strata.server.study.open_study import OpenStudy
from strata.server.study.study_worker import (
    PlayedNode,
    begin_study,
    expect_short,
    export_study,
    play_on,
    read_study,
    study_of_game,
    unpack_study,
)
from strata.server.views.names import clean_name

MOST_STUDIES: Final = 300
"""Per client."""
_DAY_SECONDS: Final = 24 * 3600
_MOST_OPEN: Final = 64
_MOST_OPEN_NODES: Final = 60_000  # each takes about a kilobyte
_MOST_ANSWERS: Final = 16
"""Cached answers, each with a whole study of up to a million characters."""
_CHANGED: Final = "this analysis was changed elsewhere: reload it"
_DELETED: Final = "this analysis has been deleted"
_encode: Final = msgspec.json.Encoder().encode


class StudyService:
    def __init__(
        self,
        storage: StudyStorage,
        worker: MeteredWorker,
        now_ms: TimeSource,
        long_work: LongWork,
        most_actions: int,
        *,
        kb_per_day: int,
        keep_days: int = 0,
    ) -> None:
        """`most_actions` limits the actions, those of variations included, in a text to study.

        An address may store `kb_per_day` thousand characters a day, and the network around it
        `NETWORK_SHARE` times as much. Studies are deleted `keep_days` after their last change (0:
        never).
        """
        self._stored_kb: Final = Buckets(kb_per_day / _DAY_SECONDS, kb_per_day, network=network_of)
        self._keep_ms: Final = 1000 * _DAY_SECONDS * keep_days
        self._storage: Final = storage
        self._worker: Final = worker
        self._now_ms: Final = now_ms
        self._most_actions: Final = most_actions
        self._open: Final[OrderedDict[str, OpenStudy]] = OrderedDict()
        self._opening: Final[dict[str, asyncio.Task[OpenStudy | None]]] = {}
        self._answers: Final[OrderedDict[tuple[str, int, str], bytes]] = OrderedDict()
        """By study, version and kind of answer."""
        self._is_full = False
        self._long_work: Final = long_work

    async def make(self, wanted: NewStudy, maker: str, owner: str) -> str:
        """Make a study of a text or a position; return its id.

        `maker` is the hash of the client's key, `owner` the client's address, which is charged.
        Raises StorageFull, Refusal, or the StrataError of a bad text or position.
        """
        await self._expect_room(maker, owner)
        new = await self._worker.run(owner, begin_study, wanted, self._most_actions)
        self._charge_kb(owner, len(new.text))
        return await self._create(new.text, new.game, wanted.name or new.players, maker, None)

    async def make_of_game(
        self, record: Record, source: str | None, name: str, maker: str, owner: str
    ) -> str:
        """Make a study of a game that was played here; return its id.

        The caller has checked that the game may be studied.
        """
        await self._expect_room(maker, owner)
        new = await self._worker.run(
            owner, study_of_game, snapshot_of(record), dict(record.tags), record.outcome()
        )
        self._charge_kb(owner, len(new.text))
        return await self._create(new.text, new.game, name or new.players, maker, source)

    async def copy(self, study: OpenStudy, maker: str, owner: str) -> str:
        await self._expect_room(maker, owner)
        stored = await self._stored(study)
        self._charge_kb(owner, len(stored.text))
        return await self._create(stored.text, stored.game, stored.name, maker, stored.source)

    async def _stored(self, study: OpenStudy) -> StoredStudy:
        stored = await self._storage.find(study.id)
        if stored is None:
            raise Refusal("stale", _DELETED)
        return stored

    async def info(self, study: OpenStudy, *, mine: bool, owner: str) -> bytes:
        """Return the whole study as JSON (StudyInfo). `owner` is charged for making it."""
        async with study.lock:
            if study.is_current:
                return await self._info(study, mine, owner)
        anew = await self.open(study.id, owner)
        if anew is None:
            raise Refusal("stale", _DELETED)
        return await self.info(anew, mine=mine, owner=owner)

    async def _info(self, study: OpenStudy, mine: bool, owner: str) -> bytes:
        key = (study.id, study.version, "mine" if mine else "another's")
        if (known := self._answers.get(key)) is not None:
            return known
        described: list[StudyNode] = []
        await self._do(_describe(study, described), owner)
        began = time.thread_time()
        answer = _encode(study.info(described, mine=mine))
        self._worker.charge(owner, time.thread_time() - began)
        return self._keep(key, answer)

    async def _do(self, steps: Steps, owner: str) -> None:
        """Do long work, in turns with other work. `owner` is charged for it."""
        await MeasuredWork(self._long_work.do(steps), partial(self._worker.charge, owner))

    async def export(self, study: OpenStudy, owner: str) -> bytes:
        """Return the study as a text record in UTF-8. `owner` is charged for making it."""
        known = self._answers.get((study.id, study.version, "record"))
        if known is not None:
            return known
        stored = await self._stored(study)
        text = await self._worker.run(owner, export_study, stored.text)
        return self._keep((study.id, stored.version, "record"), text.encode())

    def _keep(self, key: tuple[str, int, str], answer: bytes) -> bytes:
        self._answers[key] = answer
        while len(self._answers) > _MOST_ANSWERS:
            self._answers.popitem(last=False)
        return answer

    async def _create(self, text: str, game: str, name: str, maker: str, source: str | None) -> str:
        study_id, now_ms = new_table_id(), self._now_ms()
        row = StoredStudy(
            study_id, maker, clean_name(name, LONGEST_NAME), game, source, text, 0, now_ms, now_ms
        )
        await self._storage.create(row)
        return study_id

    def _charge_kb(self, owner: str, characters: int) -> None:
        self._stored_kb.of(owner).charge(characters / 1000)

    def _expect_kb(self, owner: str) -> None:
        if not self._stored_kb.of(owner).has_any():
            raise Refusal(
                "not-allowed", "daily storage limit of your address reached: try again tomorrow"
            )

    async def _expect_room(self, maker: str, owner: str) -> None:
        if self._is_full:
            raise StorageFull("this server is full: nothing new can be stored")
        self._expect_kb(owner)
        if await self._storage.count_of(maker) >= MOST_STUDIES:
            raise Refusal(
                "not-allowed",
                f"limit of {MOST_STUDIES} analyses reached: delete one first",
            )

    async def tidy(self, is_full: bool) -> None:
        """Delete studies that nobody has changed for long. Called by housekeeping.

        While the database is full, no new study is made.
        """
        self._is_full = is_full
        await self._storage.drop_untouched(self._now_ms())
        if self._keep_ms:
            await self._storage.drop_old(self._now_ms() - self._keep_ms)

    async def forget(self, maker: str) -> None:
        """Delete all studies of a client."""
        await self._storage.delete_of(maker)

    async def of(self, maker: str) -> list[ListedStudy]:
        return await self._storage.of(maker, MOST_STUDIES)

    async def open(self, study_id: str, owner: str) -> OpenStudy | None:
        """Return the study at its stored version; None if there is none with this id."""
        known = self._open.get(study_id)
        if known is not None:
            version = await self._storage.version(study_id)
            if version is None:
                self._open.pop(study_id, None)
                return None
            if known.is_current and known.version >= version:
                self._open.move_to_end(study_id)
                return known
        opening = self._opening.get(study_id)
        if opening is None:
            opening = asyncio.create_task(self._read(study_id, owner))
            self._opening[study_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(study_id, None))
        return await asyncio.shield(opening)

    async def _read(self, study_id: str, owner: str) -> OpenStudy | None:
        stored = await self._storage.find(study_id)
        if stored is None:
            return None
        flat = unpack_study(await self._worker.run(owner, read_study, stored.text))
        if flat.start.definition is not None:  # to read a large one takes a tenth of a second
            seconds = await asyncio.to_thread(_open_game, flat.start)
            self._worker.charge(owner, seconds)
        found = OpenStudy(stored, flat)
        await self._do(found.build(flat), owner)
        self._open[study_id] = found
        self._open.move_to_end(study_id)
        # The latest stays, however large it is.
        while len(self._open) > 1 and (
            len(self._open) > _MOST_OPEN
            or sum(each.size for each in self._open.values()) > _MOST_OPEN_NODES
        ):
            self._open.popitem(last=False)
        return found

    async def change(self, study: OpenStudy, wanted: ChangeStudy, owner: str) -> StudyChanged:
        """Make and store a change. Raises Refusal, or what the change itself raises."""
        async with study.lock:
            self._expect_version(study, wanted.version)
            self._expect_kb(owner)
            change = wanted.change
            played: tuple[PlayedNode, ...] = ()
            if isinstance(change, PlayInStudy):
                snapshot = study.snapshot(study.study.node(change.node))
                played = await self._worker.run(owner, play_on, snapshot, change.actions)
                self._expect_version(study, wanted.version)
            try:
                at, changed = _apply(study, change, played)
                if isinstance(change, PlayInStudy) and not changed:
                    return StudyChanged(study.version, at.number, ())
                words: list[str] = []
                await self._do(study.write(words), owner)
                text = expect_short(join_words(study.study, words))
                study.is_current = False
                stored = await self._storage.change(
                    study.id, study.version, study.name, text, self._now_ms()
                )
            except BaseException:
                # The change may be half made: the study is reloaded from the database.
                study.is_current = False
                raise
            if not stored:
                raise Refusal("stale", _CHANGED)
            self._charge_kb(owner, max(0, len(text) - study.characters))
            study.characters = len(text)
            study.version += 1
            study.is_current = True
            return StudyChanged(study.version, at.number, tuple(map(study.describe, changed)))

    @staticmethod
    def _expect_version(study: OpenStudy, version: int) -> None:
        if not study.is_current or study.version != version:
            raise Refusal("stale", _CHANGED)

    async def delete(self, study: OpenStudy, maker: str) -> None:
        if not await self._storage.delete(study.id, maker):
            raise Refusal("not-allowed", "only its creator can delete this analysis")
        study.is_current = False
        self._open.pop(study.id, None)


def _open_game(start: GameSnapshot) -> float:
    """Have the game of a study ready; the seconds of processor time that it took."""
    began = time.thread_time()
    start.open_game()
    return time.thread_time() - began


def _describe(study: OpenStudy, described: list[StudyNode]) -> Steps:
    for node in study.study.nodes():
        described.append(study.describe(node))
        yield


def _apply(
    study: OpenStudy,
    change: PlayInStudy | DeleteInStudy | PromoteInStudy | AnnotateInStudy | RenameStudy,
    played: tuple[PlayedNode, ...],
) -> tuple[Node, list[Node]]:
    match change:
        case PlayInStudy(node=number):
            return study.play(study.study.node(number), played)
        case DeleteInStudy() | PromoteInStudy() | AnnotateInStudy() | RenameStudy():
            return study.apply(change)
        case _:
            assert_never(change)
