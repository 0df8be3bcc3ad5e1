"""A game being recorded: positions, actions, and what only history decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from strata.core.errors import IllegalAction, NothingToUndo, StrataError, listed, shown
from strata.core.outcome import AGREED_REASONS, Outcome, Seat, other_seat
from strata.core.position import Action, Position, Shown
from strata.core.record_view import RecordView
from strata.core.record_writer import format_record
from strata.core.scene import Mark, Scene, with_mark


class Record(Shown):
    """A game with history. `tags` are free text: names of players, date, event."""

    def __init__(self, start: Position, tags: Mapping[str, str] | None = None) -> None:
        super().__init__(start.rules)
        self.tags: Final[dict[str, str]] = dict(tags or {})
        self._positions: Final = [start]
        self._played: Final[list[Action]] = []
        self._seen: Final[Counter[int]] = Counter()
        self._agreed: Outcome | None = None
        self._count(start, 1)

    def _count(self, position: Position, by: int) -> None:
        if position.begins_turn:
            self._seen[position.state.get_key()] += by

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """From the start to now."""
        return tuple(self._positions)

    @property
    def played(self) -> tuple[Action, ...]:
        """The actions from the start to now."""
        return tuple(self._played)

    @property
    def length(self) -> int:
        """The number of actions played."""
        return len(self._played)

    def action_at(self, number: int) -> Action:
        """The action with this number, from 0 on."""
        return self._played[number]

    def position_at(self, number: int) -> Position:
        """The position after this many actions."""
        return self._positions[number]

    def reaches(self, position: Position) -> bool:
        """Whether a turn of this game began in `position`, a start of a turn of the same rules.

        Positions that differ only in what repetition leaves out (counters) are the same.
        """
        return self._seen[position.state.get_key()] > 0

    @property
    def seat(self) -> Seat | None:
        """Who acts now; None when the game is over, also by its history."""
        return None if self.outcome() else self.position.seat

    def actions(self) -> tuple[Action, ...]:
        """The legal actions now; none when the game is over, also by its history."""
        return () if self.outcome() else self.position.actions()

    def outcome(self) -> Outcome | None:
        """How the game ended: by the position, by repetition, or by agreement of the players."""
        if self._agreed is not None:
            return self._agreed
        decided = self.position.outcome()
        open_to_history = decided is None or decided.reason in self.rules.after_repetition
        if open_to_history and self._is_repeated():
            return Outcome(None, "repetition")
        return decided

    def _is_repeated(self) -> bool:
        if not self.rules.repetition or not self.position.begins_turn:
            return False
        return self._seen[self.position.state.get_key()] >= self.rules.repetition

    def play(self, action: str) -> Record:
        """Plays one action. Raises IllegalAction, and changes nothing, if it is not legal."""
        outcome = self.outcome()
        if outcome is not None:
            raise IllegalAction(
                f"illegal action {shown(action)} in {self.rules.name}: the game is over ({outcome})"
            )
        legal = self.position.find(action)
        following = self.position.play(legal)
        self._played.append(legal)
        self._positions.append(following)
        self._count(following, 1)
        if len(self._positions) > 2:
            self._positions[-3].forget()
        return self

    def play_all(self, actions: Iterable[str]) -> Record:
        for action in actions:
            self.play(action)
        return self

    def undo(self) -> Action:
        """Takes back the last action, and with it an agreed end; returns the action."""
        if not self._played:
            raise NothingToUndo(f"nothing to undo: no action was played in this {self.rules.name}")
        self._agreed = None
        self._count(self._positions.pop(), -1)
        return self._played.pop()

    def conclude(self, outcome: Outcome) -> None:
        """Ends the game by what no rule of it decides: resignation, agreement, time …"""
        if outcome.reason not in AGREED_REASONS:
            raise StrataError(
                f"a game is not concluded by {shown(outcome.reason)}; "
                f"expected one of {listed(AGREED_REASONS)}"
            )
        if (outcome.reason == "agreement") != (outcome.winner is None):
            expected = "a draw" if outcome.reason == "agreement" else "a winner"
            raise StrataError(f"{outcome}: expected {expected}")
        ended = self.outcome()
        if ended is not None:
            raise StrataError(f"the game is over already ({ended})")
        self._agreed = outcome

    def resign(self, seat: Seat | None = None) -> None:
        """`seat` (by default the one to act) gives up."""
        loser = seat or self.seat
        if loser is None:
            raise StrataError(f"nobody can resign: the game is over ({self.outcome()})")
        self.conclude(Outcome(other_seat(loser), "resignation"))

    def export(self) -> str:
        """The record as text: docs/record-format.md."""
        return format_record(self)

    def view(self, seat: Seat | None) -> RecordView:
        """What `seat` may see of the game; None is a spectator."""
        return RecordView(
            self._positions,
            self._played,
            seat,
            self.tags,
            self.outcome(),
            self.mark_at(self.length),
        )

    def scene(self) -> Scene:
        """The position's scene with the last action marked."""
        return with_mark(self.position.scene(), self.mark_at(self.length))

    def mark_at(self, number: int) -> Mark | None:
        """The mark on the cells of the last of this many actions; None at the start."""
        if not number:
            return None
        action = self._played[number - 1]
        gesture = self._positions[number - 1].gesture(action)
        cells = tuple(token.id for token in gesture if token.kind == "cell")
        return Mark("last", cells, f"last action: {action}")

    def __repr__(self) -> str:
        ended = self.outcome()
        state = f"over: {ended}" if ended else f"{self.seat} to act"
        return f"<Record {self.rules.name}: {len(self._played)} actions, {state}>"
