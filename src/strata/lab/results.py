"""The folder of a tournament: its settings, a line for every finished game, and the records.

A game counts once its line is on disk. The line is written after the record, and both are flushed
to disk before the game is reported, so that a run can be killed at any moment and resumed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

import msgspec

from strata.core.errors import StrataError, shown
from strata.lab.match import Finished, Played

SETTINGS: Final = "settings.json"
RESULTS: Final = "results.jsonl"
RECORDS: Final = "records"
_READER: Final = msgspec.json.Decoder(Played)


class ResultsRefused(StrataError):
    """The folder belongs to something else, or another run is using it."""


class Results:
    """The games played so far, stored in a folder. As a context manager it locks the folder."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self.folder: Final = folder
        self.settings: Final = dict(settings)
        self.played: Final[list[Played]] = []
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self._prepare()
        self._file = (self.folder / RESULTS).open("ab+")
        try:
            _lock(self._file, self.folder)
            self.read_again()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, finished: Finished) -> None:
        """Store a game durably."""
        assert self._file is not None
        name = f"{finished.played.number + 1:06}.strata"
        _write(self.folder / RECORDS / name, finished.record.encode())
        self._file.write(msgspec.json.encode(finished.played) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.played.append(finished.played)

    def _prepare(self) -> None:
        """Create the folder, or raise ResultsRefused unless it was made for the same settings."""
        path = self.folder / SETTINGS
        if not path.exists():
            if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
                raise ResultsRefused(
                    f"{self.folder} exists but has no {SETTINGS}; give a new or an empty folder"
                )
            (self.folder / RECORDS).mkdir(parents=True, exist_ok=True)
            encoded = msgspec.json.encode(self.settings)
            _write(path, msgspec.json.format(encoded, indent=2) + b"\n")
            return
        try:
            found = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        except msgspec.MsgspecError as error:
            raise ResultsRefused(f"{path} cannot be read: {error}") from None
        wanted = msgspec.to_builtins(self.settings)
        for name in {**wanted, **found}:
            if found.get(name) != wanted.get(name):
                raise ResultsRefused(
                    f"{self.folder} was created with other settings: {name} "
                    f"{_told(found.get(name))}, not {_told(wanted.get(name))}"
                )
        (self.folder / RECORDS).mkdir(exist_ok=True)

    def read_again(self) -> None:
        """Read the stored results; an unfinished last line is cut off. Raises ResultsRefused.

        After an interruption it tells which games count: a line may be on disk while the game is
        missing in `played`.
        """
        assert self._file is not None
        path = self.folder / RESULTS
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._file.truncate(whole)
        self.played.clear()
        seen: set[int] = set()
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                played = _READER.decode(line)
            except msgspec.MsgspecError as error:
                raise ResultsRefused(f"{path}: line {number}: {error}") from None
            if played.number in seen:
                raise ResultsRefused(
                    f"{path}: line {number}: game {played.number + 1} is listed twice"
                )
            seen.add(played.number)
            self.played.append(played)


def _told(value: object) -> str:
    return shown(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def _lock(file: IO[bytes], folder: Path) -> None:
    """Lock the results file, or raise ResultsRefused: two runs would play the same games.

    Platforms without `fcntl` take no lock.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ResultsRefused(f"another run is using {folder}") from None


def _write(path: Path, data: bytes) -> None:
    """Write a file durably and atomically."""
    draft = path.with_name(f".{path.name}")
    with draft.open("wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
    draft.replace(path)
    with contextlib.suppress(OSError):
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
