"""Rate limits: token buckets, one per client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_MOST_CLIENTS: Final = 20_000
Seconds = Callable[[], float]


class Bucket:
    """A token bucket, which holds up to `burst` tokens and gets `rate` tokens a second."""

    __slots__ = ("_burst", "_full", "_now", "_rate", "_when")

    def __init__(self, rate: float, burst: float, now: Seconds = time.monotonic) -> None:
        self._rate: Final = rate
        self._burst: Final = burst
        self._now: Final = now
        self._full = burst
        self._when = now()

    def take(self) -> bool:
        self._fill()
        if self._full < 1:
            return False
        self._full -= 1
        return True

    def has_any(self) -> bool:
        """Return whether there is a token, without taking it."""
        self._fill()
        return self._full >= 1

    def shortage_seconds(self) -> float:
        """Return the time until there is a token; 0 if there is one."""
        return 0.0 if self.has_any() else (1 - self._full) / self._rate

    def charge(self, tokens: float) -> None:
        """Take the actual cost of something, after which the bucket may be in debt."""
        self._fill()
        self._full -= tokens

    def _fill(self) -> None:
        now = self._now()
        self._full = min(self._burst, self._full + (now - self._when) * self._rate)
        self._when = now

    def wait_seconds(self) -> int:
        """Return the time until there is a token again, rounded up to at least 1."""
        return max(1, -int(-(1 - self._full) // self._rate))


class Buckets:
    """A token bucket per client; the least recently used ones are dropped first."""

    def __init__(self, rate: float, burst: float, now: Seconds = time.monotonic) -> None:
        self._rate: Final = rate
        self._burst: Final = burst
        self._now: Final = now
        self._buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()

    def of(self, client: str) -> Bucket:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, self._now)
            if len(self._buckets) > _MOST_CLIENTS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket
