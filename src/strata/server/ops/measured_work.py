"""The processor time of a coroutine: that of its own steps, not of what it waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final, Generic, TypeVar

from strata.server.ops.rate_limit import Seconds

T = TypeVar("T")


class MeasuredWork(Generic[T]):
    """An awaitable that does `work` and measures its steps. It is awaited once.

    The processor time of the thread counts (`now`). Other tasks that run while `work` waits do not
    count, nor does the work of other threads or processes. After every step, `charge` is called
    with its seconds.
    """

    __slots__ = ("_charge", "_now", "_work", "seconds")

    def __init__(
        self,
        work: Coroutine[Any, Any, T],
        charge: Callable[[float], None] | None = None,
        now: Seconds = time.thread_time,
    ) -> None:
        self._work: Final = work
        self._charge: Final = charge
        self._now: Final = now
        self.seconds = 0.0
        """The time of all steps so far."""

    def __await__(self) -> Generator[Any, Any, T]:
        work, now, charge = self._work, self._now, self._charge
        error: BaseException | None = None
        while True:
            began = now()
            try:
                awaited = work.send(None) if error is None else work.throw(error)
            except StopIteration as ended:
                result: T = ended.value
                return result
            finally:
                spent = now() - began
                self.seconds += spent
                if charge is not None:
                    charge(spent)
            error = None
            try:
                yield awaited
            except GeneratorExit:
                work.close()
                raise
            except BaseException as thrown:
                error = thrown
