"""The puzzle results and ratings of the user of this data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from strata.cli.console import CommandError
from strata.cli.playing.saving import data_folder, replace_text
from strata.core.teaching.puzzle import Puzzle
from strata.play.glicko import Rating
from strata.play.puzzle_choice import rate

_FILE: Final = "puzzles.json"


class SolverState(msgspec.Struct):
    """The solver's rating in one game, and the first result of each puzzle by its id."""

    rating: Rating = Rating()
    results: dict[str, bool] = msgspec.field(default_factory=dict)


class PuzzleProgress:
    """The solver's states by game, written to disk at each change."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the progress. Raises CommandError if the file cannot be read."""
        self.path: Final = data_folder() / _FILE if path is None else path
        try:
            text = self.path.read_bytes() if self.path.exists() else b"{}"
            self._states: Final = msgspec.json.decode(text, type=dict[str, SolverState])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or error
            raise CommandError(f"{self.path}: progress cannot be read: {why}") from None

    def state(self, game: str) -> SolverState:
        return self._states.get(game, SolverState())

    def note(self, puzzle: Puzzle, solved: bool) -> bool:
        """Note a result; return whether it counts: only the first result of a puzzle does.

        Raises OSError if it cannot be written.
        """
        state = self._states.setdefault(puzzle.game, SolverState())
        if puzzle.id in state.results:
            return False
        state.results[puzzle.id] = solved
        state.rating = rate(state.rating, puzzle, solved)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(self.path, msgspec.json.encode(self._states).decode() + "\n")
        return True
