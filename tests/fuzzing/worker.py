"""A process that tries inputs, so that a crash or a hang ends it and nothing else.

It reads commands, one JSON object a line, and answers each with one line. Before every input it
writes the input's number into a file that outlives it; who started it reads there what it died of.
An input that takes more processor time than allowed ends the process by SIGPROF, wherever it is:
compiled code without the interpreter's lock hears no exception.
"""

from __future__ import annotations

import faulthandler
import mmap
import signal
import struct
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec

from tests.examples.known import examples_known
from tests.fuzzing.target import Target, parse_target
from tests.fuzzing.verdict import signature
from tests.sanitizing.heap import is_sanitized, use_heap

NUMBER: Final = struct.Struct("q")
_KEPT_TEXTS: Final = 3
"""Failures of one signature that an answer describes; the others are counted."""


class Command(msgspec.Struct, frozen=True):
    """Try `count` inputs from number `first` on; or `text` alone, in place of input `first`.

    With a count of 0 nothing is tried, and the answer has the text of input `first`.
    """

    target: str
    seed: int
    first: int
    count: int = 1
    text: bytes | None = None
    """As `to_bytes` makes it."""


class Failure(msgspec.Struct, frozen=True):
    number: int
    signature: str
    detail: str


class Answer(msgspec.Struct):
    """What became of the inputs of a command."""

    verdicts: dict[str, int]
    failures: list[Failure]
    failed: int
    slowest_s: float
    slowest: int
    """The number of the input that took most processor time."""
    cpu_s: float
    text: bytes = b""


def to_bytes(text: str) -> bytes:
    """`text` exactly, halves of surrogate pairs included, which UTF-8 proper refuses."""
    return text.encode("utf-8", "surrogatepass")


def from_bytes(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


class Worker:
    def __init__(self, journal: Path, hang_s: float) -> None:
        with journal.open("r+b") as file:
            self._journal: Final = mmap.mmap(file.fileno(), NUMBER.size)
        self._hang_s: Final = hang_s

    def carry_out(self, command: Command) -> Answer:
        target = parse_target(command.target)
        verdicts: Counter[str] = Counter()
        answer = Answer({}, [], 0, 0.0, command.first, 0.0)
        if not command.count:
            answer.text = to_bytes(target.input(command.seed, command.first))
        seen: Counter[str] = Counter()
        began = time.process_time()
        given = None if command.text is None else from_bytes(command.text)
        for number in range(command.first, command.first + command.count):
            text = target.input(command.seed, number) if given is None else given
            before = time.process_time()
            try:
                verdicts[self._try(target, command.seed, number, text)] += 1
            except Exception as error:  # whatever a parser must not raise
                found = signature(error)
                seen[found] += 1
                answer.failed += 1
                if seen[found] <= _KEPT_TEXTS:
                    answer.failures.append(Failure(number, found, traceback.format_exc()))
            spent = time.process_time() - before
            if spent > answer.slowest_s:
                answer.slowest_s, answer.slowest = spent, number
        answer.verdicts = dict(verdicts)
        answer.cpu_s = time.process_time() - began
        return answer

    def _try(self, target: Target, seed: int, number: int, text: str) -> str:
        target.corpus(number)  # which takes its time once
        NUMBER.pack_into(self._journal, 0, number)
        signal.setitimer(signal.ITIMER_PROF, self._hang_s)
        try:
            return target.attempt(seed, number, text)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> None:
    """`python -m tests.fuzzing.worker JOURNAL HANG-SECONDS`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started this
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    if is_sanitized():
        use_heap()
    else:  # a sanitizer writes its own report
        faulthandler.enable()
    worker = Worker(Path(sys.argv[1]), float(sys.argv[2]))
    decode, encode = msgspec.json.Decoder(Command).decode, msgspec.json.Encoder().encode
    with examples_known():
        for line in sys.stdin.buffer:
            answer = worker.carry_out(decode(line))
            sys.stdout.buffer.write(encode(answer) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
