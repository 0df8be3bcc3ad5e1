"""Worker processes seen from outside: they are asked, they answer, or they die and say of what."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec

from tests.fuzzing.worker import NUMBER, Answer, Command
from tests.places import ROOT

WORKER: Final = "tests.fuzzing.worker"
_SAID: Final = 6000
"""So many characters of what a process that died said are kept."""
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Answer).decode


class WorkerDied(Exception):
    """A worker ended while it tried input `number`."""

    def __init__(self, number: int, signature: str, said: str) -> None:
        super().__init__(signature)
        self.number = number
        self.signature = signature
        self.said = said


class WorkerProcess:
    """One worker, started when it is first asked, and again after it died."""

    def __init__(self, hang_s: float, module: str = WORKER) -> None:
        """`module` is the program; tests have one of their own."""
        self._hang_s: Final = hang_s
        self._module: Final = module
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Final = tempfile.TemporaryDirectory(prefix="strata-fuzz-")
        self._journal: Final = Path(self._folder.name, "number")
        self._errors: Final = Path(self._folder.name, "errors")

    def ask(self, command: Command) -> Answer:
        """Raises WorkerDied, and is ready for the next command then."""
        process = self._process or self._start()
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self._journal.write_bytes(NUMBER.pack(command.first))
        try:
            process.stdin.write(_encode(command) + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise self._died(process) from None
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._died(process)
        return _decode(line)

    def _start(self) -> subprocess.Popen[bytes]:
        self._journal.write_bytes(NUMBER.pack(-1))
        with self._errors.open("wb") as errors:
            return subprocess.Popen(
                [
                    *(sys.executable, "-m", self._module),
                    *(str(self._journal), str(self._hang_s)),
                ],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )

    def _died(self, process: subprocess.Popen[bytes]) -> WorkerDied:
        code = process.wait()
        self._forget(process)
        said = self._errors.read_text("utf-8", "replace")
        (number,) = NUMBER.unpack(self._journal.read_bytes())
        return WorkerDied(number, _cause(code, said, self._hang_s), _shortened(said))

    def _forget(self, process: subprocess.Popen[bytes]) -> None:
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        self._process = None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            process = self._process
            process.kill()
            process.wait()
            self._forget(process)
        self._folder.cleanup()


def _cause(code: int, said: str, hang_s: float) -> str:
    """What ended a process, the same for two that died of one thing."""
    if code == -signal.SIGPROF:
        return f"hang: more than {hang_s:g} s of processor time"
    for line in said.splitlines():
        if "runtime error:" in line:  # UndefinedBehaviorSanitizer: file:line:column: runtime error
            return line[line.rfind(os.sep, 0, line.find("runtime error:")) + 1 :][:200]
        if line.startswith("SUMMARY: AddressSanitizer"):
            return line[:200]
    if code < 0:
        return f"crash: {signal.Signals(-code).name}"
    return f"the process ended with code {code}"


def _shortened(said: str) -> str:
    return said if len(said) <= _SAID else f"{said[: _SAID // 2]}\n…\n{said[-_SAID // 2 :]}"
