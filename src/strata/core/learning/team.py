"""Threads that work side by side, again and again, and survive interrupts.

A thread pool of the standard library may stay locked for ever if a signal raises an exception
inside it, such as KeyboardInterrupt. Here the threads share only queues written in C, and whatever
is raised while they work is raised again after all of them are done.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Generic, TypeVar
from weakref import finalize

_T = TypeVar("_T")
_PATIENCE: Final = 0.05
"""The seconds after which the threads are checked, in case an interrupt lost a notification."""


class _Post:
    """What a thread and its team share.

    The thread refers to its post and not to the team, so that both can end.
    """

    def __init__(self, bell: SimpleQueue[None]) -> None:
        self.jobs: Final[SimpleQueue[tuple[int, Callable[[Any], None]] | None]] = SimpleQueue()
        self.bell: Final = bell
        self.done = 0
        self.error: BaseException | None = None


def _work(post: _Post, tool: Any) -> None:
    while (job := post.jobs.get()) is not None:
        number, work = job
        if number == post.done:  # queued twice by an interrupted call
            continue
        post.error = None
        try:
            work(tool)
        except BaseException as error:
            post.error = error
        del job, work  # they may refer to things that should be freed
        post.done = number
        post.bell.put(None)


def _end(posts: Sequence[_Post]) -> None:
    for post in posts:
        post.jobs.put(None)


class Team(Generic[_T]):
    """A thread for each of `tools`."""

    def __init__(self, tools: Sequence[_T]) -> None:
        self._tools: Final = tools
        self._number = 0
        self._begin()

    def _begin(self) -> None:
        self._process = os.getpid()
        bell: SimpleQueue[None] = SimpleQueue()
        self._bell = bell
        self._posts = [_Post(bell) for _ in self._tools]
        for post in self._posts:
            post.done = self._number
        self._finalizer = finalize(self, _end, self._posts)
        for post, tool in zip(self._posts, self._tools, strict=True):
            Thread(target=_work, args=(post, tool), daemon=True).start()

    def run(self, work: Callable[[_T], None]) -> None:
        """Call `work` with every tool, side by side. One call at a time.

        Exceptions of `work` and interrupts are raised here, when all threads are done.
        """
        if self._process != os.getpid():  # a forked process does not inherit threads
            self._begin()
        number = self._number = self._number + 1
        asked = 0
        interrupt: BaseException | None = None
        while True:
            try:
                while asked < len(self._posts):
                    self._posts[asked].jobs.put((number, work))
                    asked += 1
                while any(post.done != number for post in self._posts):
                    with suppress(Empty):
                        self._bell.get(timeout=_PATIENCE)
                break
            except BaseException as error:
                interrupt = error
        for raised in (interrupt, *(post.error for post in self._posts)):
            if raised is not None:
                raise raised

    def end(self) -> None:
        """Let the threads end when they are done."""
        self._finalizer()
