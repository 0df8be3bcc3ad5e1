"""The contract from below: what a game fills in.

A game derives from `Rules`, brings a `State` (its compiled rules) and fills in the hooks that read
and write notation and describe the scene and the gestures. `Position`, `Record` and, on top, `Game`
are written against this class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from strata.core.errors import InvalidPosition, UnknownOption, shown
from strata.core.gesture import Gesture
from strata.core.kernel.constants import DRAWN
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.core.option import Option, Value, format_settings, settle
from strata.core.outcome import HISTORY_REASONS, SEATS, Outcome, Seat
from strata.core.preset import Preset
from strata.core.scene import Scene, Symbol

HIDDEN: Final = "?"
S = TypeVar("S", bound=State)


class Rules(ABC, Generic[S]):
    """A game with its options chosen, over states of class `S`."""

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
        self.definition: Final = None if definition is None else self.define(definition)
        self.settings: Final[Mapping[str, Value]] = MappingProxyType(
            settle(self.options, options, self.name)
        )

    @classmethod
    def open(cls, settings: Mapping[str, object], definition: str | None = None) -> Self:
        """The game with options that come from outside, where any name may be among them."""
        return cls(definition, **settings)

    def define(self, text: str) -> str | None:
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
    def start(self) -> S:
        """The starting state under the chosen options."""

    @abstractmethod
    def parse(self, text: str) -> S:
        """Reads a position string, or raises InvalidPosition saying what is wrong and where.

        What it accepts, `format` writes again to the letter.
        """

    @abstractmethod
    def format(self, state: S) -> str:
        """The canonical position string."""

    @abstractmethod
    def format_action(self, state: S, code: int) -> str:
        """The string of a legal action of `state`, unique among them."""

    @abstractmethod
    def scene(self, state: S) -> Scene:
        """What there is to see; of a concealed state, only what it still holds."""

    @abstractmethod
    def gesture(self, state: S, code: int) -> Gesture:
        """The clicks that make a legal action of `state`: never the beginning of another's."""

    def conceal(self, state: S, viewer: Seat | None) -> S:
        """The state without what `viewer` (None: a spectator) may not see.

        The same object when nothing is hidden.
        """
        return state

    def hidden_action(self, state: S, code: int) -> str:
        """How an action of `state` reads to whom its place is hidden."""
        return HIDDEN

    def presets(self, state: S, seed: int) -> tuple[Preset, ...]:
        """Sequences of actions that the acting seat may take from `state`; `seed` is for chance.

        Of a concealed state, as the acting seat sees it, they are the same.
        """
        return ()

    def guess(self, state: S, viewer: Seat, seed: int) -> S:
        """A whole state that agrees with `state`, which was concealed from `viewer`.

        What is filled in is likely, follows from `seed` and from nothing that `viewer` cannot see.
        """
        return state

    def evaluation(self) -> Evaluation:
        """A new judge of positions, for one thread of a search; it knows nothing by default."""
        return Evaluation()

    # What follows from these.

    @property
    def options(self) -> tuple[Option, ...]:
        return self.option_list

    @property
    def all_reasons(self) -> tuple[str, ...]:
        """The reasons of positions and of histories."""
        return self.reasons + (HISTORY_REASONS if self.repetition else ())

    def read(self, text: str) -> S:
        """The state of a position string from outside; InvalidPosition says what is wrong."""
        if len(text) > self.longest_position:
            raise InvalidPosition(
                f"{self.name} position of {len(text)} characters, "
                f"expected at most {self.longest_position}: {shown(text)}"
            )
        if not (text.isascii() and text.isprintable()):
            place = next(at for at, letter in enumerate(text) if not " " <= letter <= "~")
            raise InvalidPosition(
                f"{self.name} position, character {place + 1}: got {shown(text[place])}, "
                "expected printable ASCII"
            )
        return self.parse(text)

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
        return _restore, (type(self), self.definition, dict(self.settings))

    def __repr__(self) -> str:
        title = f"{self.name} {shown(self.title)}" if self.definition else self.name
        return f"<Rules {title} {format_settings(self.settings)}>".replace(" >", ">")


def _restore(
    kind: type[Rules[Any]], definition: str | None, settings: dict[str, Value]
) -> Rules[Any]:
    return kind(definition, **settings)
