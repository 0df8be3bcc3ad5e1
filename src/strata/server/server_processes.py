"""Several worker processes behind one port: `strata serve --workers 2`.

The parent process accepts connections and hands each one over, as an open socket, to a worker.
Connections to the same table go to the same worker, so that one process serves all its players.
Workers learn of each other's changes as servers on several machines do: by Redis and the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import multiprocessing
import os
import re
import signal
import socket
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing.process import BaseProcess
from typing import Final
from zlib import crc32

import structlog
import uvicorn

from strata.core.ctrl_c import deaf_to_ctrl_c
from strata.server.http.access.silent_connections import SilentConnections
from strata.server.ops.punctual_server import PunctualServer

_TABLE: Final = re.compile(rb"[A-Z]+ /api/tables/([A-Za-z0-9]{12})[/ ?]")
_PEEKED: Final = 256
_SILENT_SECONDS: Final = 10.0
_MOST_SILENT: Final = 2000
_PAUSE_SECONDS: Final = 0.2
_NO_FILES: Final = (errno.EMFILE, errno.ENFILE)
_RESTART_SECONDS: Final = 1.0
_STOP_SECONDS: Final = 15.0
_READY: Final = b"r"
_log: Final = structlog.get_logger("strata.workers")
Work = Callable[[socket.socket], None]
"""The main function of a worker process; its argument is the channel that brings connections."""


def most_silent() -> int:
    """Return how many connections may be silent at a time: at most half the limit of open files."""
    import resource  # missing on Windows, which has no workers

    open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(_MOST_SILENT, open_files // 2)


class AdoptingServer(PunctualServer):
    """The server of a worker process, for the connections that arrive over `channel`."""

    def __init__(self, config: uvicorn.Config, channel: socket.socket) -> None:
        super().__init__(config)
        self._channel: Final = channel
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._adopt)
        self._channel.send(_READY)

    def _adopt(self) -> None:
        try:
            said, files, _, _ = socket.recv_fds(self._channel, 1, 1)
        except BlockingIOError:
            return
        if not said:  # the parent process has ended
            asyncio.get_running_loop().remove_reader(self._channel)
            self.should_exit = True
        for file in files:
            task = asyncio.create_task(self._serve_on(socket.socket(fileno=file)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve_on(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with contextlib.suppress(OSError):  # it may be closed already
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        kind: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return kind(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


class _Worker:
    """A worker process, and the parent's end of the channel to it."""

    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self.channel, theirs = socket.socketpair()
        self.process: BaseProcess = context.Process(target=_work_alone, args=(work, theirs))
        with deaf_to_ctrl_c():
            self.process.start()
        theirs.close()
        self.is_ready = False

    def give(self, connection: socket.socket) -> bool:
        """Hand a connection over; return False if the worker cannot take it."""
        try:
            socket.send_fds(self.channel, [b"c"], [connection.fileno()])
        except OSError:
            return False
        return True


class ServerProcesses:
    def __init__(self, listening: socket.socket, workers: int, work: Work) -> None:
        self._listening: Final = listening
        self._work: Final = work
        self._workers: Final = [_Worker(work) for _ in range(workers)]
        self._turn: Final = count()
        self._silent: Final[dict[socket.socket, asyncio.TimerHandle]] = {}
        self._places: Final = SilentConnections[socket.socket](most_silent())
        self._ended: Final = asyncio.Event()
        self._is_stopping = False
        self._has_served = False
        self.has_failed = False
        """Whether no worker could start."""

    async def run(self) -> None:
        """Serve until SIGINT or SIGTERM arrives, or no worker can start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._ended.set)
        for index in range(len(self._workers)):
            self._watch(index)
        self._listening.setblocking(False)
        loop.add_reader(self._listening, self._accept)
        try:
            await self._ended.wait()
        finally:
            loop.remove_reader(self._listening)
            self._listening.close()
            await self._stop()

    async def _stop(self) -> None:
        self._is_stopping = True
        for connection in list(self._silent):
            self._forget(connection).close()
        for worker in self._workers:
            if worker.process.is_alive():
                worker.process.terminate()
        for worker in self._workers:
            await asyncio.to_thread(worker.process.join, _STOP_SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                await asyncio.to_thread(worker.process.join)
            worker.channel.close()

    # Workers.

    def _watch(self, index: int) -> None:
        loop, worker = asyncio.get_running_loop(), self._workers[index]
        worker.channel.setblocking(False)
        loop.add_reader(worker.channel, self._hear, index)

    def _hear(self, index: int) -> None:
        """Note that a worker is ready, or restart one that has ended."""
        worker = self._workers[index]
        try:
            said = worker.channel.recv(1)
        except OSError:
            said = b""
        if said == _READY:
            worker.is_ready = self._has_served = True
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(worker.channel)
        if self._is_stopping or self._ended.is_set():
            return
        if not self._has_served:  # no worker has ever been ready: the settings are wrong
            self.has_failed = True
            self._ended.set()
            return
        _log.error("worker-ended", worker=index, code=worker.process.exitcode)
        worker.is_ready = False
        loop.call_later(_RESTART_SECONDS, self._restart, index)

    def _restart(self, index: int) -> None:
        if not self._is_stopping:
            self._workers[index].channel.close()
            self._workers[index].process.join(0)
            self._workers[index] = _Worker(self._work)
            self._watch(index)

    # Connections.

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            connection, address = self._listening.accept()
        except OSError as error:
            if error.errno in _NO_FILES:  # without a pause the event loop would retry at once
                loop.remove_reader(self._listening)
                loop.call_later(_PAUSE_SECONDS, self._listen)
            return
        connection.setblocking(False)
        if (leaving := self._places.add(connection, address[0])) is not None:
            if leaving is connection:
                self._places.remove(connection)
                connection.close()
                return
            self._drop(leaving)
        self._silent[connection] = loop.call_later(_SILENT_SECONDS, self._drop, connection)
        loop.add_reader(connection, self._hand_over, connection)

    def _listen(self) -> None:
        """Resume accepting connections."""
        if not self._ended.is_set():
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def _forget(self, connection: socket.socket) -> socket.socket:
        asyncio.get_running_loop().remove_reader(connection)
        self._silent.pop(connection).cancel()
        self._places.remove(connection)
        return connection

    def _drop(self, connection: socket.socket) -> None:
        self._forget(connection).close()

    def _hand_over(self, connection: socket.socket) -> None:
        """Hand a connection over to a worker, chosen by the first bytes that it has sent."""
        with self._forget(connection):
            try:
                beginning = connection.recv(_PEEKED, socket.MSG_PEEK)
            except OSError:
                return
            if beginning:
                any(self._workers[index].give(connection) for index in self._order(beginning))

    def _order(self, beginning: bytes) -> Iterator[int]:
        """Yield the workers for a connection, the preferred one first and unready ones last."""
        table = _TABLE.match(beginning)
        first = crc32(table[1]) if table else next(self._turn)
        numbers = [(first + step) % len(self._workers) for step in range(len(self._workers))]
        yield from sorted(numbers, key=lambda number: not self._workers[number].is_ready)


def _work_alone(work: Work, channel: socket.socket) -> None:
    """Run `work` in a worker process. It ignores Ctrl-C, which the parent process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.umask(0o077)
    work(channel)
