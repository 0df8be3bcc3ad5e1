"""The log: nobody waits for it, and nobody falls over a line that cannot be written."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from strata.server.ops.logs import LossyStream
from tests.patience import PATIENCE
from tests.server.processes import Device, Server


class Reader:
    """Takes nothing until it is told to."""

    def __init__(self) -> None:
        self.may_read = threading.Event()
        self.is_asked = threading.Event()
        self.read: list[str] = []

    def write(self, text: str) -> None:
        self.is_asked.set()
        assert self.may_read.wait(PATIENCE)
        self.read.append(text)


def test_a_full_disk_and_a_reader_that_is_gone_are_overlooked() -> None:
    written: list[str] = []

    def write(text: str) -> None:
        written.append(text)
        raise OSError(28, "No space left on device") if len(written) == 1 else BrokenPipeError

    log = LossyStream(write)
    for line in ("a line\n", "another\n", "a third\n"):
        assert log.write(line) == len(line)
    log.close()
    assert written == ["a line\n", "another\n", "a third\n"]


def test_a_closed_stream_is_overlooked() -> None:
    stream = io.StringIO()
    stream.close()
    with pytest.raises(ValueError, match="closed"):
        stream.write("a line")
    log = LossyStream(stream.write)
    log.write("a line")
    log.close()


def test_what_can_be_written_is() -> None:
    stream = io.StringIO()
    log = LossyStream(stream.write)
    log.write("a line\n")
    log.write("another\n")
    log.close()
    assert stream.getvalue() == "a line\nanother\n"


def test_nobody_waits_for_a_reader_and_what_was_dropped_is_said() -> None:
    reader = Reader()
    log = LossyStream(reader.write, most_waiting=3)
    log.write("0\n")
    assert reader.is_asked.wait(PATIENCE)
    for number in range(1, 10):
        log.write(f"{number}\n")
    assert reader.read == []
    reader.may_read.set()
    log.close()
    dropped = '{"event": "lines-dropped", "lines": 6, "level": "error"}\n'
    assert reader.read == ["0\n", f"{dropped}1\n", "2\n", "3\n"]


def test_a_server_whose_log_nobody_reads_goes_on(tmp_path: Path) -> None:
    """Its standard error is a pipe that is full: every line of the log would wait for ever."""
    server = Server(tmp_path)
    os.mkfifo(server.log_path)
    ends = [os.open(server.log_path, how | os.O_NONBLOCK) for how in (os.O_RDONLY, os.O_WRONLY)]
    with server:
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(ends[1], bytes(4096))
        device = Device(server)
        made = device.make("me", "me", clock={"main_ms": 1000, "increment_ms": 0})
        player = device.sit(made["id"])
        for action in ("Kd4", "Kg7"):  # the first turn of each seat is free
            player.play(action)
        player.reach(3)  # a flag fell, which is logged
        assert device.http.get("/health").status_code == 200
    for end in ends:
        os.close(end)


def test_what_libraries_log_is_json_too() -> None:
    """In a process of its own, whose log is set up for good."""
    work = """
import logging, sys
from strata.server.ops.logs import set_up_logs
set_up_logs(sys.stdout, is_terminal=False)
log = logging.getLogger("some.library")
log.info("nothing")
log.warning("%s", 'a "word"')
try:
    secret = "hidden"
    raise ValueError("a value")
except ValueError:
    log.exception("a failure")
"""
    run = subprocess.run(
        [sys.executable, "-c", work], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    warning, failure = map(json.loads, run.stdout.splitlines())
    assert warning.pop("timestamp")
    assert warning == {"event": 'a "word"', "level": "warning", "logger": "some.library"}
    assert failure["exception"][0]["exc_value"] == "a value"
    assert "hidden" not in run.stdout
