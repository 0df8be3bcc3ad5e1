"""Notices between processes: new versions of tables, presence, holders of seats, phrases.

All tables share one channel. Notices within some milliseconds go into one message, which costs a
small part of the time of many. Under load these batches span more milliseconds: otherwise two
processes with 500 games each would spend an eighth of their time on messages. The news itself is
read from the database, except the phrases of players. Notices may get lost with the broker's
connection; the sweeps of housekeeping.py make up for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import msgspec
import structlog
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

CHANNEL: Final = "strata-tables"
_COLLECT_SECONDS: Final = 0.01
_COLLECT_LONGER_SECONDS: Final = 0.04
_MANY: Final = 3  # notices in one message
About = Literal["version", "presence", "holders", "joined", "said"]
"""What is new at a table: its version, presence, the holders of its seats, or a phrase.

`joined`: another device has taken a seat as well, by a link of its holder.
"""
_log: Final = structlog.get_logger("strata.notices")


class Notice(msgspec.Struct, frozen=True, array_like=True):
    process: str
    about: About
    table_id: str
    version: int
    detail: str = ""
    """The message itself for a phrase, which is stored nowhere; the seat for `joined`."""


Reaction = Callable[[Notice], Awaitable[None]]


def open_channels(redis_url: str) -> ChannelsPlugin:
    return ChannelsPlugin(_backend(redis_url), channels=[CHANNEL])


def _backend(redis_url: str) -> ChannelsBackend:
    if not redis_url:
        return MemoryChannelsBackend()
    from strata.server.cluster.redis_backend import open_broker

    return open_broker(redis_url)


class Notices:
    def __init__(self, channels: ChannelsPlugin, process: str, react: Reaction) -> None:
        self._channels: Final = channels
        self._process: Final = process
        self._react: Final = react
        self._listening: asyncio.Task[None] | None = None
        self._untold: list[Notice] = []
        self._pause = _COLLECT_SECONDS

    async def start(self) -> None:
        self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        self._publish()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})

    def tell(self, about: About, table_id: str, version: int = 0, *, detail: str = "") -> None:
        """Queue a notice to the other processes, without waiting."""
        if not self._untold:
            asyncio.get_running_loop().call_later(self._pause, self._publish)
        self._untold.append(Notice(self._process, about, table_id, version, detail))

    def _publish(self) -> None:
        told, self._untold = self._untold, []
        self._pause = _COLLECT_LONGER_SECONDS if len(told) > _MANY else _COLLECT_SECONDS
        if told:
            self._channels.publish(msgspec.json.encode(told), CHANNEL)

    async def _listen(self) -> None:
        async with self._channels.start_subscription(CHANNEL) as subscriber:
            async for event in subscriber.iter_events():
                for notice in _read(event):
                    if notice.process != self._process:
                        await self._take_note(notice)

    async def _take_note(self, notice: Notice) -> None:
        try:
            await self._react(notice)
        except Exception as error:
            _log.error("notice-failed", error=type(error).__name__)


def _read(event: bytes) -> list[Notice]:
    try:
        return msgspec.json.decode(event, type=list[Notice])
    except msgspec.MsgspecError as error:
        _log.error("notice-unreadable", error=type(error).__name__)
        return []
