"""Calls made in threads for an event loop."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest

from strata.server.storage.sqlite.call_threads import CallThreads
from tests.patience import PATIENCE


def test_a_call_returns_or_raises_what_it_does_in_a_thread() -> None:
    async def work() -> None:
        threads = CallThreads(2, "callers")
        assert (await threads.call(threading.current_thread)).name.startswith("callers-")
        with pytest.raises(ZeroDivisionError):
            await threads.call(lambda: 1 // 0)
        assert await threads.call(lambda: "after a failure") == "after a failure"
        threads.stop()

    asyncio.run(work())


def test_one_that_takes_long_does_not_keep_the_others_waiting() -> None:
    async def work() -> None:
        threads, freed = CallThreads(2, "callers"), threading.Event()
        long = asyncio.create_task(threads.call(lambda: freed.wait(PATIENCE)))
        assert [await threads.call(partial(int, number)) for number in "01234"] == [0, 1, 2, 3, 4]
        assert not long.done()
        freed.set()
        assert await long
        threads.stop()

    asyncio.run(work())


def test_a_call_is_made_though_nobody_waits_for_it_any_more() -> None:
    async def work() -> None:
        threads, freed, made = CallThreads(1, "callers"), threading.Event(), list[str]()
        first = asyncio.create_task(threads.call(lambda: freed.wait(PATIENCE)))
        second = asyncio.create_task(threads.call(lambda: made.append("second")))
        await asyncio.sleep(0)
        for task in (first, second):
            task.cancel()
        freed.set()
        await threads.call(lambda: made.append("third"))
        assert made == ["second", "third"]
        threads.stop()

    asyncio.run(work())


def test_the_threads_end_when_all_calls_are_made_and_start_again() -> None:
    async def work() -> None:
        threads, made = CallThreads(3, "callers"), list[int]()
        calls = [asyncio.create_task(threads.call(lambda: made.append(1))) for _ in range(20)]
        await asyncio.sleep(0)
        threads.stop()
        assert len(made) == 20
        assert not any(thread.name.startswith("callers-") for thread in threading.enumerate())
        await asyncio.gather(*calls)
        assert await threads.call(lambda: "again") == "again"
        threads.stop()

    asyncio.run(work())
