"""The processor time of each address: what is charged, who waits, and who does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from itertools import pairwise
from typing import Any, Final

import pytest
from litestar.testing import TestClient

import strata
from strata.core.outcome import SEATS
from strata.play.new_table import new_table
from strata.server import app
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.live.open_table import OpenTable
from strata.server.ops.long_work import LongWork, Steps
from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.rate_limit import Bucket
from strata.server.ops.work_share import WorkShare, places_for
from tests.patience import PATIENCE
from tests.server.offered import offered
from tests.server.test_http import make
from tests.server.test_limits import Watch
from tests.server.test_views import NOW_MS, Reader


class Processor:
    """The processor time of the thread, which passes when something works."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def work(self, seconds: float) -> None:
        self.seconds += seconds


class Address:
    """The share of an address: 200 ms a second, of which it has saved 1,000."""

    def __init__(self, watch: Watch, processor: Processor, places: int = 4) -> None:
        self.watch = watch
        self.bucket = Bucket(200, 1000, watch)
        self.share = WorkShare(self.bucket, places, now=processor.now, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.watch.now += seconds


def test_only_own_steps_are_measured() -> None:
    processor = Processor()
    charged: list[float] = []

    async def others() -> None:
        processor.work(5.0)

    async def work() -> str:
        processor.work(0.25)
        await asyncio.create_task(others())
        processor.work(0.5)
        return "done"

    measured = MeasuredWork(work(), charged.append, processor.now)
    assert asyncio.run(_awaited(measured)) == "done"
    assert charged == [0.25, 0.5]


async def _awaited(measured: MeasuredWork[Any]) -> Any:
    return await measured


def test_measured_work_can_be_cancelled() -> None:
    processor = Processor()
    charged: list[float] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            processor.work(0.5)

    async def run() -> None:
        task = asyncio.create_task(_awaited(MeasuredWork(work(), charged.append, processor.now)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert charged == [0.0, 0.5]


def test_what_is_done_is_charged_also_if_it_fails() -> None:
    processor = Processor()
    address = Address(Watch(), processor)

    async def fail() -> None:
        processor.work(1.5)
        raise LookupError

    async def run() -> None:
        with pytest.raises(LookupError):
            await address.share.do(fail)

    asyncio.run(run())
    assert address.bucket.shortage_seconds() == pytest.approx(2.505)  # 500 ms, and one to begin


def commands(
    address: Address, processor: Processor, begun: list[float]
) -> Callable[[], Coroutine[Any, Any, None]]:
    """Makes commands that take 16 ms of the processor and wait for the database."""

    async def command() -> None:
        begun.append(address.watch.now)
        processor.work(0.006)
        await asyncio.sleep(0)
        processor.work(0.010)

    return command


def test_in_debt_one_command_follows_the_other() -> None:
    """Those who waited must not all begin once there is a little of the share again."""
    processor = Processor()
    address = Address(Watch(), processor)
    begun: list[float] = []
    command = commands(address, processor, begun)

    async def run() -> None:
        await address.share.do(command)
        address.bucket.charge(1000)
        await asyncio.gather(*(address.share.do(command) for _ in range(60)))

    asyncio.run(run())
    waits = [after - before for before, after in pairwise(begun[1:])]
    assert len(waits) == 59
    assert min(waits) == pytest.approx(0.080, abs=0.002)  # 16 ms of 200 a second
    assert max(waits) == pytest.approx(0.080, abs=0.002)


def test_who_comes_later_does_not_overtake() -> None:
    address, begun = Address(Watch(), Processor(), places=1), list[int]()
    later: list[asyncio.Task[None]] = []

    async def command(number: int) -> None:
        begun.append(number)
        await asyncio.sleep(0)
        if number == 1:  # the place is free and the next is about to take it
            later.append(asyncio.create_task(do(4)))

    async def do(number: int) -> None:
        await address.share.do(partial(command, number))

    async def run() -> None:
        await asyncio.gather(*map(do, (1, 2, 3)))
        await asyncio.gather(*later)

    asyncio.run(run())
    assert begun == [1, 2, 3, 4]


def test_several_tables_of_a_family_wait_for_nothing() -> None:
    """Six tables behind one address, a command of 16 ms every two seconds at each."""
    processor, watch = Processor(), Watch()
    address = Address(watch, processor)
    begun: list[float] = []
    command = commands(address, processor, begun)

    async def run() -> None:
        for second in range(0, 600, 2):
            watch.now = float(second)
            await asyncio.gather(*(address.share.do(command) for _ in range(6)))

    asyncio.run(run())
    assert begun == [float(second) for second in range(0, 600, 2) for _ in range(6)]


def test_others_do_not_wait() -> None:
    processor, watch = Processor(), Watch()
    greedy, other = Address(watch, processor), Address(watch, processor)
    greedy.bucket.charge(5000)
    done: list[str] = []

    async def note(name: str) -> None:
        done.append(name)

    async def run() -> None:
        waiting = asyncio.create_task(greedy.share.do(lambda: note("greedy")))
        await other.share.do(lambda: note("other"))
        assert done == ["other"]
        await waiting

    asyncio.run(run())
    assert done == ["other", "greedy"]


def test_an_address_has_few_commands_at_a_time() -> None:
    address = Address(Watch(), Processor(), places=places_for(200))
    at_work = most = 0

    async def command() -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0)
        at_work -= 1

    async def run() -> None:
        await asyncio.gather(*(address.share.do(command) for _ in range(64)))

    asyncio.run(run())
    assert most == 4


class Pieces:
    """Pieces of long work, each of steps of a millisecond; `order` says which were done when."""

    def __init__(self) -> None:
        self._processor: Final = Processor()
        self.long_work: Final = LongWork(0.002, self._processor.now)
        self.order: Final[list[str]] = []

    def begin(self, name: str, milliseconds: int) -> asyncio.Task[None]:
        return asyncio.create_task(self.long_work.do(self._steps(name, milliseconds)))

    def _steps(self, name: str, milliseconds: int) -> Steps:
        for _ in range(milliseconds):
            self._processor.work(0.001)
            self.order.append(name)
            yield

    async def end(self, *begun: asyncio.Task[None]) -> None:
        """Wait for them; something short is done as often as possible meanwhile."""
        await asyncio.sleep(0)
        while not all(task.done() for task in begun):
            await self.begin("-", 1)

    @property
    def slices(self) -> list[str]:
        """What was done between two short pieces."""
        return "".join(self.order).replace("-", " ").split()


def test_long_work_lets_others_go_first() -> None:
    """Others come between two slices, and equal pieces do not delay each other."""
    pieces = Pieces()

    async def run() -> None:
        await pieces.end(pieces.begin("a", 6), pieces.begin("b", 6))

    asyncio.run(run())
    assert pieces.slices == ["aabb", "aa", "bb", "aa", "bb"]


def test_long_work_waits_for_what_took_less() -> None:
    """Whoever comes while something takes very long waits for a slice of it, not for all."""
    pieces = Pieces()

    async def run() -> None:
        very_long = pieces.begin("a", 40)
        while len(pieces.order) < 20:
            await asyncio.sleep(0)
        short, long = pieces.begin("b", 3), pieces.begin("c", 12)
        await pieces.end(short, long, very_long)

    asyncio.run(run())
    told = "".join(pieces.order).replace("-", "")
    assert told.index("b") < told.index("c")
    assert told[told.index("b") : told.rindex("c")].count("a") <= 2  # the slice that was begun
    assert told.rindex("b") < told.rindex("c") < told.rindex("a")


def test_very_long_work_pauses_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause of a slice before each one, once it has taken four of two milliseconds."""
    for milliseconds, paused in ((6, 0), (8, 1), (24, 9)):
        pieces, pauses = Pieces(), list[float]()

        async def run(
            pieces: Pieces = pieces, pauses: list[float] = pauses, milliseconds: int = milliseconds
        ) -> None:
            loop = asyncio.get_running_loop()

            def call_later(delay: float, callback: Callable[[], None]) -> None:
                pauses.append(delay)
                loop.call_soon(callback)

            monkeypatch.setattr(loop, "call_later", call_later)
            await pieces.begin("a", milliseconds)

        asyncio.run(run())
        assert pauses == pytest.approx([0.002] * paused)


def test_the_pause_is_as_long_as_the_slice_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that takes longer than a slice lets the others wait, so they get as much time."""
    for step, pause in ((0.004, 0.004), (0.5, 0.005)):
        pauses = _pauses_of_steps(step, monkeypatch)
        assert pauses
        assert pauses == pytest.approx([pause] * len(pauses))


def _pauses_of_steps(seconds: float, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses of work in steps that take so many seconds each."""
    pauses: list[float] = []
    clock = 0.0

    def steps() -> Steps:
        nonlocal clock
        for _ in range(8):
            clock += seconds
            yield

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def call_later(delay: float, callback: Callable[[], None]) -> None:
            pauses.append(delay)
            loop.call_soon(callback)

        monkeypatch.setattr(loop, "call_later", call_later)
        await LongWork(0.002, lambda: clock).do(steps())

    asyncio.run(run())
    return pauses


class Timer:
    """A timer of the event loop that ends when the test says so."""

    def __init__(self, delay: float, callback: Callable[[], None]) -> None:
        self.delay: Final = delay
        self._callback: Final = callback
        self.is_over = False

    def cancel(self) -> None:
        self.is_over = True

    def end(self) -> None:
        assert not self.is_over
        self.is_over = True
        self._callback()


def _timers(monkeypatch: pytest.MonkeyPatch) -> list[Timer]:
    """The timers that the running loop is given from now on."""
    timers: list[Timer] = []

    def call_later(delay: float, callback: Callable[[], None]) -> Timer:
        timers.append(Timer(delay, callback))
        return timers[-1]

    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", call_later)
    return timers


async def _pass_often() -> None:
    """Let everything happen that waits for no timer."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_long_work_gives_way_to_what_is_urgent(monkeypatch: pytest.MonkeyPatch) -> None:
    """While something is stored only first slices are done; the rest follows when it is stored."""
    pieces = Pieces()

    async def run() -> None:
        timers = _timers(monkeypatch)
        stored = [asyncio.get_running_loop().create_future() for _ in range(2)]
        storing = [asyncio.create_task(pieces.long_work.give_way_to(future)) for future in stored]
        begun = [pieces.begin("a", 6), pieces.begin("b", 6)]
        await _pass_often()
        assert pieces.order == ["a", "a", "b", "b"]
        stored[0].set_result("first")
        await _pass_often()
        assert len(pieces.order) == 4
        stored[1].set_result("second")
        await asyncio.gather(*begun)
        assert [await task for task in storing] == ["first", "second"]
        assert [timer.delay for timer in timers] == [0.005]
        assert timers[0].is_over

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert "".join(pieces.order[4:]) == "aabbaabb"


def test_long_work_gives_way_again_only_when_all_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where something is always being stored, long work waits once and goes on then."""
    pieces = Pieces()

    async def run() -> None:
        timers = _timers(monkeypatch)
        loop = asyncio.get_running_loop()
        stored = loop.create_future()
        storing = asyncio.create_task(pieces.long_work.give_way_to(stored))
        begun = [pieces.begin("a", 4), pieces.begin("b", 4)]
        await _pass_often()
        assert len(pieces.order) == 4
        timers[0].end()
        await asyncio.gather(*begun)
        assert len(timers) == 1

        overlapping = loop.create_future()
        later = asyncio.create_task(pieces.long_work.give_way_to(overlapping))
        await _pass_often()
        stored.set_result(None)
        await pieces.begin("c", 4)
        assert len(timers) == 1

        overlapping.set_exception(LookupError())
        with pytest.raises(LookupError):
            await later
        await storing
        once_more = loop.create_future()
        last = asyncio.create_task(pieces.long_work.give_way_to(once_more))
        waiting = pieces.begin("d", 4)
        await _pass_often()
        assert pieces.order[-2:] == ["d", "d"]
        assert len(timers) == 2
        last.cancel()
        await waiting

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_short_work_ends_the_pause_of_very_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = Pieces()

    async def run() -> None:
        timers = _timers(monkeypatch)
        very_long = pieces.begin("a", 12)
        await _pass_often()
        assert pieces.order == ["a"] * 8
        await pieces.begin("b", 4)
        assert timers[0].is_over
        await _pass_often()
        assert pieces.order == [*"aaaaaaaa", *"bbbb"]
        while not very_long.done():
            timers[-1].end()
            await _pass_often()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert "".join(pieces.order) == "aaaaaaaabbbbaaaa"


def test_long_work_that_is_given_up_delays_nobody() -> None:
    """A piece that is cancelled passes its turn on, whether it has it or waits for it."""
    for passes in range(12):
        pieces = Pieces()

        async def run(pieces: Pieces = pieces, passes: int = passes) -> None:
            begun = [pieces.begin(name, 8) for name in "abc"]
            for _ in range(passes):
                await asyncio.sleep(0)
            begun[0].cancel()
            async with asyncio.timeout(PATIENCE):
                await pieces.end(*begun)

        asyncio.run(run())
        assert pieces.order.count("b") == pieces.order.count("c") == 8


@pytest.mark.parametrize("name", strata.games())
def test_what_is_prepared_in_steps_is_sent(name: str) -> None:
    """The same messages, and nothing of them is made twice."""
    sent: list[list[str]] = []
    for is_prepared in (False, True):
        table = new_table(strata.game(name), {"first": "link", "second": "link"})
        open_table = OpenTable("table", table, NOW_MS, frozenset(SEATS))
        readers = [Noting(("first",)), Noting(("second",)), Noting(())]
        for reader in readers:
            if is_prepared:
                _exhaust(open_table.views.prepare(reader.held))
            open_table.welcome(reader, NOW_MS)
        for number in range(25):
            seat = table.seat
            assert seat is not None
            actions = table.record.actions()
            table.play(seat, actions[7 * number % len(actions)], NOW_MS)
            if is_prepared:
                _exhaust(open_table.prepare_change())
                views = dict(open_table.views._views)
                offers = open_table.views._offers
            open_table.send_change(NOW_MS)
            if is_prepared:
                assert open_table.views._views == views
                assert open_table.views._offers is offers
        sent.append([message for reader in readers for message in reader.messages])
    assert sent[0] == sent[1]


class Noting(Reader):
    """Keeps what it is sent."""

    def __init__(self, held: Any) -> None:
        super().__init__(held)
        self.messages: list[str] = []

    def put(self, message: str, *, whole: bool = False) -> None:
        self.messages.append(message)


def _exhaust(steps: Iterator[None]) -> None:
    for _ in steps:
        pass


def test_long_work_gives_way_to_what_is_stored(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one scheduler for all services, and it knows of every move being stored."""
    made: list[LongWork] = []
    stored: list[Any] = []

    class Noted(LongWork):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

        async def give_way_to(self, urgent: Any) -> Any:
            assert len(stored) == version
            stored.append(await super().give_way_to(urgent))
            return stored[-1]

    monkeypatch.setattr(app, "LongWork", Noted)
    with TestClient(create_app(config)) as client:
        table_id = make(client, second="me")["id"]
        with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
            state = socket.receive_json(timeout=PATIENCE)["table"]["state"]
            for version in range(3):
                action = offered(state)[0]
                socket.send_json({"type": "play", "version": version, "action": action})
                state = socket.receive_json(timeout=PATIENCE)["state"]
                assert len(stored) == state["version"] == version + 1
    assert stored == [True] * 3
    assert len(made) == 1


def test_what_is_cut_short_leaves_no_change_untold(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored is sent, even if the task that stored it ends before it is prepared."""
    is_cut = False

    class Cut(LongWork):
        async def do(self, steps: Steps) -> None:
            if is_cut:
                raise RuntimeError("cut")
            await super().do(steps)

    monkeypatch.setattr(app, "LongWork", Cut)
    with TestClient(create_app(config)) as client:
        table_id = make(client, second="me")["id"]
        address = f"/api/tables/{table_id}/live"
        with (
            client.websocket_connect(address) as acting,
            client.websocket_connect(address) as other,
        ):
            state = acting.receive_json(timeout=PATIENCE)["table"]["state"]
            other.receive_json(timeout=PATIENCE)
            is_cut = True
            acting.send_json({"type": "play", "version": 0, "action": offered(state)[0]})
            assert other.receive_json(timeout=PATIENCE)["state"]["version"] == 1
            is_cut = False
