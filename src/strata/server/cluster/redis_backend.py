"""Redis as the broker between processes. Games go on while it is unavailable."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final

import structlog
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

_RETRY_SECONDS: Final = 1.0
_log: Final = structlog.get_logger("strata.broker")


class RedisBackend(RedisChannelsPubSubBackend):
    """A Redis backend that drops messages while Redis is unavailable.

    The database has all they say, except the phrases of players.
    """

    _away_until = 0.0

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        if time.monotonic() < self._away_until:
            return
        try:
            for channel in channels:  # usually one: a script for several takes twice the time
                await self._redis.publish(channel, data)
        except (RedisError, OSError) as error:
            _log.warning("not-published", error=type(error).__name__)
            self._away_until = time.monotonic() + _RETRY_SECONDS

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        while True:
            try:
                async for event in super().stream_events():
                    yield event
            except (RedisError, OSError) as error:
                _log.warning("broker-lost", error=type(error).__name__)
                await asyncio.sleep(_RETRY_SECONDS)


def open_broker(url: str) -> RedisBackend:
    redis = Redis.from_url(
        url,
        socket_connect_timeout=2.0,
        socket_timeout=5.0,
        retry=Retry(NoBackoff(), 0),
    )
    return RedisBackend(redis=redis)
