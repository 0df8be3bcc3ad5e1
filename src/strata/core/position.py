"""Positions, views of them and actions: the values of the contract.

A position is immutable. An action is valid if it is one of the legal actions, so no rule is written
twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final, Literal, overload

from strata.core.action import Action
from strata.core.drawing.shown import Shown
from strata.core.errors import (
    IllegalAction,
    InvalidLimit,
    InvalidPosition,
    NothingToExplain,
    listed,
    shown,
)
from strata.core.explaining.reach import (
    NOWHERE,
    Reach,
    expect_cell,
    reach_of,
    top_owner,
    touched_cells,
)
from strata.core.explaining.telling import Sentence, Telling, cells_of, whose
from strata.core.explaining.why_not import Attempt, Explainer, Explanation
from strata.core.gesture import Gesture, GestureTree, gesture_tree
from strata.core.kernel.perft import divide, perft
from strata.core.kernel.state import State
from strata.core.outcome import SEATS, Outcome, Seat, other_seat
from strata.core.preset import Preset
from strata.core.rules import Rules
from strata.core.scene import Scene

_CACHED: Final = (
    "_legal",
    "_codes",
    "_text",
    "_seen",
    "_touched",
    "_touched_by_other",
    "_explainer",
)


_STEP: Final = 100  # actions


class Position(Shown):
    """A position of a game: an immutable value."""

    def __init__(self, rules: Rules[Any], state: State) -> None:
        super().__init__(rules)
        self.state: Final = state

    @cached_property
    def _codes(self) -> list[int]:
        return self.state.codes()

    @cached_property
    def _legal(self) -> dict[str, Action]:
        """The legal actions by their text, sorted."""
        return _by_text(self.rules.name_actions(self.state, self._codes))

    @cached_property
    def _text(self) -> str:
        return self.rules.format(self.state)

    @property
    def seat(self) -> Seat | None:
        """The seat whose turn it is; None when the game is over."""
        return self.mover if self._codes else None

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is by the rules, even when the game is over.

        Unlike `seat`, this does not list the legal actions.
        """
        return SEATS[self.state.get_seat()]

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins here rather than continues."""
        return self.state.get_turn_start()

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions, sorted by their text; none when the game is over."""
        return tuple(self._legal.values())

    def list_in_steps(self) -> Iterator[None]:
        """Prepare, in steps, what `actions` returns: there may be hundreds of actions."""
        if "_legal" in vars(self):
            return
        codes, found = self._codes, list[Action]()
        for start in range(0, len(codes), _STEP):
            found += self.rules.name_actions(self.state, codes[start : start + _STEP])
            yield
        vars(self)["_legal"] = _by_text(found)

    def play(self, action: str) -> Position:
        """Return the position after `action`. Raises IllegalAction if it is not legal here."""
        return Position(self.rules, self.state.after(self.find(action).code))

    def find(self, action: str) -> Action:
        """Return the legal action with that text. Raises IllegalAction if there is none."""
        found = self._legal.get(action)
        if found is None:
            raise IllegalAction(self._refusal(action))
        return found

    def _refusal(self, given: str) -> str:
        what = f"illegal action {shown(given)} in {self.rules.name}"
        outcome = self.outcome()
        if outcome is not None:
            return f"{what}: the game is over ({outcome})"
        wanted = given.strip().lower()
        if alike := [action for action in self._legal if action.lower() == wanted]:
            return f"{what}: did you mean {listed(alike)}?"
        if wanted and (near := [text for text in self._legal if wanted in text.lower()]):
            return f"{what}: did you mean {listed(near, 8)}?"
        count = len(self._legal)
        return f"{what}: {self.seat} has {count} legal actions: {listed(self._legal, 8)}"

    def outcome(self) -> Outcome | None:
        """Return how the game ended, if the position alone decides it; None while it goes on."""
        if self._codes:
            return None
        return self.rules.decode_result(self.state.get_outcome())

    def hides_from(self, seat: Seat | None) -> bool:
        """Return whether something is hidden from `seat` (None for a spectator)."""
        return self.rules.conceal(self.state, seat) is not self.state

    def view(self, seat: Seat | None) -> View:
        """Return what `seat` may see (None for a spectator)."""
        return View(self, seat)

    def scene(self) -> Scene:
        return self.rules.scene(self.state)

    def gesture(self, action: str) -> Gesture:
        """Return the clicks that make `action`. Raises IllegalAction."""
        return self.rules.gesture(self.state, self.find(action).code)

    def gestures(self) -> Iterator[tuple[Action, Gesture]]:
        """Return every legal action with its clicks, sorted by the action's text."""
        actions = self._legal.values()
        codes = [action.code for action in actions]
        return zip(actions, self.rules.gestures(self.state, codes), strict=True)

    def gesture_tree(self) -> GestureTree:
        return gesture_tree(self.gestures())

    def is_incomplete(self, action: str) -> bool:
        """Return whether the seat's next action must complete `action`. Raises IllegalAction."""
        return self.rules.is_incomplete(self.state, self.find(action).code)

    def incomplete_actions(self) -> frozenset[str]:
        """Return the legal actions that the next action of the same seat must complete."""
        if not self.rules.has_incomplete_actions:
            return frozenset()
        is_incomplete, state = self.rules.is_incomplete, self.state
        return frozenset(
            action for action in self._legal.values() if is_incomplete(state, action.code)
        )

    def warning(self, action: str) -> str:
        """Return what the mover loses by `action`, in a sentence; empty if nothing.

        Losses that its choices always bring are left out. Seats are placeholders
        (core/explaining/telling.py). Raises IllegalAction.
        """
        return self.rules.warn(self.state, self.find(action).code)

    def warnings(self, actions: Iterable[Action]) -> dict[str, list[str]]:
        """Return the warnings of `actions`, legal here, each with the actions that it is for."""
        warn, state = self.rules.warn, self.state
        found: dict[str, list[str]] = {}
        for action in actions:
            if words := warn(state, action.code):
                found.setdefault(words, []).append(str(action))
        return found

    def reach(self, cell: str) -> Reach:
        """Return where the piece on `cell` can go or what it can act on, by its owner's actions.

        For a piece of the seat that does not act, the answer is as if its turn began here. It is
        empty if the rules cannot say, and when the game is over. Raises UnknownCell.
        """
        scene = self._seen
        expect_cell(scene, cell)
        if not self._codes:
            return NOWHERE
        owner = top_owner(scene, cell)
        if cell in self._touched or owner in (None, self.mover):
            return reach_of(scene, cell, self.mover, self._touched)
        return reach_of(scene, cell, owner, self._touched_by_other)

    @cached_property
    def _seen(self) -> Scene:
        return self.scene()

    @cached_property
    def _touched(self) -> dict[str, set[str]]:
        """The cells that actions touch, by the cell where they begin."""
        return _touched_in(self.rules, self.state)

    @cached_property
    def _touched_by_other(self) -> dict[str, set[str]]:
        """The same, if it were the other seat's turn."""
        turned = self.rules.with_seat(self.state, other_seat(self.mover))
        return {} if turned is None else _touched_in(self.rules, turned)

    def why_not(self, attempt: Attempt) -> Explanation:
        """Return why the seat that acts cannot do `attempt`: the text of an action, or clicks.

        Clicks are tokens, or ids of cells, items and choices. Raises UnknownToken, and
        NothingToExplain when the game is over.
        """
        return self._explainer.explain(attempt)

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self.rules, self.state, self._seen)

    def tell(self, action: str) -> Telling:
        """Return what `action` does, in sentences with their cells. Raises IllegalAction."""
        code = self.find(action).code
        return self.rules.tell_action(self.state, code, self.state.after(code))

    def tell_end(self) -> Sentence | None:
        """Return why the game is over, if the position alone decides it; None while it goes on."""
        outcome = self.outcome()
        return None if outcome is None else self.rules.tell_outcome(self.state, outcome)

    def presets(self, seed: int | None = None) -> tuple[Preset, ...]:
        """Return ready-made sequences of legal actions. Random ones are secret without a `seed`."""
        if not self.rules.has_presets:
            return ()
        return self.rules.presets(self.state, _some_seed(seed))

    def forget(self) -> None:
        """Clear cached values to save memory."""
        known = vars(self)
        for name in _CACHED:
            known.pop(name, None)

    @overload
    def perft(self, depth: int, *, divide: Literal[False] = False) -> int: ...

    @overload
    def perft(self, depth: int, *, divide: Literal[True]) -> dict[str, int]: ...

    @overload
    def perft(self, depth: int, *, divide: bool) -> int | dict[str, int]: ...

    def perft(self, depth: int, *, divide: bool = False) -> int | dict[str, int]:
        """Return the number of sequences of `depth` actions, with `divide` by their first action.

        Raises InvalidLimit unless `depth` is 0 to 100; with `divide` it is at least 1.
        """
        lowest = 1 if divide else 0
        if not lowest <= depth <= 100:
            raise InvalidLimit(f"perft depth {depth}: expected {lowest} to 100")
        if not divide:
            return perft(self.state, depth)
        return self._divided(depth)

    def _divided(self, depth: int) -> dict[str, int]:
        counts = dict(divide(self.state, depth))
        return {text: counts[action.code] for text, action in self._legal.items()}

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Position {self.rules.name} {self._text!r}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position) and self._text == other._text and self.rules == other.rules
        )

    def __hash__(self) -> int:
        return hash((self.rules.name, self._text))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_position, (self.rules, self._text)


def _by_text(actions: Iterable[Action]) -> dict[str, Action]:
    return {action: action for action in sorted(actions, key=str.__str__)}


def _touched_in(rules: Rules[Any], state: State) -> dict[str, set[str]]:
    return touched_cells(rules.gesture(state, code) for code in state.codes())


def _some_seed(given: int | None) -> int:
    return int.from_bytes(os.urandom(8)) if given is None else given


def _restore_position(rules: Rules[Any], text: str) -> Position:
    return Position(rules, rules.read(text))


class View(Shown):
    """A position as one seat, or a spectator, may see it. Nothing hidden can be read out of it."""

    def __init__(self, position: Position, viewer: Seat | None) -> None:
        if viewer is not None and viewer not in SEATS:
            raise InvalidPosition(f"view of {shown(str(viewer))}: expected first, second or None")
        super().__init__(position.rules)
        self.viewer: Final = viewer
        self.seat: Final = position.seat
        self._outcome: Final = position.outcome()
        self.state: Final = self.rules.conceal(position.state, viewer)
        self.hidden: Final = self.state is not position.state
        # A position that hides something is not stored, so nobody can read it out of the view.
        self._open: Final = None if self.hidden else position
        shows_actions = self.hidden and viewer == position.seat
        self._own: Final = tuple(position.gestures()) if shows_actions else ()

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions; none while something is hidden, unless the viewer acts."""
        if self._open is not None:
            return self._open.actions()
        return tuple(action for action, _ in self._own)

    def list_in_steps(self) -> Iterator[None]:
        """Like `Position.list_in_steps`."""
        return iter(()) if self._open is None else self._open.list_in_steps()

    def gestures(self) -> Iterator[tuple[Action, Gesture]]:
        return iter(self._own) if self._open is None else self._open.gestures()

    def is_incomplete(self, action: str) -> bool:
        """Like `Position.is_incomplete`; False while something is hidden."""
        return self._open is not None and self._open.is_incomplete(action)

    def incomplete_actions(self) -> frozenset[str]:
        """Like `Position.incomplete_actions`; none while something is hidden."""
        return frozenset() if self._open is None else self._open.incomplete_actions()

    def warning(self, action: str) -> str:
        """Like `Position.warning`; empty while something is hidden."""
        return "" if self._open is None else self._open.warning(action)

    def warnings(self, actions: Iterable[Action]) -> dict[str, list[str]]:
        """Like `Position.warnings`; none while something is hidden."""
        return {} if self._open is None else self._open.warnings(actions)

    def presets(self, seed: int | None = None) -> tuple[Preset, ...]:
        """Like `Position.presets`; none while something is hidden, unless the viewer acts."""
        if self._open is not None:
            return self._open.presets(seed)
        return self.rules.presets(self.state, _some_seed(seed)) if self._own else ()

    def tell(self, action: str) -> Telling:
        """Like `Position.tell`, for an action that the viewer may see. Raises IllegalAction."""
        if self._open is not None:
            return self._open.tell(action)
        for own, gesture in self._own:
            if own == action:
                after = self.rules.foresee(self.state, own.code, own)
                if after is None:
                    cells = (token.id for token in gesture if token.kind == "cell")
                    return (Sentence(f"{whose(self.seat)} action is {own}.", cells_of(*cells)),)
                return self.rules.tell_action(self.state, own.code, after, gesture)
        raise IllegalAction(f"{shown(action)} is not an action that {self._viewer_name} may see")

    def reach(self, cell: str) -> Reach:
        """Like `Position.reach`; while something is hidden, only for the viewer's legal actions."""
        if self._open is not None:
            return self._open.reach(cell)
        scene = self.scene()
        expect_cell(scene, cell)
        if self.viewer is None or not self._own:
            return NOWHERE
        touched = touched_cells(gesture for _, gesture in self._own)
        return reach_of(scene, cell, self.viewer, touched)

    def why_not(self, attempt: Attempt) -> Explanation:
        """Like `Position.why_not`, based on what the viewer sees.

        While something is hidden it raises NothingToExplain, unless the viewer acts.
        """
        if self._open is not None:
            return self._open.why_not(attempt)
        if not self._own:
            raise NothingToExplain(
                f"{self.rules.name}: {self._viewer_name} does not act, and something is hidden"
            )
        offers = {action.code: (str(action), gesture) for action, gesture in self._own}
        return Explainer(self.rules, self.state, self.scene(), offers).explain(attempt)

    def outcome(self) -> Outcome | None:
        return self._outcome

    def scene(self) -> Scene:
        return self.rules.scene(self.state)

    @property
    def _viewer_name(self) -> str:
        return self.viewer or "a spectator"

    def __str__(self) -> str:
        return self.rules.format(self.state)

    def __repr__(self) -> str:
        return f"<View of {self._viewer_name}: {self.rules.name} {str(self)!r}>"
