"""The processor time of a coroutine: that of its own steps, not of what it waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final, Generic, TypeVar

from strata.server.ops.rate_limit import Seconds

T = TypeVar("T")


class MeasuredWork(Generic[T]):
    """An awaitable that does `work` and charges its steps. It is awaited once.

    After every step, `charge` is called with its seconds, by the processor time of the thread
    (`now`). Other tasks that run while `work` waits do not count, nor does the work of other
    threads or processes.
    """

    def __init__(
        self,
        work: Coroutine[Any, Any, T],
        charge: Callable[[float], None],
        now: Seconds = time.thread_time,
    ) -> None:
        self._work: Final = work
        self._charge: Final = charge
        self._now: Final = now

    def __await__(self) -> Generator[Any, Any, T]:
        work, now = self._work, self._now
        error: BaseException | None = None
        while True:
            began = now()
            try:
                awaited = work.send(None) if error is None else work.throw(error)
            except StopIteration as ended:
                result: T = ended.value
                return result
            finally:
                self._charge(now() - began)
            error = None
            try:
                yield awaited
            except GeneratorExit:
                work.close()
                raise
            except BaseException as thrown:
                error = thrown
