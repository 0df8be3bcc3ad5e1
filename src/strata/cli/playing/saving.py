"""Saved games: their folder, and writing that cannot lose a game at any moment."""

from __future__ import annotations

import contextlib
import os
import tempfile
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

from strata.cli.console import CommandError

_SUFFIX: Final = ".strata"


def data_folder() -> Path:
    """Return the folder of the user's data: $XDG_DATA_HOME/strata, or one below ~/.local/share."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    try:
        root = given if given.is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise CommandError(f"no folder to save games in: {error}; set XDG_DATA_HOME") from None
    return root / "strata"


def games_folder() -> Path:
    """Return the folder of saved games."""
    return data_folder() / "games"


class GameFile:
    """The file of one game. It always holds a complete record: the last one written."""

    def __init__(self, path: Path, *, is_new: bool) -> None:
        self.path: Final = path
        self.is_new: Final = is_new
        self.is_wanted = False
        """Whether the user asked to save the game, even if nothing was played."""

    @classmethod
    def create(cls, game: str, now: datetime) -> GameFile:
        """Return a new file for a game that starts `now`; no other game uses it."""
        folder = games_folder()
        stem = f"{game}-{now:%Y%m%d-%H%M%S}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number in count(1):
                path = folder / (stem + (f"-{number}" if number > 1 else "") + _SUFFIX)
                with contextlib.suppress(FileExistsError):
                    path.touch(mode=0o600, exist_ok=False)
                    break
        except OSError as error:
            raise _cannot_save(folder, error) from None
        return cls(path, is_new=True)

    @classmethod
    def existing(cls, path: Path) -> GameFile:
        """Return the file of a resumed game. Raises CommandError if its folder is not writable."""
        file = cls(path.resolve(), is_new=False)
        try:
            tempfile.TemporaryFile(dir=file.path.parent).close()
        except OSError as error:
            raise _cannot_save(file.path.parent, error) from None
        return file

    def write(self, text: str) -> None:
        """Replace the contents of the file by `text`, atomically."""
        replace_text(self.path, text)

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def is_at(self, path: Path) -> bool:
        return path.exists() and self.path.exists() and path.samefile(self.path)


def replace_text(path: Path, text: str) -> None:
    """Replace the contents of the file at `path` by `text`, atomically."""
    folder = path.parent
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as target:
            target.write(text)
            target.flush()
            with contextlib.suppress(OSError):
                draft.chmod(path.stat().st_mode & 0o777)
            os.fsync(descriptor)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _settle(folder)


def _settle(folder: Path) -> None:
    """Protect the renaming itself against a power cut, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _cannot_save(folder: Path, error: OSError) -> CommandError:
    return CommandError(f"games cannot be saved in {folder}: {error.strerror}")


def write_copy(path: Path, text: str) -> None:
    """Write `text` to a new file. Raises CommandError if the file exists."""
    try:
        with path.open("x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise CommandError(
            f"{path} already exists and was not changed; give another name"
        ) from None
