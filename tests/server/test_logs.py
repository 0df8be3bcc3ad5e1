"""The log: a line that cannot be written is lost, and nobody falls over it."""

from __future__ import annotations

import io

import pytest

from strata.server.ops.logs import LossyStream


class FullDisk(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_full_disk_and_a_reader_that_is_gone_are_overlooked() -> None:
    file = LossyStream(FullDisk())
    assert file.write("a line") == 6
    file.flush()


def test_a_closed_stream_is_overlooked() -> None:
    stream = io.StringIO()
    stream.close()
    with pytest.raises(ValueError, match="closed"):
        stream.write("a line")
    LossyStream(stream).write("a line")


def test_what_can_be_written_is() -> None:
    stream = io.StringIO()
    LossyStream(stream).write("a line")
    assert stream.getvalue() == "a line"
