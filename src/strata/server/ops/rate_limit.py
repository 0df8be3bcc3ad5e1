"""Rate limits: token buckets, one per client, and one per network around clients."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from strata.server.ops.networks import NETWORK_SHARE, ipv6_network

_MOST_CLIENTS: Final = 20_000
Seconds = Callable[[], float]


class Bucket:
    """A token bucket, which holds up to `burst` tokens and gets `rate` tokens a second.

    What is taken from it is taken from the bucket of its network as well, if it has one.
    """

    __slots__ = ("_burst", "_full", "_network", "_now", "_rate", "_when")

    def __init__(
        self,
        rate: float,
        burst: float,
        now: Seconds = time.monotonic,
        network: Bucket | None = None,
    ) -> None:
        self._rate: Final = rate
        self._burst: Final = burst
        self._now: Final = now
        self._network: Final = network
        self._full = burst
        self._when = now()

    def take(self) -> bool:
        self._fill()
        if self._full < 1 or (self._network is not None and not self._network.take()):
            return False
        self._full -= 1
        return True

    def has_any(self) -> bool:
        """Return whether there is a token, without taking it."""
        self._fill()
        return self._full >= 1 and (self._network is None or self._network.has_any())

    def is_in_debt(self) -> bool:
        """Return whether more was charged than there was."""
        self._fill()
        return self._full < 0 or (self._network is not None and self._network.is_in_debt())

    def shortage_seconds(self) -> float:
        """Return the time until there is a token; 0 if there is one."""
        self._fill()
        own = max(0.0, (1 - self._full) / self._rate)
        return own if self._network is None else max(own, self._network.shortage_seconds())

    def charge(self, tokens: float) -> None:
        """Take the actual cost of something, after which the bucket may be in debt."""
        self._fill()
        self._full -= tokens
        if self._network is not None:
            self._network.charge(tokens)

    def _fill(self) -> None:
        now = self._now()
        self._full = min(self._burst, self._full + (now - self._when) * self._rate)
        self._when = now

    def wait_seconds(self) -> int:
        """Return the time until there is a token again, rounded up to at least 1."""
        own = max(1, -int(-(1 - self._full) // self._rate))
        return own if self._network is None else max(own, self._network.wait_seconds())


class Buckets:
    """A token bucket per client; the least recently used ones are dropped first."""

    def __init__(
        self,
        rate: float,
        burst: float,
        now: Seconds = time.monotonic,
        *,
        network: Callable[[str], str] | None = None,
    ) -> None:
        """`network` returns the network around a client, or an empty text if that is not limited.

        A network has `NETWORK_SHARE` times the tokens of a client.
        """
        self._rate: Final = rate
        self._burst: Final = burst
        self._now: Final = now
        self._buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()
        self._network: Final = network
        share = (NETWORK_SHARE * rate, NETWORK_SHARE * burst)
        self._networks: Final = None if network is None else Buckets(*share, now)

    def of(self, client: str) -> Bucket:
        bucket = self._buckets.get(client)
        if bucket is None:
            around = self._around(client)
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, self._now, around)
            if len(self._buckets) > _MOST_CLIENTS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket

    def _around(self, client: str) -> Bucket | None:
        """Return the bucket of the network around a client; None if that is not limited."""
        if self._network is None or self._networks is None:
            return None
        network = self._network(client)
        return self._networks.of(network) if network else None


def address_buckets(rate: float, burst: float) -> Buckets:
    """Return buckets for addresses, and for the IPv6 networks around them."""
    return Buckets(rate, burst, network=ipv6_network)
