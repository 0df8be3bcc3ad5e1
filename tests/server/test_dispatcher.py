"""When an alert is sent, postponed, tried again or dropped: by a clock that the test moves."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

import strata
from strata.core.outcome import Seat
from strata.play.clock import day_clock
from strata.play.new_table import new_table
from strata.server.config import MailSettings
from strata.server.live.news import Standing, find_news, warning_ms
from strata.server.live.presence import PresenceTracker
from strata.server.notify import dispatcher as module
from strata.server.notify.dispatcher import Dispatcher
from strata.server.notify.mail import Mailer, MailTokens
from strata.server.notify.push import Pusher, new_private_key
from strata.server.ops.metrics import Metrics
from strata.server.storage.alerts import AlertKind, Alerts
from strata.server.storage.contacts import Contacts
from strata.server.storage.engine import open_engine
from strata.server.storage.migrate import migrate
from strata.server.storage.tables import TableStorage, insertion, new_row
from strata.server.storage.write_queue import WriteQueue
from tests.patience import PATIENCE
from tests.server.mail_server import PUBLIC_URL, MailServer
from tests.server.push_service import PushService

NOW = 1_700_000_000_000
HOUR = 3600 * 1000
DAY = 24 * HOUR
TABLE = "dispatching1"
DEVICE = "d" * 64
DELAY = 300_000
ADDRESS = "ann@example.org"


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture
def mails() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


class Post:
    """A dispatcher on a database of its own, and a table at which first is to act."""

    def __init__(self, url: str, pushes: PushService) -> None:
        self.now_ms = NOW
        self.pushes = pushes
        self.engine = open_engine(url)
        self.queue = WriteQueue(self.engine, lambda _: None)
        self.alerts = Alerts(self.engine, self.queue, DELAY)
        self.contacts = Contacts(self.engine, self.queue)
        self.presence = PresenceTracker(self.engine, self.queue, "here")
        self.table = new_table(
            strata.game("daikuni"), {"first": "me", "second": "link"}, day_clock(DAY), {}
        )
        self.dispatchers: list[Dispatcher] = []

    async def open(self) -> None:
        await migrate(self.engine)
        await self.queue.start()
        row = new_row(TABLE, self.table, NOW)
        storage = TableStorage(self.engine, self.queue)
        await storage.insert(TABLE, insertion(row, [("first", "device", DEVICE)]))
        body = self.pushes.subscription("first").body()
        await self.contacts.subscribe(DEVICE, body["endpoint"], body["p256dh"], body["auth"], NOW)

    async def close(self) -> None:
        for dispatcher in self.dispatchers:
            await dispatcher.stop()
        await self.queue.stop()
        await self.engine.dispose()

    async def mail_instead(self, mails: MailServer) -> Dispatcher:
        """A dispatcher that sends mails, and somebody who wants only those."""
        await self.contacts.drop(DEVICE)
        assert await self.contacts.ask_address(DEVICE, ADDRESS, NOW)
        assert await self.contacts.confirm(DEVICE, ADDRESS, NOW)
        settings = MailSettings(
            host="127.0.0.1",
            port=mails.port,
            tls="none",
            sender="games@play.example",
            public_url=PUBLIC_URL,
        )
        return self.dispatcher(Mailer(settings, MailTokens("a secret of the tests")))

    def dispatcher(self, mailer: Mailer | None = None) -> Dispatcher:
        made = Dispatcher(
            self.alerts, self.contacts, self.presence, Metrics(), lambda: self.now_ms, mailer
        )
        made.pusher = Pusher(new_private_key(), "mailto:ann@example.org", local=True)
        self.dispatchers.append(made)
        return made

    async def alert(
        self, kind: AlertKind = "turn", seat: Seat = "first", table: str = TABLE
    ) -> None:
        await self.alerts.write(table, seat, kind, self.now_ms)

    async def sit(self, name: str, device: str) -> str:
        """A further table at which this device is to act."""
        row = new_row(name, self.table, NOW)
        storage = TableStorage(self.engine, self.queue)
        await storage.insert(name, insertion(row, [("first", "device", device)]))
        return name

    async def alert_somebody(self, name: str, service: PushService) -> None:
        """Somebody else, with a table and a subscription of that name, is to be told something."""
        body, device = service.subscription(name).body(), name * 8
        await self.contacts.subscribe(device, body["endpoint"], body["p256dh"], body["auth"], NOW)
        await self.alert(table=await self.sit(name, device))

    async def dues(self) -> list[int | None]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(text("SELECT due_ms FROM alerts"))).scalars())

    async def go(self, *dispatchers: Dispatcher, ms: int = 0) -> list[int | None]:
        """Let time pass and everything be sent that is due then; what is due later."""
        self.now_ms += ms
        for dispatcher in dispatchers:
            await dispatcher.look()
        for dispatcher in dispatchers:
            while dispatcher._tasks._tasks:
                await asyncio.gather(*dispatcher._tasks._tasks)
        return await self.dues()


def run(path: Path, pushes: PushService, work: Callable[[Post], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        post = Post(f"sqlite+aiosqlite:///{path}/strata.db", pushes)
        await post.open()
        try:
            await work(post)
        finally:
            await post.close()

    asyncio.run(all_of_it())


def test_two_processes_send_one_push(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        both = post.dispatcher(), post.dispatcher()
        await post.alert()
        assert await post.go(*both) == [NOW + 2000]  # not yet: the page may be loaded again
        assert await post.go(*both, ms=2000) == [None]
        assert pushes.next().message["body"] == "It is your turn against your opponent."
        await post.go(*both, ms=DAY)
        assert pushes.tried == ["first"]

    run(tmp_path, pushes, work)


def test_who_is_at_the_table_is_told_nothing(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        await post.presence.note(TABLE, "first", True, post.now_ms)
        await post.alert()
        assert await post.go(sender, ms=2000) == [NOW + 60_000]
        await post.presence.beat(NOW + 59_000)
        assert await post.go(sender, ms=58_000) == []
        assert pushes.tried == []

    run(tmp_path, pushes, work)


def test_who_was_there_by_a_line_that_broke_is_told(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        await post.presence.note(TABLE, "first", True, post.now_ms)
        await post.alert()
        assert await post.go(sender, ms=2000) == [NOW + 60_000]
        assert await post.go(sender, ms=58_000) == [None]  # no heartbeat came since
        assert pushes.tried == ["first"]

    run(tmp_path, pushes, work)


def test_who_has_seen_it_or_is_on_another_page_is_told_nothing(
    tmp_path: Path, pushes: PushService
) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        await post.alert()
        await post.presence.note(TABLE, "first", True, NOW + 500)
        await post.presence.note(TABLE, "first", False, NOW + 1500)
        assert await post.go(sender, ms=2000) == []
        await post.alert()
        await post.presence.note_elsewhere(TABLE, "first", post.now_ms + 1000)
        assert await post.go(sender, ms=2000) == [NOW + 62_000]
        assert pushes.tried == []

    run(tmp_path, pushes, work)


def test_what_is_past_is_not_told(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        for kind in ("turn", "draw", "take-back", "claim", "rematch", "over"):
            await post.alert(kind)
        version = post.table.version
        post.table.play("first", "Kd4", post.now_ms)
        storage = TableStorage(post.engine, post.queue)
        assert await storage.save(TABLE, post.table, version, post.now_ms)
        assert await post.go(sender, ms=2000) == []
        assert pushes.tried == []

    run(tmp_path, pushes, work)


def test_what_fails_is_tried_again_a_few_times(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        pushes.statuses["first"] = [500, 429, 503, 500, 500, 500]
        await post.alert()
        waits = []
        dues = await post.go(sender, ms=2000)
        while dues:
            (due,) = dues
            assert due is not None
            waits.append(due - post.now_ms)
            dues = await post.go(sender, ms=due - post.now_ms)
        assert waits == [30_000, 120_000, 600_000, HOUR]
        assert len(pushes.tried) == 5

    run(tmp_path, pushes, work)


def test_an_endpoint_that_never_works_is_dropped(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        pushes.statuses["first"] = [500] * 20
        for _ in range(2):
            await post.alert()
            dues = await post.go(sender, ms=2000)
            while dues:
                dues = await post.go(sender, ms=(dues[0] or 0) - post.now_ms)
        assert len(pushes.tried) == 8
        assert await post.contacts.of(DEVICE) == []

    run(tmp_path, pushes, work)


def test_a_question_is_not_pushed_again_and_again(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        version = post.table.version
        post.table.offer_draw("second", post.now_ms)
        storage = TableStorage(post.engine, post.queue)
        assert await storage.save(TABLE, post.table, version, post.now_ms)
        for _ in range(5):  # withdrawn and offered again
            await post.alert("draw")
            await post.go(sender, ms=60_000)
        for change in (post.table.withdraw, lambda seat, _: post.table.offer_draw(seat, NOW)):
            version = post.table.version
            change("second", "draw")
            assert await storage.save(TABLE, post.table, version, post.now_ms)
            await post.alert("draw")  # which is withdrawn before it is sent, the first time
            await post.go(sender, ms=60_000)
        assert pushes.tried == ["first"]
        await post.presence.note(TABLE, "first", False, post.now_ms)
        post.now_ms += 1
        await post.alert("draw")
        await post.go(sender, ms=60_000)
        assert pushes.tried == ["first", "first"]

    run(tmp_path, pushes, work)


def test_days_that_run_out_are_told_in_advance(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        clock = day_clock(DAY).turn_over("first", NOW)
        post.table.clock = clock
        version = post.table.version
        post.table.version += 1
        storage = TableStorage(post.engine, post.queue)
        assert await storage.save(TABLE, post.table, version, NOW)
        wait_ms = DAY - warning_ms(DAY)
        assert wait_ms == 18 * HOUR
        await post.alerts.write(TABLE, "first", "time", NOW, wait_ms=wait_ms - HOUR)
        await post.presence.note(TABLE, "first", False, NOW + HOUR)  # saw the turn begin
        assert await post.go(sender, ms=wait_ms - HOUR) == [NOW + wait_ms]  # time was given back
        assert await post.go(sender, ms=HOUR) == [None]
        body = pushes.next().message["body"]
        assert body == "Your time runs out in 6 hours: it is your turn against your opponent."

    run(tmp_path, pushes, work)


def test_what_is_sent_is_forgotten_after_a_week(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        sender = post.dispatcher()
        await post.alert()
        assert await post.go(sender, ms=2000) == [None]
        assert await post.go(sender, ms=8 * DAY) == []

    run(tmp_path, pushes, work)


def test_what_waits_for_a_day_is_forgotten(tmp_path: Path, pushes: PushService) -> None:
    async def work(post: Post) -> None:
        await post.alert()
        await post.alerts.tidy(NOW + 2000 + DAY)
        assert await post.dues() == [NOW + 2000]
        await post.alerts.tidy(NOW + 2001 + DAY)
        assert await post.dues() == []

    run(tmp_path, pushes, work)


def test_a_mail_is_for_who_has_been_away_for_a_while(
    tmp_path: Path, pushes: PushService, mails: MailServer
) -> None:
    async def work(post: Post) -> None:
        sender = await post.mail_instead(mails)
        await post.alert()
        assert await post.go(sender, ms=DELAY - 1) == [NOW + DELAY]
        assert mails.is_quiet()
        assert await post.go(sender, ms=1) == [None]
        assert mails.next().recipients == [ADDRESS]

    run(tmp_path, pushes, work)


def test_a_fast_game_sends_no_mails(tmp_path: Path, pushes: PushService, mails: MailServer) -> None:
    async def work(post: Post) -> None:
        sender = await post.mail_instead(mails)
        for _ in range(20):  # somebody who comes, plays and goes, again and again
            await post.alert()
            assert await post.go(sender, ms=20_000) == [post.now_ms - 20_000 + DELAY]
            await post.presence.note(TABLE, "first", True, post.now_ms)
            await post.presence.note(TABLE, "first", False, post.now_ms + 10)
            post.now_ms += 20_000
        assert await post.go(sender, ms=DELAY) == []
        assert mails.is_quiet()

    run(tmp_path, pushes, work)


def test_an_address_that_is_refused_for_good_is_dropped(
    tmp_path: Path, pushes: PushService, mails: MailServer
) -> None:
    async def work(post: Post) -> None:
        sender = await post.mail_instead(mails)
        mails.refusals = ["451 later", *["550 no such user"] * 8]
        await post.alert()
        assert await post.go(sender, ms=DELAY) == [post.now_ms + 30_000]
        assert await post.go(sender, ms=30_000) == []
        for _ in range(7):
            assert len(await post.contacts.of(DEVICE)) == 1
            await post.alert()
            assert await post.go(sender, ms=DELAY) == []
        assert await post.contacts.of(DEVICE) == []

    run(tmp_path, pushes, work)


@pytest.fixture
def slow() -> Iterator[PushService]:
    """A push service under another name, of which some pushes are not answered."""
    with PushService() as service:
        service.base = service.base.replace("127.0.0.1", "localhost")
        service.held = {f"slow{number}" for number in range(100)}
        yield service


async def wait_for(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not check():
            await asyncio.sleep(0.01)


def test_a_host_that_does_not_answer_delays_nobody_else(
    tmp_path: Path, pushes: PushService, slow: PushService, mails: MailServer
) -> None:
    """However many clients have subscriptions there: pushes to other hosts go on, and mails."""

    async def work(post: Post) -> None:
        for number in range(40):
            await post.alert_somebody(f"slow{number}", slow)
        for number in range(10):
            await post.alert_somebody(f"quick{number}", pushes)
        sender = await post.mail_instead(mails)
        await post.alert()
        post.now_ms += DELAY
        await sender.look()
        await wait_for(lambda: len(pushes.tried) == 10)
        assert (await asyncio.to_thread(mails.next)).recipients == [ADDRESS]
        await wait_for(lambda: len(slow.tried) == 8)
        await sender.look()
        assert len(slow.tried) == 8
        slow.answers.set()
        assert await post.go(sender) == [None] * 51
        assert len(slow.tried) == len(set(slow.tried)) == 40

    run(tmp_path, pushes, work)


def test_one_client_has_few_pushes_at_a_time(
    tmp_path: Path, pushes: PushService, slow: PushService
) -> None:
    """It can have many tables; others with the same push service go on."""

    async def work(post: Post) -> None:
        body = slow.subscription("slow0").body()
        keys = (body["p256dh"], body["auth"])
        await post.contacts.subscribe("ann", body["endpoint"], *keys, NOW)
        for number in range(10):
            await post.alert(table=await post.sit(f"table{number}", "ann"))
        await post.alert_somebody("quick", slow)
        sender = post.dispatcher()
        post.now_ms += 2000
        await sender.look()
        await wait_for(lambda: len(slow.tried) == 5)
        assert sorted(slow.tried) == ["quick", *["slow0"] * 4]
        slow.answers.set()
        assert await post.go(sender) == [None] * 11

    run(tmp_path, pushes, work)


def test_what_waits_long_hides_nothing(
    tmp_path: Path, pushes: PushService, slow: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more alerts than a look reads the next one reads others."""
    monkeypatch.setattr(module, "_PAGE", 5)
    monkeypatch.setattr(module, "_PAGES", 2)

    async def work(post: Post) -> None:
        for number in range(30):
            await post.alert_somebody(f"slow{number}", slow)
            post.now_ms += 1
        await post.alert()
        sender = post.dispatcher()
        post.now_ms += 2000
        for _ in range(5):
            await sender.look()
        await wait_for(lambda: pushes.tried == ["first"])
        slow.answers.set()

    run(tmp_path, pushes, work)


@pytest.mark.parametrize("name", ["unknown", "unanswered"])
def test_only_the_other_side_is_blamed_for_what_fails(
    tmp_path: Path, pushes: PushService, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Without a name server nothing can be sent: no subscription is dropped for that."""

    def fail(*_: object, **__: object) -> list[object]:
        error = socket.EAI_NONAME if name == "unknown" else socket.EAI_AGAIN
        raise socket.gaierror(error, "failed")

    async def work(post: Post) -> None:
        sender = post.dispatcher()
        waits = []
        for _ in range(2):
            await post.alert()
            dues = await post.go(sender, ms=2000)
            while dues:
                waits.append((dues[0] or 0) - post.now_ms)
                dues = await post.go(sender, ms=waits[-1])
        retries = [30_000, 120_000, 600_000, HOUR]
        assert waits[:4] == retries  # tried again as after every failure
        left = await post.contacts.of(DEVICE)
        if name == "unanswered":
            assert waits == retries * 2
            assert [contact.failures for contact in left] == [0]
        else:
            assert left == []

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    run(tmp_path, pushes, work)


NOBODY = Standing("first", None, None, None, (), None)


@pytest.mark.parametrize(
    ("changes", "news"),
    [
        ({}, []),
        ({"acting": "second"}, [("second", "turn")]),
        ({"acting": None}, [("first", "over"), ("second", "over")]),
        ({"draw_offer": "first"}, [("second", "draw")]),
        ({"take_back": "second"}, [("first", "take-back")]),
        ({"claimed_by": "second"}, [("first", "claim")]),
        ({"rematch_wanted": ("first",)}, [("second", "rematch")]),
        ({"rematch_wanted": ("first", "second")}, []),
        ({"deadline_ms": NOW}, []),
    ],
)
def test_what_is_news_and_for_whom(changes: dict[str, object], news: list[object]) -> None:
    assert find_news(NOBODY, NOBODY._replace(**changes)) == news  # type: ignore[arg-type]


def test_what_is_withdrawn_is_no_news() -> None:
    assert find_news(NOBODY._replace(draw_offer="first"), NOBODY) == []
