"""Animated pictures of games.

A worker draws them a few positions at a time, so that other work does not wait long.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, QueryParameter

from strata.core.drawing.animation import (
    AnimationKind,
    draw_frame,
    expect_frames,
    join_frames,
    turn_numbers,
)
from strata.play.game_snapshot import GameSnapshot, snapshot_of
from strata.server.engines.metered_worker import MeteredWorker, WorkerBusy
from strata.server.http.access.identity import address
from strata.server.http.dependencies import AnyRequest, TheClients, TheService, TheVisit
from strata.server.http.problems import TooOften, problems
from strata.server.http.studies import StudyId, TheStudies, find_study
from strata.server.ops.networks import has_no_place

MOST_FRAMES: Final = 150
WIDTHS: Final = (120, 640)
PACES_MS: Final = (100, 5000)
_AT_A_TIME: Final = 6
_MOST_KEPT: Final = 16
_MOST_MADE: Final = 8
_TYPES: Final = {"gif": "image/gif", "webp": "image/webp", "png": "image/png"}
Width = Annotated[int, QueryParameter(ge=WIDTHS[0], le=WIDTHS[1])]
Pace = Annotated[int, QueryParameter(ge=PACES_MS[0], le=PACES_MS[1])]
_PICTURE: Final = {200: ResponseSpec(data_container=bytes, description="The picture.")}


@dataclass(frozen=True)
class Wanted:
    """A request for an animated picture."""

    snapshot: GameSnapshot
    kind: AnimationKind
    width: int
    pace_ms: int
    flipped: bool


class Animations:
    """The maker of animated pictures, which keeps the latest.

    Each address has one made at a time.
    """

    def __init__(self, worker: MeteredWorker) -> None:
        self._worker: Final = worker
        self._known: Final[OrderedDict[Wanted, bytes]] = OrderedDict()
        self._making: Final[set[str]] = set()

    async def make(self, wanted: Wanted, owner: str) -> bytes:
        """Return the animated picture; `owner`, an address, is charged for a new one.

        Raises TooOften, WorkerBusy, InvalidLimit, MissingExtra or MissingFont.
        """
        known = self._known.get(wanted)
        if known is not None:
            self._known.move_to_end(wanted)
            return known
        with self._one_each(owner):
            numbers = await self._worker.run(owner, _list_turns, wanted.snapshot)
            expect_frames(len(numbers), MOST_FRAMES)
            frames: list[bytes] = []
            for first in range(0, len(numbers), _AT_A_TIME):
                part = numbers[first : first + _AT_A_TIME]
                frames += await self._worker.run(owner, _draw_part, wanted, part)
            picture = await self._worker.run(owner, _join, wanted, tuple(frames))
        self._known[wanted] = picture
        if len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)
        return picture

    @contextmanager
    def _one_each(self, owner: str) -> Iterator[None]:
        if owner in self._making:
            raise TooOften("only one animation at a time", headers={"retry-after": "5"})
        if has_no_place(owner, self._making, _MOST_MADE):
            raise WorkerBusy("too many animations at the moment: try again shortly")
        self._making.add(owner)
        try:
            yield
        finally:
            self._making.discard(owner)


def _list_turns(snapshot: GameSnapshot) -> tuple[int, ...]:
    return turn_numbers(snapshot.record())


def _draw_part(wanted: Wanted, numbers: tuple[int, ...]) -> list[bytes]:
    record = wanted.snapshot.record()
    return [
        draw_frame(record, number, width=wanted.width, flipped=wanted.flipped) for number in numbers
    ]


def _join(wanted: Wanted, frames: tuple[bytes, ...]) -> bytes:
    return join_frames(frames, kind=wanted.kind, pace_ms=wanted.pace_ms)


TheAnimations = NamedDependency[Animations]


@get("/api/tables/{table_id:str}/animation", responses=_PICTURE | problems(400, 404, 409))
async def of_table(
    visit: TheVisit,
    service: TheService,
    animations: TheAnimations,
    clients: TheClients,
    request: AnyRequest,
    kind: FromQuery[AnimationKind] = "gif",
    width: Width = 480,
    pace_ms: Pace = 1000,
    flipped: FromQuery[bool] = False,
) -> Response[bytes]:
    """Return a finished game or an imported record as an animated picture, turn by turn."""
    clients.expect_may_work(request)
    async with service.reading(visit.open_table) as open_table:
        open_table.expect_over(or_imported=True)
        open_table.expect_whole(visit.held)
        wanted = Wanted(snapshot_of(open_table.table.record), kind, width, pace_ms, flipped)
    picture = await animations.make(wanted, address(request))
    return _answer(picture, kind, f"{wanted.snapshot.game}-{visit.open_table.id}")


@get("/api/studies/{study_id:str}/animation", responses=_PICTURE | problems(400, 404))
async def of_study(
    study_id: StudyId,
    studies: TheStudies,
    animations: TheAnimations,
    clients: TheClients,
    request: AnyRequest,
    number: Annotated[int, QueryParameter(ge=0, le=1_000_000_000)] = 0,
    kind: FromQuery[AnimationKind] = "gif",
    width: Width = 480,
    pace_ms: Pace = 1000,
    flipped: FromQuery[bool] = False,
) -> Response[bytes]:
    """Return the line through a position of a study as an animated picture.

    After the position, it follows the main continuation.
    """
    clients.expect_may_work(request)
    study = await find_study(studies, study_id, clients, request)
    node = study.study.node(number)
    while node.children:
        node = node.children[0]
    wanted = Wanted(study.snapshot(node), kind, width, pace_ms, flipped)
    picture = await animations.make(wanted, address(request))
    return _answer(picture, kind, f"{wanted.snapshot.game}-{study.id}")


def _answer(picture: bytes, kind: AnimationKind, name: str) -> Response[bytes]:
    disposition = f'attachment; filename="{name}.{kind}"'
    return Response(picture, media_type=_TYPES[kind], headers={"content-disposition": disposition})


HANDLERS: Final = [of_table, of_study]
