"""By turns: no client keeps the workers from the others."""

from __future__ import annotations

import asyncio

from strata.server.engines.fair_queue import SHORT_MS, FairQueue

LONG_MS = 5000


class Diary:
    """Notes the order in which turns come."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.noted: list[str] = []
        self.go_on = asyncio.Event()

    async def work(self, owner: str, name: str, work_ms: int = LONG_MS) -> None:
        async with self.queue.turn(owner, work_ms):
            self.noted.append(name)
            if not self.go_on.is_set():
                await self.go_on.wait()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_owners_take_turns() -> None:
    async def run() -> list[str]:
        diary = Diary(FairQueue(1))
        tasks = [asyncio.create_task(diary.work("greedy", f"g{number}")) for number in range(10)]
        await settle()
        tasks += [asyncio.create_task(diary.work(name, name)) for name in ("ann", "ben")]
        await settle()
        assert diary.noted == ["g0"]
        diary.go_on.set()
        await asyncio.gather(*tasks)
        return diary.noted

    noted = asyncio.run(run())
    assert noted[:5] == ["g0", "ann", "ben", "g1", "g2"]
    assert len(noted) == 12


def test_nobody_has_all_slots() -> None:
    async def run() -> None:
        diary = Diary(FairQueue(4, most_each=2))
        tasks = [asyncio.create_task(diary.work("greedy", f"g{number}")) for number in range(5)]
        await settle()
        assert diary.noted == ["g0", "g1"]
        tasks.append(asyncio.create_task(diary.work("ann", "ann")))
        await settle()
        assert diary.noted == ["g0", "g1", "ann"]
        diary.go_on.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_what_is_short_waits_for_nothing_long() -> None:
    async def run() -> None:
        diary = Diary(FairQueue(1, short_slots=1))
        tasks = [asyncio.create_task(diary.work("greedy", f"g{number}")) for number in range(5)]
        tasks.append(asyncio.create_task(diary.work("ann", "quick", SHORT_MS)))
        await settle()
        assert diary.noted == ["g0", "quick"]
        diary.go_on.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_who_gives_up_leaves_no_gap() -> None:
    async def run() -> None:
        queue = FairQueue(1)
        diary = Diary(queue)
        first = asyncio.create_task(diary.work("ann", "first"))
        await settle()
        waiting = [asyncio.create_task(diary.work("ben", f"b{number}")) for number in range(3)]
        await settle()
        assert queue.waiting == 3
        waiting[1].cancel()
        first.cancel()  # while it works
        await settle()
        assert diary.noted == ["first", "b0"]
        waiting[0].cancel()
        await settle()
        assert diary.noted == ["first", "b0", "b2"]
        diary.go_on.set()
        await waiting[2]
        await diary.work("ann", "last")
        assert queue.waiting == 0

    asyncio.run(run())


def test_who_gives_up_when_called_passes_it_on() -> None:
    async def run() -> None:
        diary = Diary(FairQueue(1))
        first = asyncio.create_task(diary.work("ann", "first"))
        second = asyncio.create_task(diary.work("ben", "second"))
        third = asyncio.create_task(diary.work("eve", "third"))
        await settle()
        first.cancel()
        await asyncio.sleep(0)  # the second is called, and has not come yet
        second.cancel()
        await settle()
        assert diary.noted[-1] == "third"
        diary.go_on.set()
        await third

    asyncio.run(run())
