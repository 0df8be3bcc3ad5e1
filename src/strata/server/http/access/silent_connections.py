"""Connections that have sent nothing so far, by address.

Their number is limited. Beyond the limit, the address with the most of them loses the one that has
waited longest, so that an address that opens thousands keeps out only itself.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from strata.server.http.access.addresses import client_group

Connection = TypeVar("Connection")


class SilentConnections(Generic[Connection]):
    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._owners: Final[dict[Connection, str]] = {}
        self._held: Final[dict[str, dict[Connection, None]]] = {}
        """By owner, the longest waiting first."""

    def add(self, connection: Connection, address: str) -> Connection | None:
        """Add a connection. Return the one that must go if there are too many, else None.

        The caller removes that one.
        """
        owner = client_group(address)
        self._owners[connection] = owner
        self._held.setdefault(owner, {})[connection] = None
        if len(self._owners) <= self._most:
            return None
        most = max(self._held.values(), key=len)
        return next(iter(most))

    def remove(self, connection: Connection) -> None:
        owner = self._owners.pop(connection)
        held = self._held[owner]
        del held[connection]
        if not held:
            del self._held[owner]
