"""`Rules`: the contract that a game fulfils.

A game derives from `Rules`, brings a `State` (its compiled rules) and implements the hooks that
read and write notation and describe scenes and gestures. `Position`, `Record` and, above them,
`Game` are written against this class.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, cast

from strata.core.action import Action, known_action
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
from strata.core.teaching.guide import Guide, derive_guide, find_guide_folder, read_guide

HIDDEN: Final = "?"
S = TypeVar("S", bound=State)


class Rules(ABC, Generic[S]):
    """A game with its options chosen, over states of class `S`."""

    name: ClassVar[str]
    title: str
    summary: ClassVar[str]
    source: ClassVar[str] = ""
    """The file or folder of the game; empty for games of this and of installed packages."""
    option_list: ClassVar[tuple[Option, ...]] = ()
    former_options: ClassVar[Mapping[str, Value]] = MappingProxyType({})
    """Options that older records name, each with its only value, which is accepted and dropped."""
    definable: ClassVar[bool] = False
    """Whether a definition can make a custom game of these rules."""
    longest_definition: ClassVar[int] = 1 << 20
    """The most bytes of a definition; a longer one is refused unread."""
    reasons: ClassVar[tuple[str, ...]]
    """Why a position can be over, in the order of the reason codes of `State.outcome`."""
    reason_words: ClassVar[Mapping[str, str]] = {}
    """Words for lists of games, where the name of a reason without its hyphens would mislead."""
    repetition: ClassVar[int] = 3
    """The occurrence of a position that draws the game.

    0 if no position can come twice, or if a clock ends the game.
    """
    after_repetition: ClassVar[frozenset[str]] = frozenset()
    """The reasons over which a repetition in the same position has precedence.

    All other reasons have precedence over a repetition.
    """
    draws: ClassVar[bool] = True
    """Whether the rules have draws; if not, clients offer none either."""
    method: ClassVar[str] = "alpha-beta"
    """The search that plays this game best: a name in strata.search."""
    thinking: ClassVar[tuple[int, int]] = (2_000, 400_000)
    """The number of positions searched at levels 5 (keen) and 9 (master) of strata.search."""
    longest_position: int = 4096
    """The most characters of a position string; a longer one is refused unread."""
    symbols: Mapping[str, Symbol]
    restrictions: tuple[Restriction, ...] = ()
    """The rules that refuse actions: bit i of `State.waived` waives restriction i.

    Waiving adds actions and never takes one away; an action keeps its code.
    """
    choices: Mapping[str, ChoiceHelp] = MappingProxyType({})
    """The help of labelled choices by topic; by id for choices without a topic."""
    showcase: str = ""
    """A position that shows what the game is like, for pictures; empty for the start."""

    def __init__(self, definition: str | None = None, /, **options: object) -> None:
        """Choose `options`, and define a custom game by the text `definition`.

        The definition is no option, so options from outside cannot bring one in. Files are read by
        `strata.game`. Raises UnknownOption, InvalidOption or InvalidDefinition.
        """
        self.definition: Final = None if definition is None else self.define(definition)
        self.settings: Final[Mapping[str, Value]] = MappingProxyType(
            settle(self.options, options, self.name, self.former_options)
        )

    @classmethod
    def open(cls, settings: Mapping[str, object], definition: str | None = None) -> Self:
        """Return the game with untrusted options, which may have any names."""
        return cls(definition, **settings)

    def define(self, text: str) -> str | None:
        """Apply a definition and return its canonical text; None for the game as it is.

        A game that is definable overrides this. Raises InvalidDefinition.
        """
        raise UnknownOption(f"{self.name} takes no definition: its rules cannot be customised")

    @classmethod
    def shipped_definitions(cls) -> Mapping[str, str]:
        """Return the definitions that come with the game, by name."""
        return {}

    # Hooks, which each game implements.

    @abstractmethod
    def start(self) -> S:
        """Return the starting state under the chosen options."""

    @abstractmethod
    def parse(self, text: str) -> S:
        """Parse a position string. Raises InvalidPosition, which says what is wrong and where.

        `format` writes every accepted string again to the letter.
        """

    @abstractmethod
    def format(self, state: S) -> str:
        """Return the canonical position string."""

    @abstractmethod
    def format_action(self, state: S, code: int) -> str:
        """Return the text of a legal action of `state`, unique among them."""

    @abstractmethod
    def scene(self, state: S) -> Scene:
        """Return what there is to see; of a concealed state, only what it still holds."""

    @abstractmethod
    def gesture(self, state: S, code: int) -> Gesture:
        """Return the clicks that make a legal action of `state`; never a prefix of another's."""

    def name_actions(self, state: S, codes: Sequence[int]) -> list[Action]:
        """Return these legal actions of `state` with their texts, in this order.

        A game may override this with a faster way to the same result.
        """
        return [known_action(self.format_action(state, code), code) for code in codes]

    def gestures(self, state: S, codes: Sequence[int]) -> Iterable[Gesture]:
        """Return the clicks that make these legal actions of `state`, in this order.

        They are found one by one, as they are asked for. A game may override this with a faster way
        to the same result.
        """
        return map(self.gesture, repeat(state), codes)

    def is_incomplete(self, state: S, code: int) -> bool:
        """Return whether a legal action of `state` is only a part of what a person decides.

        The same seat must complete it by its next action. Clients play such actions together with
        those that complete them, so that a person can back out before that.
        """
        return False

    def warn(self, state: S, code: int) -> str:
        """Return what the mover loses by a legal action, in a sentence; empty if nothing.

        This is asked of actions with a labelled choice, about losses that the choice does not
        always bring.
        """
        return ""

    def conceal(self, state: S, viewer: Seat | None) -> S:
        """Return the state without what `viewer` (None for a spectator) may not see.

        If nothing is hidden, it is the same object.
        """
        return state

    def hidden_action(self, state: S, code: int) -> str:
        """Return the text of an action of `state` for viewers from whom its place is hidden."""
        return HIDDEN

    def tell(self, state: S, code: int, after: S, changes: Changes) -> Telling:
        """Return what an action of `state` did, in one sentence or more.

        `after` is the resulting state; `changes` are the visible differences. Both states may be
        concealed. By default the sentences follow from the changes of the scenes; a game overrides
        this to use its own verbs.
        """
        return Teller(self.symbols, changes).tell()

    def tell_hidden(self, state: S, code: int) -> Telling:
        """Describe an action of `state` to viewers from whom its place is hidden.

        The result must not depend on that place.
        """
        return (Sentence(f"{whose(SEATS[state.get_seat()])} action is hidden."),)

    def foresee(self, state: S, code: int, text: str) -> S | None:
        """Return the state after an action, written as `text`, as far as its seat can know.

        `state` is concealed from the seat that acts. None if the rules cannot say.
        """
        return cast(S, state.after(code))

    def tell_end(self, state: S, outcome: Outcome) -> Sentence:
        """Return why `state` is the end, for a reason of this game, with the cells that show it."""
        return tell_reason(outcome)

    def fault_cells(self, state: S, code: int, restriction: Restriction) -> tuple[str, ...]:
        """Return the cells that show why `restriction` refuses an action of `state`.

        The action is legal if restrictions are waived. Empty means the cells that are clicked.
        """
        return ()

    def find_clicks(self, state: S, text: str) -> Gesture:
        """Return the clicks meant by the text of an action that is not legal.

        By default these are the cells that it names, in order; none if it names none.
        """
        if self._cell_names is None:  # every position has the same cells
            names = (cell.name for cell in self.scene(state).cells)
            any_name = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
            self._cell_names = re.compile(any_name)
        return tuple(cell_token(name) for name in self._cell_names.findall(text))

    _cell_names: re.Pattern[str] | None = None
    """A pattern of the names of all cells, made when it is first needed."""

    def presets(self, state: S, seed: int) -> tuple[Preset, ...]:
        """Return sequences of actions that the acting seat may take from `state`.

        `seed` determines the random ones. The state as the acting seat sees it has the same
        presets.
        """
        return ()

    def arrangement(self, state: S) -> Arrangement | None:
        """Return what the acting seat lays out in secret from `state` on, piece by piece.

        None if it does something else. Clients let people rearrange the pieces, and play the
        actions that place them when all are laid out.
        """
        return None

    def guess(self, state: S, viewer: Seat, seed: int) -> S:
        """Return a complete state that agrees with `state`, which was concealed from `viewer`.

        The guess is plausible. It depends on `seed`, and on nothing that `viewer` cannot see.
        """
        return state

    @classmethod
    def guide_folder(cls) -> Path | None:
        """Return the folder of the game's guide; None if it brings none.

        By default this is `NAME.guide/` beside the file with the game's class, else `guide/` there
        if the file belongs to a package.
        """
        return find_guide_folder(cls.__module__, cls.name)

    def derive_card(self, symbol: str) -> Card:
        """Return the card of a symbol for which none was written.

        By default it has the symbol's name and, as the specimen, the start or else the showcase if
        the symbol is there, preferably on a cell where it can act.
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
        """Return the same board at the start of a turn of `seat`, to show what its pieces can do.

        `state` is complete, and the other seat acts in it. None if the rules cannot say.
        """
        return None

    def editing(self) -> Editing | None:
        """Return how editors take positions apart and put them together; None for text only."""
        return None

    def evaluation(self) -> Evaluation:
        """Return a new evaluation for one thread of a search; by default it knows nothing."""
        return Evaluation()

    def encoding(self) -> Encoding | None:
        """Return the encoding for learning programs; None if there is none."""
        return None

    # Derived from the hooks.

    @property
    def options(self) -> tuple[Option, ...]:
        return self.option_list

    @cached_property
    def has_secrets(self) -> bool:
        """Whether the game ever hides anything."""
        return type(self).conceal is not Rules.conceal

    @cached_property
    def has_evaluation(self) -> bool:
        """Whether the game can tell good positions from bad ones before it is over."""
        return type(self).evaluation is not Rules.evaluation

    @cached_property
    def has_presets(self) -> bool:
        """Whether the game has presets."""
        return type(self).presets is not Rules.presets

    @cached_property
    def has_incomplete_actions(self) -> bool:
        """Whether the game has incomplete actions."""
        return type(self).is_incomplete is not Rules.is_incomplete

    @cached_property
    def guide(self) -> Guide:
        """What a person needs to know: read on first use, or derived from the summary.

        A custom game has the guide of its game. Raises InvalidGuide.
        """
        folder = self.guide_folder()
        return read_guide(folder) if folder else derive_guide(self.title, self.summary)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """What each symbol is and does, by its key: read on first use, else derived.

        A custom game has cards of its own, always derived. Raises InvalidGuide.
        """
        folder = self.guide_folder()
        if folder and self.definition is None and (folder / CARDS).is_file():
            return read_cards(folder / CARDS, type(self))
        return MappingProxyType({symbol: self.derive_card(symbol) for symbol in self.symbols})

    def explain_choice(self, token: Token) -> ChoiceHelp:
        """Return what a labelled choice does; only its name if the game says nothing of it."""
        found = self.choices.get(token.topic or token.id)
        return found or ChoiceHelp(f"{capitalised(str(token))}.")

    def parse_if_valid(self, text: str) -> S | None:
        """Return the state of a position string; None if the rulebook refuses it."""
        try:
            return self.parse(text)
        except InvalidPosition:
            return None

    @property
    def all_reasons(self) -> tuple[str, ...]:
        """The reasons for which a game can end, by its position or its history."""
        return self.reasons + (HISTORY_REASONS if self.repetition else ())

    def read(self, text: str) -> S:
        """Return the state of a position string from outside. Raises InvalidPosition."""
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
        """Return what an action of `state` that led to `after` did, in at least one sentence.

        If the states are concealed, `gesture` is that of the action where it was played. `scenes`
        are those of the two states, if they are known.
        """
        gesture = self.gesture(state, code) if gesture is None else gesture
        cells = tuple([token.id for token in gesture if token.kind == "cell"])
        before, later = scenes or (self.scene(state), self.scene(after))
        events = compare_scenes(before, later, self.symbols, cells)
        mover = SEATS[state.get_seat()]
        return self.tell(state, code, after, Changes(mover, before, later, cells, events))

    def tell_outcome(self, state: S, outcome: Outcome) -> Sentence:
        """Return why a game that reached `state` ended, by position, history or agreement."""
        return tell_history_end(outcome, self.repetition) or self.tell_end(state, outcome)

    def decode_result(self, code: int) -> Outcome:
        """Return the outcome for a code of `State.outcome`."""
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
