"""Games on disk: where they are kept, and writing them so that no moment can lose one."""

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
    """The folder of the user's data: $XDG_DATA_HOME/strata, or under ~/.local/share."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    try:
        root = given if given.is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise CommandError(f"no folder to save games in: {error}; set XDG_DATA_HOME") from None
    return root / "strata"


def games_folder() -> Path:
    """The folder of saved games."""
    return data_folder() / "games"


class GameFile:
    """The file of one game. It always holds a whole record: the last one written."""

    def __init__(self, path: Path, *, is_new: bool) -> None:
        self.path: Final = path
        self.is_new: Final = is_new
        self.is_wanted = False
        """Whether somebody asked to save the game, even if nothing was played."""

    @classmethod
    def create(cls, game: str, now: datetime) -> GameFile:
        """A new file for a game that starts `now`; no other game has it."""
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
        """The file of a game that goes on; its folder must take new files."""
        file = cls(path.resolve(), is_new=False)
        try:
            tempfile.TemporaryFile(dir=file.path.parent).close()
        except OSError as error:
            raise _cannot_save(file.path.parent, error) from None
        return file

    def write(self, text: str) -> None:
        """Replaces what the file holds by `text`, wholly or not at all."""
        replace_text(self.path, text)

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def is_at(self, path: Path) -> bool:
        return path.exists() and self.path.exists() and path.samefile(self.path)


def replace_text(path: Path, text: str) -> None:
    """Make `text` what the file at `path` holds, wholly or not at all."""
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
    """Makes the renaming itself safe against a power cut, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _cannot_save(folder: Path, error: OSError) -> CommandError:
    return CommandError(f"games cannot be saved in {folder}: {error.strerror}")


def write_copy(path: Path, text: str) -> None:
    """Writes `text` into a new file; one that exists is left as it is."""
    try:
        with path.open("x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise CommandError(
            f"{path} exists already and is left as it is; give another name"
        ) from None
