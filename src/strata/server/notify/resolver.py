"""Finds the addresses of names, in threads: one for a name at a time, however many ask for it."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from strata.core.errors import StrataError

Lookup = asyncio.Future[list[str]]
_NO_SUCH_NAME: Final = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))


class Unresolved(StrataError):
    """No name server answered, or not in time: whether there is such a name is not known."""

    def __init__(self, lookup: Lookup) -> None:
        super().__init__("the name was not resolved in time")
        self._lookup: Final = lookup

    async def lookup_ended(self) -> None:
        """Wait until the thread that was asked is free again: it cannot be interrupted."""
        await asyncio.wait([self._lookup])


class Resolver:
    def __init__(self, threads: int) -> None:
        """`threads` of its own: others must not wait for a name server that does not answer."""
        self._threads: Final = ThreadPoolExecutor(threads, thread_name_prefix="resolver")
        self._lookups: Final[dict[tuple[str, int], Lookup]] = {}

    async def find(self, host: str, port: int, seconds: float | None) -> list[str]:
        """The addresses of `host`.

        Raises Unresolved after `seconds`, OSError if there is no such name, and UnicodeError for
        what cannot be one.
        """
        lookup = self._lookups.get((host, port)) or self._begin(host, port)
        done, _ = await asyncio.wait([lookup], timeout=seconds)
        if not done:
            raise Unresolved(lookup)
        try:
            return lookup.result()
        except socket.gaierror as error:
            if error.errno in _NO_SUCH_NAME:
                raise
            raise Unresolved(lookup) from error

    def _begin(self, host: str, port: int) -> Lookup:
        loop = asyncio.get_running_loop()
        lookup = loop.run_in_executor(self._threads, partial(_look_up, host, port))
        self._lookups[host, port] = lookup
        lookup.add_done_callback(partial(self._end, (host, port)))
        return lookup

    def _end(self, key: tuple[str, int], lookup: Lookup) -> None:
        del self._lookups[key]
        if not lookup.cancelled():
            lookup.exception()  # there may be nobody left to whom it matters


def _look_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]
