"""Ready-made phrases between the two players of a table: rate-limited, sent on, never stored."""

from __future__ import annotations

from typing import Final

from strata.core.outcome import other_seat
from strata.play.refusal import Refusal
from strata.server.live.open_table import OpenTable
from strata.server.live.table_service import TableService
from strata.server.ops.rate_limit import Buckets
from strata.server.protocol.phrase_messages import Phrase
from strata.server.views.table_views import HeldSeats

_BURST: Final = 3
_PER_SECOND: Final = 0.1


class Phrases:
    def __init__(self, service: TableService) -> None:
        self._service: Final = service
        self._buckets: Final = Buckets(_PER_SECOND, _BURST)

    def say(self, open_table: OpenTable, held: HeldSeats, phrase: Phrase) -> None:
        """Send both players a phrase of the holder of one seat. Raises Refusal."""
        table = open_table.table
        if not held:
            raise Refusal("not-allowed", "only players can send messages")
        seat = held[0]
        other = other_seat(seat)
        has_reader = len(held) == 1 and other in open_table.taken and not table.imported
        if not has_reader or table.kinds[other] == "computer":
            raise Refusal("not-allowed", "there is no other player to read it")
        bucket = self._buckets.of(f"{open_table.id} {seat}")
        if not bucket.take():
            wait = bucket.wait_seconds()
            raise Refusal("not-allowed", f"too many messages: wait {wait} s")
        self._service.say(open_table, seat, phrase)
