"""`Game`: a game with its options chosen, as users of the library see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, final

from strata.core.errors import InvalidPosition, listed, shown
from strata.core.learning.encoding import Encoding, NoEncoding
from strata.core.option import Option, Value
from strata.core.playouts import Playouts, run_playouts
from strata.core.position import Position
from strata.core.record import Record
from strata.core.rules import Rules
from strata.core.scene import Symbol
from strata.core.teaching.cards import Card, open_specimen
from strata.core.teaching.guide import Guide
from strata.core.teaching.lesson import Lesson, UnknownLesson
from strata.core.teaching.lesson_reader import LESSONS, read_lessons
from strata.core.teaching.puzzle import PUZZLES, Puzzle, UnknownPuzzle, shipped_puzzles

if TYPE_CHECKING:
    from strata.core.editing.editor import Editor
    from strata.core.study.study import Study


@final
class Game:
    """A game with its options chosen. Made by `strata.game(name, **options)`.

    `rules` is what the game itself implements; everything else here is the same for all games.
    """

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules: Final = rules

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def summary(self) -> str:
        return self.rules.summary

    @property
    def guide(self) -> Guide:
        """The goal, difficulty, length, credits and short rulebook. Raises InvalidGuide."""
        return self.rules.guide

    @property
    def cards(self) -> Mapping[str, Card]:
        """What each symbol is and does, by the symbol's key. Raises InvalidGuide."""
        return self.rules.cards

    @property
    def encoding(self) -> Encoding:
        """The encoding of positions and actions for learning programs. Raises NoEncoding."""
        encoding = self.rules.encoding()
        if encoding is None:
            raise NoEncoding(
                f"{self.name} has no encoding for learning programs: expected a game that brings "
                "one, as compiled rules can (docs/adding-a-game.md) and plain games cannot"
            )
        return encoding

    def specimen(self, card: Card) -> Position | None:
        """Return the position that illustrates `card`; None if the card has none."""
        return Position(*open_specimen(self.rules, card)) if card.specimen else None

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons in order, the same for all options; none for a custom game.

        Raises InvalidGuide.
        """
        folder = self.rules.guide_folder()
        if folder is None or self.definition is not None or not (folder / LESSONS).is_file():
            return ()
        return read_lessons(folder / LESSONS, type(self.rules))

    def lesson(self, name: str) -> Lesson:
        """Return the lesson of that name. Raises UnknownLesson, which lists the names."""
        lessons = self.lessons
        for lesson in lessons:
            if lesson.name == name:
                return lesson
        names = listed([lesson.name for lesson in lessons], 30)
        expected = f"expected one of {names}" if names else "it has no lessons"
        raise UnknownLesson(f"{self.name} has no lesson {shown(name)}: {expected}")

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, the same for all options; none for a custom game. Raises InvalidPuzzle."""
        folder = self.rules.guide_folder()
        if folder is None or self.definition is not None or not (folder / PUZZLES).is_file():
            return ()
        return shipped_puzzles(folder / PUZZLES, type(self.rules))

    def puzzle(self, id: str) -> Puzzle:  # noqa: A002
        """Return the puzzle with that id. Raises UnknownPuzzle."""
        for puzzle in self.puzzles:
            if puzzle.id == id:
                return puzzle
        raise UnknownPuzzle(f"{self.name} has no puzzle {shown(id)}")

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that the game offers: name, values, default and meaning of each."""
        return self.rules.options

    @property
    def settings(self) -> Mapping[str, Value]:
        """The chosen value of each option, by name."""
        return self.rules.settings

    @property
    def definition(self) -> str | None:
        """The canonical text of a custom game; None for the game as it is."""
        return self.rules.definition

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for which a game can end, by its position or its history."""
        return self.rules.all_reasons

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return self.rules.symbols

    @property
    def showcase(self) -> Position:
        """A position that shows what the game is like, for pictures; by default the start."""
        return self.position(self.rules.showcase) if self.rules.showcase else self.start()

    def shipped_definitions(self) -> Mapping[str, str]:
        """Return the definitions that come with the game, by name."""
        return self.rules.shipped_definitions()

    def start(self) -> Position:
        """Return the position in which the game begins."""
        return Position(self.rules, self.rules.start())

    def position(self, text: str) -> Position:
        """Parse a position string. Raises InvalidPosition, which says what is wrong and where."""
        return Position(self.rules, self.rules.read(text))

    def record(self, start: str | Position | None = None) -> Record:
        """Return a new record that begins at the start or at a given position."""
        if isinstance(start, str):
            start = self.position(start)
        return Record(self._own(start))

    def load(self, text: str) -> Record:
        """Read an exported record of this game, with the same options. Raises InvalidRecord."""
        from strata.core.record_reader import load_record  # slow, and few callers need it

        return load_record(text, self.rules)

    def editor(self) -> Editor:
        """Return an editor, which takes positions apart and checks drafts. Raises NotEditable."""
        from strata.core.editing.editor import Editor

        return Editor(self.rules)

    def study(self, start: str | Position | Record | None = None) -> Study:
        """Return a new tree of variations on a record or a position, by default the start."""
        from strata.core.study.study import Study

        if isinstance(start, Record):
            self._own(start.start)
            return Study(start)
        return Study(self.record(start))

    def load_study(self, text: str) -> Study:
        """Read an exported study or record of this game, like `load`."""
        from strata.core.study.reader import load_study

        return load_study(text, self.rules)

    def playouts(
        self,
        games: int,
        seed: int = 0,
        *,
        start: Position | None = None,
        first: int = 0,
        limit: int | None = None,
        workers: int = 1,
    ) -> Playouts:
        """Play games of uniformly random actions from `start`.

        Each game goes to its end or to `limit` actions. `first` is the number of the first game,
        `workers` the number of threads. A game is determined by its number and `seed`, whatever
        `first`, `games` and `workers` are. Raises InvalidLimit.
        """
        return run_playouts(self._own(start), games, seed, first, limit, workers)

    def _own(self, start: Position | None) -> Position:
        """Return `start`, which must be of this game and options; for None the game's start."""
        if start is None:
            return self.start()
        if start.rules != self.rules:
            raise InvalidPosition(f"a position of {start.rules!r}, expected one of {self.rules!r}")
        return start

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.rules == self.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return repr(self.rules).replace("<Rules ", "<Game ", 1)
