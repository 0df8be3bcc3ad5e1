"""The dispatcher, which sends alerts to players who are away.

Every process polls for due alerts and takes a lease on those it sends. A failure is retried a few
times, at growing intervals. Nothing that happens here ends or delays anything else.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final, Literal

import msgspec
import structlog

from strata.core.outcome import Seat, other_seat
from strata.server.live.alerting import SEEN_MS
from strata.server.live.background import BackgroundTasks
from strata.server.live.news import warning_ms
from strata.server.live.presence import PresenceTracker
from strata.server.live.table_service import TimeSource
from strata.server.notify.mail import Letter, Mailer, MailFailed
from strata.server.notify.push import Pusher, Result
from strata.server.notify.words import game_title, sentence
from strata.server.ops.metrics import Metrics
from strata.server.storage.alerts import Alert, AlertedTable, AlertKind, Alerts
from strata.server.storage.contacts import Contact, Contacts

_LOOK_SECONDS: Final = 2.0
_TIDY_MS: Final = 3600 * 1000
_AT_A_TIME: Final = 16
_BACKOFF_MS: Final = (30_000, 120_000, 600_000, 3_600_000)
"""The delay after the first, second … failure; after one more the alert is discarded."""
_QUESTIONS: Final[frozenset[AlertKind]] = frozenset({"draw", "take-back", "claim", "rematch"})
_AGAIN_MS: Final = 6 * 3600 * 1000
"""The least time between two alerts of a question that the player has not seen."""
_DAY_SECONDS: Final = 24 * 3600
_log: Final = structlog.get_logger("strata.notify")

Presence = Literal["here", "seen", "away"]
"""`here`: at the table or on another page; `seen`: gone, but was here since the event."""


class PushMessage(msgspec.Struct, frozen=True):
    """What the client's service worker shows. A later message of the same `tag` replaces it."""

    title: str
    body: str
    path: str
    tag: str


class Dispatcher:
    def __init__(
        self,
        alerts: Alerts,
        contacts: Contacts,
        presence: PresenceTracker,
        metrics: Metrics,
        now_ms: TimeSource,
        mailer: Mailer | None,
    ) -> None:
        self._alerts: Final = alerts
        self._contacts: Final = contacts
        self._presence: Final = presence
        self._metrics: Final = metrics
        self._now_ms: Final = now_ms
        self._mailer: Final = mailer
        self.pusher: Pusher | None = None
        """Set once the VAPID key is known."""
        self._tasks: Final = BackgroundTasks()
        self._free: Final = asyncio.Semaphore(_AT_A_TIME)
        self._looking: asyncio.Task[None] | None = None
        self._tidied_ms = now_ms()

    def start(self) -> None:
        self._looking = asyncio.create_task(self._look_on())

    async def stop(self) -> None:
        """Stop sending. Other processes send the claimed alerts after their lease has expired."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})
        await self._tasks.stop()
        if self.pusher is not None:
            with contextlib.suppress(Exception):
                await self.pusher.close()

    async def _look_on(self) -> None:
        has_failed = False
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self.look()
                has_failed = False
            except Exception as error:
                if not has_failed:  # the database is unavailable, which others log too
                    _log.error("notify-failed", error=type(error).__name__)
                has_failed = True

    async def look(self) -> None:
        """Claim due alerts and begin to send them; once an hour, delete old data."""
        now_ms = self._now_ms()
        for alert in await self._alerts.due(now_ms, 4 * _AT_A_TIME):
            await self._free.acquire()
            try:
                claimed = await self._alerts.claim(alert, now_ms)
            except BaseException:
                self._free.release()
                raise
            if claimed is None:
                self._free.release()
            else:
                self._tasks.start(self._settle_and_release(claimed))
        if now_ms - self._tidied_ms > _TIDY_MS:
            self._tidied_ms = now_ms
            await self._alerts.tidy(now_ms)
            await self._contacts.tidy(now_ms)

    async def _settle_and_release(self, alert: Alert) -> None:
        try:
            await self._settle(alert)
        finally:
            self._free.release()

    async def _settle(self, alert: Alert) -> None:
        """Send, postpone or discard a claimed alert."""
        now_ms = self._now_ms()
        contact, table = await self._alerts.contact(alert), await self._alerts.table(alert.table_id)
        if contact is None or table is None or not is_needed(alert, table):
            await self._alerts.drop(alert)
            return
        wait_ms = _too_early_ms(alert, table, now_ms)
        if wait_ms:
            await self._alerts.postpone(alert, now_ms + wait_ms, failed=False)
            return
        presence = await self._whether_present(alert, now_ms)
        if presence == "here" and now_ms - alert.since_ms < SEEN_MS:
            await self._alerts.postpone(alert, alert.since_ms + SEEN_MS, failed=False)
        elif presence != "away" or await self._was_told(alert, now_ms):
            await self._alerts.drop(alert)
        else:
            await self._send(alert, contact, table, now_ms)

    async def _whether_present(self, alert: Alert, now_ms: int) -> Presence:
        table_id, seat = alert.table_id, alert.seat
        if await self._presence.is_about(table_id, seat, now_ms):
            return "here"
        # A time warning is for players who saw the turn begin, too.
        since_ms = now_ms if alert.kind == "time" else alert.since_ms
        seen = await self._presence.seen_since(table_id, seat, since_ms, now_ms)
        return "seen" if seen else "away"

    async def _was_told(self, alert: Alert, now_ms: int) -> bool:
        """Return whether the player was recently sent this question and has not been seen since."""
        if alert.kind not in _QUESTIONS or alert.sent_ms is None:
            return False
        if now_ms - alert.sent_ms > _AGAIN_MS:
            return False
        return not await self._presence.seen_since(
            alert.table_id, alert.seat, alert.sent_ms, now_ms
        )

    async def _send(self, alert: Alert, contact: Contact, table: AlertedTable, now_ms: int) -> None:
        said = sentence(alert.kind, table, alert.seat, now_ms)
        title = game_title(table.game)
        if contact.channel == "push":
            result = await self._push(alert, contact, title, said)
        else:
            result = await self._mail(alert, contact, title, said)
        self._metrics.notifications.labels(channel=contact.channel, result=result).inc()
        if result == "sent":
            await self._alerts.note_sent(alert, now_ms)
        elif result == "failed" and alert.tries <= len(_BACKOFF_MS):
            until_ms = now_ms + _BACKOFF_MS[alert.tries - 1]
            await self._alerts.postpone(alert, until_ms, failed=True)
        else:
            await self._alerts.drop(alert)

    async def _push(self, alert: Alert, contact: Contact, title: str, said: str) -> Result:
        if self.pusher is None:
            return "refused"
        message = PushMessage(title, said, f"/table/{alert.table_id}", alert.table_id)
        result = await self.pusher.send(
            contact, msgspec.json.encode(message), topic=alert.table_id, seconds=_DAY_SECONDS
        )
        if result == "gone":
            await self._contacts.drop_endpoint(contact.hash)
        else:
            await self._contacts.note_result(contact, result == "sent")
        return result

    async def _mail(self, alert: Alert, contact: Contact, title: str, said: str) -> Result:
        if self._mailer is None:
            return "refused"
        letter = Letter(f"{title}: {said}", (said, self._mailer.table_url(alert.table_id)))
        try:
            await self._mailer.send(contact.address, letter)
        except MailFailed as error:
            _log.warning("mail-failed", error=str(error))
            if error.is_final:
                await self._contacts.note_result(contact, False)
            return "refused" if error.is_final else "failed"
        await self._contacts.note_result(contact, True)
        return "sent"


def is_needed(alert: Alert, table: AlertedTable) -> bool:
    """Return whether the alert still applies."""
    seat, extras = alert.seat, table.extras
    other: Seat = other_seat(seat)
    match alert.kind:
        case "turn":
            return table.acting == seat
        case "time":
            return table.acting == seat and table.deadline_ms is not None
        case "joined":
            return not table.is_over
        case "draw":
            return extras.draw_offer == other
        case "take-back":
            return extras.take_back == other
        case "claim":
            return extras.claim is not None and extras.claim.by == other
        case "rematch":
            return extras.rematch is None and extras.rematch_wanted == (other,)
        case "over":
            return table.is_over


def _too_early_ms(alert: Alert, table: AlertedTable, now_ms: int) -> int:
    """Return how long a time warning must still wait, because time may have been given back."""
    clock = table.extras.clock
    if alert.kind != "time" or table.deadline_ms is None or clock is None:
        return 0
    return max(0, table.deadline_ms - warning_ms(clock.turn_ms) - now_ms)
