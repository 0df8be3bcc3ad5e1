"""The rule that nobody gets advice about a game that they play with another person.

Advice is what a search says about positions of one's choice: analyses, reviews, the engine of
studies, help, and a computer opponent in a position that was set up. A person is a client or,
since a second browser costs nothing, everybody at an address. The rule asks the database, so it
holds across processes, and looks at no position: nothing hidden changes an answer.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from strata.core.game import Game
from strata.games import rules_class
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.server.config import AdviceGuardMode
from strata.server.ops.time_source import TimeSource
from strata.server.storage.opponents import Opponents, noting
from strata.server.storage.writers import Statement

# Longer than the longest turn by days (14) and a holiday; a forgotten game must not bar for ever.
_UNTOUCHED_MS: Final = 30 * 24 * 3600 * 1000
# Others at an address shall not be barred for long by somebody who came once.
_GONE_MS: Final = 7 * 24 * 3600 * 1000
_VALID_SECONDS: Final = 2.0  # how long thinking goes on without asking again
_HASH_BYTES: Final = 16


class Person(NamedTuple):
    """Who asks for advice."""

    device: str
    """The hash of the client's key; empty for a client without one."""
    address: str
    """The client's address, as limits count it."""


class AdviceGuard:
    def __init__(
        self, opponents: Opponents, mode: AdviceGuardMode, secret: str, now_ms: TimeSource
    ) -> None:
        """Addresses are stored hashed with `secret`."""
        self._opponents: Final = opponents
        self._mode: Final = mode
        self._key: Final = secret.encode()
        self._now_ms: Final = now_ms

    async def expect_allowed(self, game: str, person: Person) -> None:
        """Raise Refusal if the person, or somebody at the address, plays `game` with another."""
        if self._mode == "off":
            return
        near = self._hash(person.address)
        now_ms = self._now_ms()
        playing = await self._opponents.playing(
            game, person.device, near, now_ms - _UNTOUCHED_MS, now_ms - _GONE_MS
        )
        if playing.client or playing.address:
            title = rules_class(game).title
            who = "you play" if playing.client else "somebody at your address plays"
            raise Refusal(
                "not-allowed",
                f"{who} {title} with another person at the moment: no advice about {title} until "
                "that game is over",
            )

    @asynccontextmanager
    async def guarding(self, game: str, person: Person) -> AsyncIterator[None]:
        """Run the block that makes the advice. Raise Refusal if it may not be given.

        The guard asks before the block and, if that took long, again after it.
        """
        permission = Permission(self, game, person)
        await permission.expect()
        yield
        await permission.expect()

    async def note(self, table_id: str, person: Person) -> None:
        """Store from where a person holds seats at a table, if it may be played with another."""
        near = self._hash(person.address)
        if near is not None:
            await self._opponents.note_address(table_id, person.device, near, self._now_ms())

    def noting(self, table_id: str, people: Iterable[Person]) -> list[Statement]:
        """Return the statements by which a new table between people knows where they are."""
        hashes = ((person.device, self._hash(person.address)) for person in people)
        now_ms = self._now_ms()
        return [noting(table_id, device, near, now_ms) for device, near in hashes if near]

    def _hash(self, address: str) -> str | None:
        """Return what is stored of an address; None if addresses do not count."""
        if self._mode != "address":
            return None
        message = b"strata.address/" + address.encode()
        return hmac.digest(self._key, message, hashlib.sha256)[:_HASH_BYTES].hex()


class Permission:
    """Whether a person may have advice about a game; asked again while thinking goes on."""

    def __init__(self, guard: AdviceGuard, game: str, person: Person) -> None:
        self._guard: Final = guard
        self._game: Final = game
        self._person: Final = person
        self._valid_until = 0.0

    async def expect(self) -> None:
        """Raise Refusal if there is none now; an answer holds for two seconds."""
        now = time.monotonic()
        if now >= self._valid_until:
            await self._guard.expect_allowed(self._game, self._person)
            self._valid_until = now + _VALID_SECONDS


def is_set_up(table: Table) -> bool:
    """Return whether the game began elsewhere than this kind of game usually does."""
    rules = table.record.rules
    return rules.definition is not None or table.record.start != Game(rules).start()
