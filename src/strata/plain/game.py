"""`PlainGame`: the class from which a game in plain Python derives.

Its first part is written by the author of a game, the second is called by the kernel
(core/kernel/plain.py), and the third implements the hooks of the contract for every plain game.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn

import msgspec

from strata.core.editing.editing import Editing
from strata.core.errors import (
    GameError,
    InvalidPosition,
    StrataError,
    listed,
    rules_failed,
    shown,
)
from strata.core.explaining.telling import capitalised
from strata.core.geometry import Board
from strata.core.gesture import Gesture
from strata.core.kernel.plain import PlainState
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.rules import HIDDEN, Rules
from strata.core.scene import Hue, Scene, Symbol
from strata.plain.clicks import CHOICES, clicks_of
from strata.plain.codes import codes, digest, digest_clock
from strata.plain.drawing import Drawing
from strata.plain.editing import PlainEditing
from strata.plain.failures import FAULTS, Cause, cause_of, place_of, shortened
from strata.plain.hooks import check_hooks
from strata.plain.notation import FIELDS, Notation
from strata.plain.pieces import Piece, check_kinds, letters_of, symbols_of
from strata.plain.position import PlainPosition

NO_ACTIONS: Final = "no-actions"
_DRAWN: Final = 2
_LONGEST_SHOWN: Final = 300  # positions in errors are complete, to be pasted into a command


class PlainGame(Rules[Any]):
    """A game whose rules are Python functions of positions.

    A subclass needs `board`, `pieces`, `setup`, `actions` and `play`. All functions must be pure:
    their results follow from their arguments and the game's options (`self.settings`) alone.
    """

    if TYPE_CHECKING:  # in a subclass: attributes of the class or a cached_property

        @property
        def board(self) -> Board:
            """The board on which the game is played."""

        @property
        def setup(self) -> str:
            """The position string with which the game begins; the board alone will do."""

    pieces: Mapping[str, str | Piece]
    """The kinds of pieces by letter: a name or a `Piece` for each. In positions an upper-case
    letter is first's piece and a lower-case one second's; a sign that is no letter is nobody's.
    """
    fields: ClassVar[tuple[str, ...]] = ()
    """What positions use besides board and seat: some of "hand", "step", "note", "clock"."""
    highest: ClassVar[int] = 1
    """The most pieces that can stand on one cell."""
    most_actions: ClassVar[int] = 1024
    """The most legal actions of any position."""
    hues: ClassVar[tuple[Hue, Hue]] = ("sand", "blue")

    reasons: ClassVar[tuple[str, ...]] = ()
    method = "uct"
    thinking = (60, 400)
    title: str = ""
    summary: ClassVar[str] = ""

    choices = CHOICES
    is_named: ClassVar[bool] = False
    """Whether the class sets the name of the game; if not, its file does."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Derive the name, the title and the summary of the game, unless the class sets them.

        The reason `no-actions` is added to its reasons.
        """
        super().__init_subclass__(**kwargs)
        cls.is_named = "name" in vars(cls)
        if not cls.is_named:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        if not cls.title:
            cls.title = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", cls.__name__)
        if not cls.summary:
            cls.summary = _first_line(cls, cls.title) or cls.title
        if NO_ACTIONS not in cls.reasons:
            cls.reasons = (*cls.reasons, NO_ACTIONS)

    def __init__(self, definition: str | None = None, /, **options: object) -> None:
        check_hooks(type(self), PlainGame)
        super().__init__(definition, **options)
        for name, kind in (("board", Board), ("pieces", Mapping), ("setup", str)):
            given = getattr(self, name, None)
            if not isinstance(given, kind):
                what = "is missing" if given is None else f"is {shown(repr(given))}"
                raise GameError(f"{self.name}: {name} {what}, expected a {kind.__name__}")
        if unknown := [field for field in self.fields if field not in FIELDS]:
            raise GameError(f"{self.name}: field {unknown[0]!r}, expected of {listed(FIELDS)}")

    # Methods that an author writes.

    def actions(self, position: PlainPosition) -> Iterable[str]:
        """Return the legal actions of the seat that acts, in any order.

        This is called only while the game goes on. An action is a short text; the cells that it
        names are the clicks that make it.
        """
        raise NotImplementedError("define actions(self, position)")

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        """Return the position after `action`, which is one of the legal ones."""
        raise NotImplementedError("define play(self, position, action)")

    def result(self, position: PlainPosition) -> Outcome | None:
        """Return how the game ended, for one of `reasons`; None while it goes on."""
        return None

    def stuck(self, position: PlainPosition) -> Outcome:
        """Return how the game ends if the seat to act has no action; by default it loses."""
        return Outcome(position.other, NO_ACTIONS)

    def check(self, position: PlainPosition) -> str | None:
        """Return what is wrong with a position that somebody typed in; None if nothing is."""
        return None

    def status(self, position: PlainPosition) -> tuple[str, ...]:
        """Return lines to be shown beside the board; by default the note."""
        return (position.note,) if position.note else ()

    def label(self, position: PlainPosition, action: str) -> str:
        """Return the label of an action that clicks alone do not distinguish from another."""
        return action

    def seen_by(self, position: PlainPosition, viewer: Seat | None) -> PlainPosition:
        """Return the position as `viewer` (None for a spectator) may see it.

        Games with secrets override this.
        """
        return position

    def imagine(self, position: PlainPosition, viewer: Seat, random: Random) -> PlainPosition:
        """Return a complete position that agrees with `position`, which is what `viewer` sees.

        What is filled in comes from `random` and from nothing that `viewer` cannot see.
        """
        return position

    def unseen(self, position: PlainPosition, action: str) -> str:
        """Return the text of an action for viewers from whom something is hidden afterwards."""
        return HIDDEN

    # Methods that the kernel calls, often.

    def expand(self, position: PlainPosition) -> tuple[list[int], dict[int, str], int]:
        """Return the codes of the legal actions, the actions by code, and the result if none.

        The codes are in the order of the texts of their actions. Raises GameError.
        """
        try:
            outcome = self.result(position)
        except FAULTS as error:
            self._fail("result", position, error)
        if outcome is not None:
            return [], {}, self._result_code("result", position, outcome)
        try:
            texts = sorted(self.actions(position))
            numbers = [codes[text] for text in texts]
        except FAULTS as error:
            self._fail("actions", position, error)
        if not texts:
            try:
                outcome = self.stuck(position)
            except FAULTS as error:
                self._fail("stuck", position, error)
            return [], {}, self._result_code("stuck", position, outcome)
        found = dict(zip(numbers, texts, strict=True))
        if len(found) != len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise self._error("actions", position, f"it lists {shown(twice)} twice")
        if len(texts) > self.most_actions:
            problem = f"it lists {len(texts)} actions, but most_actions is {self.most_actions}"
            raise self._error("actions", position, problem)
        return numbers, found, 0

    def follow(self, position: PlainPosition, action: str) -> PlainPosition:
        try:
            following = self.play(position, action)
        except FAULTS as error:
            self._fail(f"play {shown(action)}", position, error)
        problem = self._wrong(following, position)
        if following is position:
            problem = "it returned the same position: expected what the action changes"
        if problem:
            raise self._error(f"play {shown(action)}", position, problem)
        return following

    def _wrong(self, made: object, before: PlainPosition) -> str:
        """Return what is wrong with what a function made of a position; empty if nothing is."""
        if not isinstance(made, PlainPosition):
            return f"it returned {shown(repr(made))}, expected a PlainPosition"
        if self._unused and any(getattr(made, field) for field in self._unused):
            used = next(field for field in self._unused if getattr(made, field))
            return f"the position has a {used}, but {used!r} is not among the game's fields"
        known = before.stacks.get
        for cell, stack in made.stacks.items():
            if known(cell) is not stack and (problem := self._misplaced(cell, stack)):
                return problem
        return ""

    def _misplaced(self, cell: str, stack: str) -> str:
        """Return what is wrong with `stack` on `cell`; empty if nothing is."""
        if cell not in self.board:
            return f"it puts {stack!r} on {cell!r}, which is not a cell of the board"
        if not isinstance(stack, str) or any(letter not in self._letters for letter in stack):
            return f"it puts {stack!r} on {cell}, expected letters of {' '.join(self._letters)}"
        if len(stack) > self.highest:
            return f"it puts {len(stack)} pieces on {cell}, expected at most {self.highest}"
        return ""

    @cached_property
    def _letters(self) -> str:
        return letters_of(self._kinds)

    def digest(self, position: PlainPosition) -> int:
        return digest(position)

    def digest_clock(self, position: PlainPosition) -> int:
        return digest_clock(position)

    def _result_code(self, function: str, position: PlainPosition, outcome: object) -> int:
        if not isinstance(outcome, Outcome):
            problem = f"it returned {outcome!r}, expected an Outcome or None"
            raise self._error(function, position, problem)
        if outcome.reason not in self.reasons:
            problem = f"reason {shown(str(outcome.reason))}, expected {listed(self.reasons)}"
            raise self._error(function, position, problem)
        if outcome.winner is not None and outcome.winner not in SEATS:
            problem = f"winner {outcome.winner!r}, expected first, second or None"
            raise self._error(function, position, problem)
        winner = _DRAWN if outcome.winner is None else SEATS.index(outcome.winner)
        return winner + 4 * self.reasons.index(outcome.reason)

    def _fail(self, function: str, position: PlainPosition, error: BaseException) -> NoReturn:
        """Raise GameError for what an author's function raised, with the place in its file."""
        if isinstance(error, GameError):
            raise error
        cause = cause_of(error, type(self))
        raise self._failure(function, position, cause) from error

    def _error(self, function: str, position: PlainPosition, problem: str) -> GameError:
        """Return the error for a wrong result of an author's function."""
        where, place = place_of(function.partition(" ")[0], type(self))
        cause = Cause(f"{problem}{where}", f"a wrong result{where}", place)
        return self._failure(function, position, cause)

    def _failure(self, function: str, position: PlainPosition, cause: Cause) -> GameError:
        try:
            where = shown(self._notation.format(position), _LONGEST_SHOWN)
        except Exception:
            where = repr(position)
        message = rules_failed(self.name, f"{function} in {where}: {cause.words}")
        brief = rules_failed(self.name, f"{function.partition(' ')[0]}: {cause.brief}")
        return GameError(message, brief=brief, place=cause.place)

    def _ask(self, function: str, position: PlainPosition, *arguments: object) -> Any:
        """Return what an author's function says of `position`. Raises GameError."""
        try:
            return getattr(self, function)(position, *arguments)
        except FAULTS as error:
            self._fail(function, position, error)

    def _ask_words(self, function: str, position: PlainPosition, action: str) -> str:
        words = self._ask(function, position, action)
        if not isinstance(words, str) or not words:
            problem = f"it returned {shown(repr(words))}, expected words"
            raise self._error(function, position, problem)
        return words

    def _ask_position(
        self, function: str, position: PlainPosition, *arguments: object
    ) -> PlainPosition:
        made = self._ask(function, position, *arguments)
        if problem := self._wrong(made, position):
            raise self._error(function, position, problem)
        found: PlainPosition = made
        return found

    # Hooks of the contract.

    @cached_property
    def _kinds(self) -> dict[str, Piece]:
        try:
            return check_kinds(self.pieces)
        except (TypeError, ValueError) as error:
            raise GameError(f"{self.name}: {error}") from None

    @cached_property
    def _unused(self) -> tuple[str, ...]:
        return tuple(field for field in FIELDS if field not in self.fields)

    @cached_property
    def _notation(self) -> Notation:
        letters = letters_of(self._kinds)
        return Notation(self.name, self.board, letters, self.highest, self.fields)

    @cached_property
    def _drawing(self) -> Drawing:
        has_hands = "hand" in self.fields
        return Drawing(self.name, self.board, self._kinds, has_hands=has_hands, hues=self.hues)

    @cached_property
    def symbols(self) -> Mapping[str, Symbol]:  # type: ignore[override]
        return symbols_of(self._kinds, self.highest > 1)

    def start(self) -> PlainState:
        return PlainState().open(self, self._first_position)

    @cached_property
    def _first_position(self) -> PlainPosition:
        """The set-up. Its text may leave out first's turn and empty fields."""
        words = self.setup.split()
        rest = [
            "f",
            *("0" if field == "clock" else "-" for field in FIELDS if field in self.fields),
        ]
        return self._notation.parse(" ".join([*words, *rest[len(words) - 1 :]]))

    def parse(self, text: str) -> PlainState:
        position = self._notation.parse(text)
        problem: Any  # an author may return anything
        try:
            problem = self.check(position)
        except StrataError:
            raise
        except FAULTS as error:
            self._fail("check", position, error)
        if not isinstance(problem, str | None):
            said = f"it returned {shown(repr(problem))}, expected a sentence or None"
            raise self._error("check", position, said)
        if isinstance(problem, str) and problem:
            raise InvalidPosition(f"{self.name} position {shown(text)}: {shortened(problem)}")
        state = PlainState().open(self, position)
        try:
            state.codes()
        except GameError as error:
            raise InvalidPosition(f"{self.name} position: {shortened(str(error))}") from error
        return state

    def format(self, state: Any) -> str:
        return self._notation.format(state.get_position())

    def format_action(self, state: Any, code: int) -> str:
        found: str = state.get_actions()[code]
        return found

    def scene(self, state: Any) -> Scene:
        position = state.get_position()
        lines = self._ask("status", position)
        if not isinstance(lines, tuple | list) or not all(isinstance(line, str) for line in lines):
            problem = f"it returned {shown(repr(lines))}, expected a tuple of lines"
            raise self._error("status", position, problem)
        return self._drawing.scene(position, state.get_over(), tuple(lines))

    def gesture(self, state: Any, code: int) -> Gesture:
        position, actions = state.get_position(), state.get_actions()
        kept = state.get_kept()
        if kept is None:
            kept = clicks_of(
                self.board,
                position.hand,
                actions.values(),
                lambda action: self._ask_words("label", position, action),
            )
            state.keep(kept)
        found: Gesture = kept[actions[code]]
        return found

    def conceal(self, state: Any, viewer: Seat | None) -> PlainState:
        position = state.get_position()
        seen = self._ask_position("seen_by", position, viewer)
        concealed: PlainState = state if seen == position else state.hiding(seen)
        return concealed

    def editing(self) -> Editing:
        return PlainEditing(self._notation, self._kinds, self.highest, self.fields)

    def hidden_action(self, state: Any, code: int) -> str:
        return self._ask_words("unseen", state.get_position(), state.get_actions()[code])

    def foresee(self, state: Any, code: int, text: str) -> PlainState | None:
        """Return what `play` makes of the position as it is seen; None if it fails.

        `play` need not work for such positions.
        """
        try:
            after: PlainState = state.hiding(self.play(state.get_position(), text))
        except FAULTS:
            return None
        return after

    def with_seat(self, state: Any, seat: Seat) -> PlainState | None:
        """Return the position as if a turn of `seat` began, with the same hands, note and clock.

        None if the game refuses that position.
        """
        turned = msgspec.structs.replace(state.get_position(), seat=seat, step="")
        try:
            return self.parse_if_valid(self._notation.format(turned))
        except GameError:  # rules need not work in positions that they never lead to
            return None

    def guess(self, state: Any, viewer: Seat, seed: int) -> PlainState:
        position = state.get_position()
        imagined = self._ask_position("imagine", position, viewer, Random(seed))
        if self._ask_position("seen_by", imagined, viewer) != position:
            problem = f"to {viewer} it looks unlike the position that {viewer} sees"
            raise self._error("imagine", position, problem)
        whole: PlainState = state.beside(imagined)
        if position.seat == viewer and whole.get_over() and not state.get_over():
            raise self._error("imagine", position, "the game is over in the position it returned")
        return whole


def _first_line(kind: type, title: str) -> str:
    """Return the first docstring line of the class, else of its module, without `title: `."""
    module = sys.modules.get(kind.__module__)
    for text in (vars(kind).get("__doc__"), getattr(module, "__doc__", None)):
        if text:
            first = inspect.cleandoc(text).partition("\n")[0].removeprefix(f"{title}: ")
            return capitalised(first)
    return ""
