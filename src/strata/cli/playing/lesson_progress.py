"""The finished lessons of the user of this data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from strata.cli.console import CommandError
from strata.cli.playing.saving import data_folder, replace_text

_FILE: Final = "lessons.json"


class LessonProgress:
    """The names of finished lessons by game, written to disk at each change."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the progress. Raises CommandError if the file cannot be read."""
        self.path: Final = data_folder() / _FILE if path is None else path
        try:
            text = self.path.read_bytes() if self.path.exists() else b"{}"
            self._finished: Final = msgspec.json.decode(text, type=dict[str, list[str]])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or error
            raise CommandError(f"{self.path}: progress cannot be read: {why}") from None

    def has_finished(self, game: str, lesson: str) -> bool:
        return lesson in self._finished.get(game, ())

    def finish(self, game: str, lesson: str) -> None:
        """Note a finished lesson. Raises OSError if it cannot be written."""
        if self.has_finished(game, lesson):
            return
        self._finished.setdefault(game, []).append(lesson)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(self.path, msgspec.json.encode(self._finished).decode() + "\n")
