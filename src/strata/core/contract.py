"""The contract: what a game is. What the other layers are written against, with position.py.

A game derives from `Game`, brings a `State` (its rules) and fills in the hooks that read and write
notation and describe the scene and the gestures.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from strata.core.errors import InvalidPosition, UnknownOption, shown
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.core.option import Option, Value, format_settings, settle
from strata.core.outcome import HISTORY_REASONS, SEATS, Outcome, Seat
from strata.core.playouts import Playouts, run_playouts
from strata.core.position import Action, Position, Shown, View
from strata.core.preset import Preset
from strata.core.scene import Scene, Symbol

if TYPE_CHECKING:
    from strata.core.record import Record

__all__ = ["DRAWN", "HIDDEN", "Action", "Game", "Position", "Shown", "View"]

DRAWN: Final = 2
HIDDEN: Final = "?"


class Game(ABC):
    """A game with its options chosen. Made by `strata.game(name, **options)`."""

    name: ClassVar[str]
    title: str
    summary: ClassVar[str]
    source: ClassVar[str] = ""
    """The file or folder of a game that neither the package nor an installed one brings."""
    option_list: ClassVar[tuple[Option, ...]] = ()
    definable: ClassVar[bool] = False
    """Whether a text can define a game of one's own on these rules."""
    longest_definition: ClassVar[int] = 1 << 20
    """No definition has more bytes; a longer one is refused unread."""
    reasons: ClassVar[tuple[str, ...]]
    """Why a position can be over, in the order of the codes of `State.outcome`."""
    repetition: ClassVar[int] = 3
    """The occurrence of a position that draws the game; 0 where none can come twice."""
    after_repetition: ClassVar[frozenset[str]] = frozenset()
    """Reasons that a repetition in the same position comes before; all others come before it."""
    method: ClassVar[str] = "alpha-beta"
    """The search that plays this game best: a name in strata.search."""
    thinking: ClassVar[tuple[int, int]] = (2_000, 400_000)
    """How many positions a keen and a master player look at: levels 5 and 9 of strata.search."""
    longest_position: int = 4096
    """No position string is longer; a longer one is refused unread."""
    symbols: Mapping[str, Symbol]
    showcase: str = ""
    """A position that shows what the game is like, for pictures; empty: the start."""

    def __init__(self, definition: str | None = None, /, **options: object) -> None:
        """`definition` is the text of one; files are read by `strata.game`.

        It is no option, so that options from outside cannot bring one in.
        """
        self.definition: Final = None if definition is None else self._define(definition)
        self.settings: Final[Mapping[str, Value]] = MappingProxyType(
            settle(self.options, options, self.name)
        )

    @classmethod
    def open(cls, settings: Mapping[str, object], definition: str | None = None) -> Self:
        """The game with options that come from outside, where any name may be among them."""
        return cls(definition, **settings)

    def _define(self, text: str) -> str | None:
        """Takes a definition up; returns its canonical text, None for the game as it is.

        Raises InvalidDefinition. A game that is definable overrides this.
        """
        raise UnknownOption(f"{self.name} takes no definition: its rules have one form only")

    @classmethod
    def shipped_definitions(cls) -> Mapping[str, str]:
        """The definitions that come with the game, by name."""
        return {}

    # What each game fills in.

    @abstractmethod
    def _start(self) -> State:
        """The starting state under the chosen options."""

    @abstractmethod
    def _parse(self, text: str) -> State:
        """Reads a position string, or raises InvalidPosition saying what is wrong and where.

        What it accepts, `_format` writes again to the letter.
        """

    @abstractmethod
    def _format(self, state: State) -> str:
        """The canonical position string."""

    @abstractmethod
    def _format_action(self, state: State, code: int) -> str:
        """The string of a legal action of `state`, unique among them."""

    @abstractmethod
    def _scene(self, state: State) -> Scene:
        """What there is to see; of a concealed state, only what it still holds."""

    @abstractmethod
    def _gesture(self, state: State, code: int) -> Gesture:
        """The clicks that make a legal action of `state`: never the beginning of another's."""

    def _conceal(self, state: State, viewer: Seat | None) -> State:
        """The state without what `viewer` (None: a spectator) may not see.

        The same object when nothing is hidden.
        """
        return state

    def _hidden_action(self, state: State, code: int) -> str:
        """How an action of `state` reads to whom its place is hidden."""
        return HIDDEN

    def _presets(self, state: State, seed: int) -> tuple[Preset, ...]:
        """Sequences of actions that the acting seat may take from `state`; `seed` is for chance.

        Of a concealed state, as the acting seat sees it, they are the same.
        """
        return ()

    def _guess(self, state: State, viewer: Seat, seed: int) -> State:
        """A whole state that agrees with `state`, which was concealed from `viewer`.

        What is filled in is likely, follows from `seed` and from nothing that `viewer` cannot see.
        """
        return state

    def _evaluation(self) -> Evaluation:
        """A new judge of positions, for one thread of a search; it knows nothing by default."""
        return Evaluation()

    # What users call.

    @property
    def options(self) -> tuple[Option, ...]:
        return self.option_list

    @property
    def all_reasons(self) -> tuple[str, ...]:
        """The reasons of positions and of histories."""
        return self.reasons + (HISTORY_REASONS if self.repetition else ())

    def start(self) -> Position:
        return Position(self, self._start())

    def position(self, text: str) -> Position:
        """Reads a position string of the rulebook; InvalidPosition says what is wrong and where."""
        if len(text) > self.longest_position:
            raise InvalidPosition(
                f"{self.name} position of {len(text)} characters, "
                f"expected at most {self.longest_position}: {shown(text)}"
            )
        for place, letter in enumerate(text):
            if not " " <= letter <= "~":
                raise InvalidPosition(
                    f"{self.name} position, character {place + 1}: got {shown(letter)}, "
                    "expected printable ASCII"
                )
        return Position(self, self._parse(text))

    def record(self, start: str | Position | None = None) -> Record:
        """A new game with history, from the start or from a given position."""
        from strata.core.record import Record

        if isinstance(start, str):
            start = self.position(start)
        return Record(self, self._own(start))

    def load(self, text: str) -> Record:
        """Reads an exported record of this game; the record's options must be this game's."""
        from strata.core.record_text import load_record

        return load_record(text, self)

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
        """Plays uniform random games from `start`, each to its end or to `limit` actions.

        Game number i of a seed is the same game whatever `first`, `games` and `workers` are.
        """
        return run_playouts(self, games, seed, self._own(start), first, limit, workers)

    def _own(self, start: Position | None) -> Position:
        """`start`, which must be of this game with these options; None is the game's start."""
        if start is None:
            return self.start()
        if start.game != self:
            raise InvalidPosition(f"a position of {start.game!r}, expected one of {self!r}")
        return start

    def decode_result(self, code: int) -> Outcome:
        """The outcome for a code of `State.outcome`."""
        winner = code % 4
        return Outcome(None if winner == DRAWN else SEATS[winner], self.reasons[code // 4])

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is type(self)
            and other.settings == self.settings
            and other.definition == self.definition
        )

    def __hash__(self) -> int:
        return hash((self.name, self.definition, tuple(self.settings.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (type(self), self.definition, dict(self.settings))

    def __repr__(self) -> str:
        title = f"{self.name} {shown(self.title)}" if self.definition else self.name
        return f"<Game {title} {format_settings(self.settings)}>".replace(" >", ">")


def _restore_game(kind: type[Game], definition: str | None, settings: dict[str, Value]) -> Game:
    return kind(definition, **settings)
