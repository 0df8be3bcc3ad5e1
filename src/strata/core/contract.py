"""The contract: Game, Position, View and Action. Every other layer is written against these.

A game derives from `Game`, brings a `State` (its rules) and fills in the hooks that read and write
notation and describe the scene and the gestures. Positions are immutable values; validation is
membership in the legal actions, so no rule is written twice.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, overload

from strata.core.errors import (
    IllegalAction,
    InvalidLimit,
    InvalidPosition,
    UnknownOption,
    listed,
    shown,
)
from strata.core.gesture import Gesture, GestureTree, gesture_tree
from strata.core.option import Option, Value, format_settings, settle
from strata.core.outcome import HISTORY_REASONS, SEATS, Outcome, Seat
from strata.core.perft import divide, perft
from strata.core.playouts import Playouts, run_playouts
from strata.core.preset import Preset
from strata.core.scene import Scene, Symbol
from strata.core.state import State

if TYPE_CHECKING:
    from strata.core.record import Record

DRAWN: Final = 2
HIDDEN: Final = "?"


class Action(str):
    """A legal action: its string, and the number the rules know it by."""

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Action:
        action = super().__new__(cls, text)
        action.code = code
        return action

    def __reduce__(self) -> tuple[type[Action], tuple[str, int]]:
        return Action, (str(self), self.code)


class Game(ABC):
    """A game with its options chosen. Made by `strata.game(name, **options)`."""

    name: ClassVar[str]
    title: str
    summary: ClassVar[str]
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


class Shown:
    """What a position, a view of it and a record share: they can be looked at."""

    game: Final[Game]

    def __init__(self, game: Game) -> None:
        self.game = game

    def scene(self) -> Scene:
        raise NotImplementedError

    def svg(self) -> str:
        """The scene as an SVG document."""
        from strata.core.svg import draw_svg

        return draw_svg(self.scene(), self.game.symbols)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __rich__(self) -> Any:
        from strata.core.terminal import draw_terminal

        return draw_terminal(self.scene(), self.game.symbols)


class Position(Shown):
    """A position of a game: an immutable value."""

    def __init__(self, game: Game, state: State) -> None:
        super().__init__(game)
        self._state: Final = state

    @cached_property
    def _codes(self) -> list[int]:
        return self._state.codes()

    @cached_property
    def _legal(self) -> dict[str, Action]:
        """The legal actions by their string, sorted."""
        texts = ((self.game._format_action(self._state, code), code) for code in self._codes)
        return {text: Action(text, code) for text, code in sorted(texts)}

    @cached_property
    def _text(self) -> str:
        return self.game._format(self._state)

    @property
    def seat(self) -> Seat | None:
        """Who acts now; None when the game is over."""
        return SEATS[self._state.acting()] if self._codes else None

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins here, rather than going on."""
        return self._state.begins_turn()

    def actions(self) -> tuple[Action, ...]:
        """The legal atomic actions, sorted by their string; none when the game is over."""
        return tuple(self._legal.values())

    def play(self, action: str) -> Position:
        """The position after `action`. Raises IllegalAction if it is not legal here."""
        return Position(self.game, self._state.after(self.legal(action).code))

    def legal(self, action: str) -> Action:
        """The legal action of that string. Raises IllegalAction if there is none."""
        found = self._legal.get(action)
        if found is None:
            raise IllegalAction(self._refusal(action))
        return found

    def _refusal(self, given: str) -> str:
        what = f"illegal action {shown(given)} in {self.game.name}"
        outcome = self.outcome()
        if outcome is not None:
            return f"{what}: the game is over ({outcome})"
        wanted = given.strip().lower()
        if alike := [action for action in self._legal if action.lower() == wanted]:
            return f"{what}: did you mean {listed(alike)}?"
        if wanted and (near := [text for text in self._legal if wanted in text.lower()]):
            return f"{what}: not one action but {len(near)}: {listed(near, 8)}"
        return f"{what}: {self.seat} has {len(self._legal)} legal: {listed(self._legal, 8)}"

    def outcome(self) -> Outcome | None:
        """How the game ended, as far as the position alone decides; None while it goes on."""
        if self._codes:
            return None
        return self.game.decode_result(self._state.result_code())

    def view(self, seat: Seat | None) -> View:
        """What `seat` may see; None is a spectator."""
        return View(self, seat)

    def scene(self) -> Scene:
        return self.game._scene(self._state)

    def gesture(self, action: str) -> Gesture:
        """The clicks that make `action`."""
        return self.game._gesture(self._state, self.legal(action).code)

    def gestures(self) -> Iterator[tuple[Action, Gesture]]:
        """Every legal action with its clicks, sorted by the action's string."""
        for action in self._legal.values():
            yield action, self.game._gesture(self._state, action.code)

    def gesture_tree(self) -> GestureTree:
        return gesture_tree(self.gestures())

    def presets(self, seed: int | None = None) -> tuple[Preset, ...]:
        """Ready-made sequences of legal actions from here, where the game has some.

        One that is left to chance follows from `seed`; without it nobody can know it before.
        """
        return self.game._presets(self._state, _some_seed(seed))

    def forget(self) -> None:
        """Drops what is kept only to be fast, for whoever keeps many positions."""
        for name in ("_legal", "_codes", "_text"):
            vars(self).pop(name, None)

    @overload
    def perft(self, depth: int, *, divide: Literal[False] = False) -> int: ...

    @overload
    def perft(self, depth: int, *, divide: Literal[True]) -> dict[str, int]: ...

    @overload
    def perft(self, depth: int, *, divide: bool) -> int | dict[str, int]: ...

    def perft(self, depth: int, *, divide: bool = False) -> int | dict[str, int]:
        """The number of sequences of `depth` actions, or with `divide` a dict of them by action."""
        lowest = 1 if divide else 0
        if not lowest <= depth <= 100:
            raise InvalidLimit(f"perft depth {depth}: expected {lowest} to 100")
        if not divide:
            return perft(self._state, depth)
        return self._divided(depth)

    def _divided(self, depth: int) -> dict[str, int]:
        counts = dict(divide(self._state, depth))
        return {text: counts[action.code] for text, action in self._legal.items()}

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self._text!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._text == other._text and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game.name, self._text))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_position, (self.game, self._text)


def _some_seed(given: int | None) -> int:
    return int.from_bytes(os.urandom(8)) if given is None else given


def _restore_position(game: Game, text: str) -> Position:
    return game.position(text)


class View(Shown):
    """A position as one seat, or a spectator, may see it. Nothing hidden can be got out of it."""

    def __init__(self, position: Position, viewer: Seat | None) -> None:
        if viewer is not None and viewer not in SEATS:
            raise InvalidPosition(f"view of {shown(str(viewer))}: expected first, second or None")
        super().__init__(position.game)
        self.viewer: Final = viewer
        self.seat: Final = position.seat
        self._outcome: Final = position.outcome()
        self._seen: Final = self.game._conceal(position._state, viewer)
        self.hidden: Final = self._seen is not position._state
        # Where something is hidden the position is not kept, so that it cannot be got out.
        self._open: Final = None if self.hidden else position
        shows_actions = self.hidden and viewer == position.seat
        self._own: Final = tuple(position.gestures()) if shows_actions else ()

    def actions(self) -> tuple[Action, ...]:
        """The legal actions; none while something is hidden and another seat acts."""
        if self._open is not None:
            return self._open.actions()
        return tuple(action for action, _ in self._own)

    def gestures(self) -> Iterator[tuple[Action, Gesture]]:
        return iter(self._own) if self._open is None else self._open.gestures()

    def presets(self, seed: int | None = None) -> tuple[Preset, ...]:
        """As `Position.presets`; none while something is hidden and another seat acts."""
        if self._open is not None:
            return self._open.presets(seed)
        return self.game._presets(self._seen, _some_seed(seed)) if self._own else ()

    def outcome(self) -> Outcome | None:
        return self._outcome

    def scene(self) -> Scene:
        return self.game._scene(self._seen)

    def __str__(self) -> str:
        return self.game._format(self._seen)

    def __repr__(self) -> str:
        return f"<View of {self.viewer or 'a spectator'}: {self.game.name} {str(self)!r}>"
