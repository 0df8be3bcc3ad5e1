"""The dispatcher, which sends alerts to players who are away.

Every process polls for due alerts and takes a lease on those it sends. A failure is retried a few
times, at growing intervals. Nothing that happens here ends or delays anything else. Pushes and
e-mails have queues of their own; slots.py chooses what is sent next.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final, Literal

import msgspec
import structlog

from strata.core.outcome import Seat, other_seat
from strata.server.live.alerting import SEEN_MS
from strata.server.live.background import BackgroundTasks
from strata.server.live.news import warning_ms
from strata.server.live.presence import PresenceTracker
from strata.server.notify.endpoints import MOST_POSTS, host_of
from strata.server.notify.mail import Letter, Mailer, MailFailed
from strata.server.notify.push import Pusher, Result
from strata.server.notify.slots import Slots, Waiting
from strata.server.notify.words import game_title, sentence
from strata.server.ops.metrics import Metrics
from strata.server.ops.time_source import TimeSource
from strata.server.storage.alerts import Alert, AlertedTable, AlertKind, Alerts
from strata.server.storage.contacts import Channel, Contact, Contacts
from strata.server.storage.failures import DatabaseUnavailable

_LOOK_SECONDS: Final = 2.0
_TIDY_MS: Final = 3600 * 1000
_PAGE: Final = 250
_PAGES: Final = 4  # in a look; the next one goes on from there
_OF_HOST: Final = 8
_OF_CLIENT: Final = 4
_OF_SLOW_HOSTS: Final = 4
_MAILS: Final = 8  # all to the same mail server
_MAILS_OF_CLIENT: Final = 2
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


class _Line:
    """What waits to be sent by one channel."""

    def __init__(self, slots: Slots) -> None:
        self.slots: Final = slots
        self.waiting: Waiting[Alert] = Waiting()


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
        pushes = Slots(MOST_POSTS, of_host=_OF_HOST, of_client=_OF_CLIENT, of_slow=_OF_SLOW_HOSTS)
        mails = Slots(_MAILS, of_host=_MAILS, of_client=_MAILS_OF_CLIENT, of_slow=_MAILS)
        self._lines: Final[dict[Channel, _Line]] = {"push": _Line(pushes), "mail": _Line(mails)}
        self._begun: Final[set[tuple[str, ...]]] = set()
        """The keys of the alerts that this process sends at the moment."""
        self._look_from_ms = 0
        self._looking: asyncio.Task[None] | None = None
        self._tidied_ms = now_ms()

    def start(self) -> None:
        self._looking = asyncio.create_task(self._look_on())

    async def stop(self) -> None:
        """Stop sending. Other processes send the claimed alerts after their lease has expired."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})
        self._forget_waiting()
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
        """Read the due alerts and begin to send them; those without a slot wait for one."""
        now_ms = self._now_ms()
        await self._read_due(now_ms)
        self._begin_more()
        if now_ms - self._tidied_ms > _TIDY_MS:
            self._tidied_ms = now_ms
            await self._alerts.tidy(now_ms)
            await self._contacts.tidy(now_ms)

    async def _read_due(self, now_ms: int) -> None:
        """Fill the lines anew. Of very many alerts each look reads some, in turn."""
        waiting: dict[Channel, Waiting[Alert]] = {"push": Waiting(), "mail": Waiting()}
        from_ms = self._look_from_ms
        for _ in range(_PAGES):
            page = await self._alerts.due(from_ms, now_ms, _PAGE)
            for due in page:
                host = host_of(due.address) if due.channel == "push" else ""
                waiting[due.channel].add(host, due.device, due.alert)
            if len(page) < _PAGE:
                from_ms = 0
                break
            latest_ms = page[-1].alert.due_ms
            from_ms = latest_ms if latest_ms > from_ms else from_ms + 1
        self._look_from_ms = from_ms
        for channel, line in self._lines.items():
            line.waiting = waiting[channel]

    def _begin_more(self) -> None:
        """Begin to send what waits and has a slot."""
        for line in self._lines.values():
            while (found := line.waiting.next(line.slots)) is not None:
                host, client, alert = found
                if alert.key not in self._begun:
                    self._begun.add(alert.key)
                    line.slots.take(host, client)
                    self._tasks.start(self._do(alert, line, host, client))

    async def _do(self, alert: Alert, line: _Line, host: str, client: str) -> None:
        """Claim an alert and settle it, in a slot that was taken for it."""
        try:
            claimed = await self._alerts.claim(alert, self._now_ms())
            if claimed is not None:
                await self._settle(claimed)
        except DatabaseUnavailable:
            self._forget_waiting()  # until a look finds it again
        finally:
            self._begun.discard(alert.key)
            line.slots.release(host, client)
            self._begin_more()

    def _forget_waiting(self) -> None:
        for line in self._lines.values():
            line.waiting = Waiting()

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
        elif result in ("failed", "unsent") and alert.tries <= len(_BACKOFF_MS):
            until_ms = now_ms + _BACKOFF_MS[alert.tries - 1]
            await self._alerts.postpone(alert, until_ms, failed=True)
        else:
            await self._alerts.drop(alert)

    async def _push(self, alert: Alert, contact: Contact, title: str, said: str) -> Result:
        if self.pusher is None:
            return "refused"
        message = PushMessage(title, said, f"/table/{alert.table_id}", alert.table_id)
        began = time.monotonic()
        result = await self.pusher.send(
            contact, msgspec.json.encode(message), topic=alert.table_id, seconds=_DAY_SECONDS
        )
        self._lines["push"].slots.note(host_of(contact.address), time.monotonic() - began)
        if result == "gone":
            await self._contacts.drop_endpoint(contact.hash)
        elif result != "unsent":
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
