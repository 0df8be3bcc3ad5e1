"""Chooses the next recipient fairly, with limits per host and client.

Clients name the hosts that pushes go to. None of them, and no client, delays the others for long:
each has few slots, hosts take turns, and so do the clients of a host. Hosts that let others wait
share a few slots.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")
_SLOW_SECONDS: Final = 2.0
_NEWEST: Final = 0.2  # how much the latest counts for the average
_MOST_HOSTS: Final = 10_000


class Slots:
    """How many are sent something at a time."""

    def __init__(self, total: int, *, of_host: int, of_client: int, of_slow: int) -> None:
        """`of_host` and `of_client` are for one of them, `of_slow` for all slow hosts together."""
        self._total: Final = total
        self._of_host: Final = of_host
        self._of_client: Final = of_client
        self._of_slow: Final = of_slow
        self._hosts: Final[Counter[str]] = Counter()
        self._clients: Final[Counter[str]] = Counter()
        self._seconds: Final[OrderedDict[str, float]] = OrderedDict()
        """What sending to a host takes: a moving average."""

    def has_room_for_host(self, host: str) -> bool:
        if self._hosts.total() >= self._total or self._hosts[host] >= self._of_host:
            return False
        return not self.is_slow(host) or self._slow_taken() < self._of_slow

    def has_room_for_client(self, client: str) -> bool:
        return self._clients[client] < self._of_client

    def take(self, host: str, client: str) -> None:
        self._hosts[host] += 1
        self._clients[client] += 1

    def release(self, host: str, client: str) -> None:
        for counts, name in ((self._hosts, host), (self._clients, client)):
            counts[name] -= 1
            if not counts[name]:
                del counts[name]

    def note(self, host: str, seconds: float) -> None:
        """Sending something there took so long."""
        before = self._seconds.pop(host, seconds)
        self._seconds[host] = before + _NEWEST * (seconds - before)
        if len(self._seconds) > _MOST_HOSTS:
            self._seconds.popitem(last=False)

    def is_slow(self, host: str) -> bool:
        """Whether sending to it takes long as a rule."""
        return self._seconds.get(host, 0.0) >= _SLOW_SECONDS

    def _slow_taken(self) -> int:
        return sum(count for host, count in self._hosts.items() if self.is_slow(host))


class Waiting(Generic[T]):
    """What waits for a slot: hosts take turns, and so do the clients of a host."""

    def __init__(self) -> None:
        self._hosts: Final[OrderedDict[str, OrderedDict[str, deque[T]]]] = OrderedDict()

    def add(self, host: str, client: str, what: T) -> None:
        """Append to the queue of this host and client."""
        self._hosts.setdefault(host, OrderedDict()).setdefault(client, deque()).append(what)

    def next(self, slots: Slots) -> tuple[str, str, T] | None:
        """What is sent next, with its host and client; None if none of it has a slot."""
        for host, clients in self._hosts.items():
            if not slots.has_room_for_host(host):
                continue
            for client in clients:
                if slots.has_room_for_client(client):
                    return host, client, self._pop(host, client)
        return None

    def _pop(self, host: str, client: str) -> T:
        clients = self._hosts[host]
        found = clients[client].popleft()
        if clients[client]:
            clients.move_to_end(client)
        else:
            del clients[client]
        if clients:
            self._hosts.move_to_end(host)
        else:
            del self._hosts[host]
        return found
