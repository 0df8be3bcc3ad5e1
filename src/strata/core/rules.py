"""The contract from below: what a game fills in.

A game derives from `Rules`, brings a `State` (its compiled rules) and fills in the hooks that read
and write notation and describe the scene and the gestures. `Position`, `Record` and, on top, `Game`
are written against this class.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, cast

from strata.core.arrangement import Arrangement
from strata.core.editing.editing import Editing
from strata.core.errors import InvalidPosition, UnknownOption, shown
from strata.core.explaining.reach import touched_cells
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.scene_changes import Changes, compare_scenes
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import (
    Sentence,
    Telling,
    capitalised,
    tell_history_end,
    tell_reason,
    whose,
)
from strata.core.gesture import ChoiceHelp, Gesture, Token, cell_token
from strata.core.kernel.constants import DRAWN
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.core.learning.encoding import Encoding
from strata.core.option import Option, Value, format_settings, settle
from strata.core.outcome import HISTORY_REASONS, SEATS, Outcome, Seat
from strata.core.preset import Preset
from strata.core.scene import Scene, Symbol
from strata.core.teaching.cards import CARDS, Card, find_symbol, read_cards
from strata.core.teaching.guide import Guide, derive_guide, read_guide

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
    draws: ClassVar[bool] = True
    """Whether the rules know draws; where they do not, clients do not offer one either."""
    method: ClassVar[str] = "alpha-beta"
    """The search that plays this game best: a name in strata.search."""
    thinking: ClassVar[tuple[int, int]] = (2_000, 400_000)
    """How many positions a keen and a master player look at: levels 5 and 9 of strata.search."""
    longest_position: int = 4096
    """No position string is longer; a longer one is refused unread."""
    symbols: Mapping[str, Symbol]
    restrictions: tuple[Restriction, ...] = ()
    """The rules that refuse actions: bit i of `State.waived` waives the restriction i.

    Waiving adds actions and never takes one away; an action keeps its code.
    """
    choices: Mapping[str, ChoiceHelp] = MappingProxyType({})
    """What labelled choices do, by their topic, or by their id if they have none."""
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

    def is_incomplete(self, state: S, code: int) -> bool:
        """Whether a legal action of `state` is only a part of what a person decides.

        The same seat completes it by its next action and cannot do otherwise. Clients play such
        actions together with those that complete them, so that they can be left before.
        """
        return False

    def warn(self, state: S, code: int) -> str:
        """What of the mover's own a legal action of `state` loses, in a sentence; empty: nothing.

        Asked of actions with a labelled choice, for what the choice does not always lose.
        """
        return ""

    def conceal(self, state: S, viewer: Seat | None) -> S:
        """The state without what `viewer` (None: a spectator) may not see.

        The same object when nothing is hidden.
        """
        return state

    def hidden_action(self, state: S, code: int) -> str:
        """How an action of `state` reads to whom its place is hidden."""
        return HIDDEN

    def tell(self, state: S, code: int, after: S, changes: Changes) -> Telling:
        """What an action of `state` did, in one sentence or more; `changes` is what can be seen.

        `after` is the state that it led to. Both states may be concealed. By default the sentences
        follow from the changes of the scenes; a game overrides this to use its own verbs.
        """
        return Teller(self.symbols, changes).tell()

    def tell_hidden(self, state: S, code: int) -> Telling:
        """What an action of `state` did, to whom its place is hidden. It must not depend on it."""
        return (Sentence(f"{whose(SEATS[state.get_seat()])} action is hidden."),)

    def foresee(self, state: S, code: int, text: str) -> S | None:
        """Where an action, written as `text`, leads as far as who acts can know.

        `state` is concealed from the seat that acts. None where the rules cannot say.
        """
        return cast(S, state.after(code))

    def tell_end(self, state: S, outcome: Outcome) -> Sentence:
        """Why `state` is the end, for a reason of this game, with the cells that show it."""
        return tell_reason(outcome)

    def fault_cells(self, state: S, code: int, restriction: Restriction) -> tuple[str, ...]:
        """The cells that show why `restriction` refuses an action of `state`.

        The action is legal if restrictions are waived. None: those that are clicked.
        """
        return ()

    def find_clicks(self, state: S, text: str) -> Gesture:
        """The clicks that are meant by the text of an action that is not legal.

        By default the cells that it names, in their order; none if it names none.
        """
        if self._cell_names is None:  # every position has the same cells
            names = (cell.name for cell in self.scene(state).cells)
            any_name = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
            self._cell_names = re.compile(any_name)
        return tuple(cell_token(name) for name in self._cell_names.findall(text))

    _cell_names: re.Pattern[str] | None = None
    """The name of any cell, once it was asked for."""

    def presets(self, state: S, seed: int) -> tuple[Preset, ...]:
        """Sequences of actions that the acting seat may take from `state`; `seed` is for chance.

        Of a concealed state, as the acting seat sees it, they are the same.
        """
        return ()

    def arrangement(self, state: S) -> Arrangement | None:
        """What the acting seat lays out in secret from `state` on, piece by piece.

        None where it does something else. Clients let people rearrange the pieces, and play the
        actions that place them when all are laid out.
        """
        return None

    def guess(self, state: S, viewer: Seat, seed: int) -> S:
        """A whole state that agrees with `state`, which was concealed from `viewer`.

        What is filled in is likely, follows from `seed` and from nothing that `viewer` cannot see.
        """
        return state

    @classmethod
    def guide_folder(cls) -> Path | None:
        """Where the guide of the game is; None where it brings none.

        By default `NAME.guide/` beside the file that has the game's class, else `guide/` there if
        the file belongs to a package.
        """
        module = sys.modules.get(cls.__module__)
        file = getattr(module, "__file__", None)
        if module is None or not file:
            return None
        names = [f"{cls.name}.guide", *(["guide"] if module.__package__ else [])]
        folders = (Path(file).with_name(name) for name in names)
        return next((folder for folder in folders if folder.is_dir()), None)

    def derive_card(self, symbol: str) -> Card:
        """The card of a symbol for which nobody wrote one.

        By default its name, and the start or else the showcase if the symbol stands there, rather
        where it can act.
        """
        name = self.symbols[symbol].name
        text = f"{capitalised(name)}."
        defaults = {option.name: option.default for option in self.options}
        options = {key: value for key, value in self.settings.items() if value != defaults[key]}
        for state in (self.start(), *([self.parse(self.showcase)] if self.showcase else [])):
            cells = list(find_symbol(self.scene(state), symbol))
            if cells:
                acting = touched_cells(self.gesture(state, code) for code in state.codes())
                cell = next((cell for cell in cells if cell in acting), cells[0])
                return Card(symbol, text, self.format(state), cell, options)
        return Card(symbol, text)

    def with_seat(self, state: S, seat: Seat) -> S | None:
        """The same board with a turn of `seat` about to begin, to show what its pieces can do.

        `state` is whole, and the other seat acts in it. None where the rules cannot say.
        """
        return None

    def editing(self) -> Editing | None:
        """How positions are taken apart and put together, for editors; None: only as text."""
        return None

    def evaluation(self) -> Evaluation:
        """A new judge of positions, for one thread of a search; it knows nothing by default."""
        return Evaluation()

    def encoding(self) -> Encoding | None:
        """How positions and actions read as numbers, for learning programs; None: not at all."""
        return None

    # What follows from these.

    @property
    def options(self) -> tuple[Option, ...]:
        return self.option_list

    @cached_property
    def guide(self) -> Guide:
        """What a person needs to know: read on first use, derived from the summary if need be.

        A definition has the guide of its game. Raises InvalidGuide.
        """
        folder = self.guide_folder()
        return read_guide(folder) if folder else derive_guide(self.title, self.summary)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """What each symbol is and does, by its key: read on first use, else derived.

        A definition has cards of its own, always derived. Raises InvalidGuide.
        """
        folder = self.guide_folder()
        if folder and self.definition is None and (folder / CARDS).is_file():
            return read_cards(folder / CARDS, type(self))
        return MappingProxyType({symbol: self.derive_card(symbol) for symbol in self.symbols})

    def explain_choice(self, token: Token) -> ChoiceHelp:
        """What a labelled choice does; one of which the game says nothing is only named."""
        found = self.choices.get(token.topic or token.id)
        return found or ChoiceHelp(f"{capitalised(str(token))}.")

    def parse_if_valid(self, text: str) -> S | None:
        """The state of a position string; None where the rulebook refuses it."""
        try:
            return self.parse(text)
        except InvalidPosition:
            return None

    @property
    def all_reasons(self) -> tuple[str, ...]:
        """The reasons of positions and of histories."""
        return self.reasons + (HISTORY_REASONS if self.repetition else ())

    def read(self, text: str) -> S:
        """The state of a position string from outside; InvalidPosition says what is wrong."""
        self.expect_readable(text)
        return self.parse(text)

    def expect_readable(self, text: str) -> None:
        """Raise InvalidPosition for what no position string can be: too long, or not ASCII."""
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

    def tell_action(
        self,
        state: S,
        code: int,
        after: S,
        gesture: Gesture | None = None,
        scenes: tuple[Scene, Scene] | None = None,
    ) -> Telling:
        """What an action of `state` that led to `after` did, at least one sentence.

        Where the states are concealed, `gesture` is that of the action where it was played.
        `scenes` are those of the two states, if they are known.
        """
        gesture = self.gesture(state, code) if gesture is None else gesture
        cells = tuple(token.id for token in gesture if token.kind == "cell")
        before, later = scenes or (self.scene(state), self.scene(after))
        events = compare_scenes(before, later, self.symbols, cells)
        mover = SEATS[state.get_seat()]
        return self.tell(state, code, after, Changes(mover, before, later, cells, events))

    def tell_outcome(self, state: S, outcome: Outcome) -> Sentence:
        """Why a game that came to `state` ended, by its position, its history or agreement."""
        return tell_history_end(outcome, self.repetition) or self.tell_end(state, outcome)

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
