"""`Record`: a game with its history, and what only history decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from strata.core.action import Action
from strata.core.drawing.shown import Shown
from strata.core.errors import IllegalAction, NothingToUndo, StrataError, listed, shown
from strata.core.explaining.telling import Sentence, Telling
from strata.core.help_count import HELP, format_help, parse_help
from strata.core.history import History
from strata.core.outcome import AGREED_REASONS, Outcome, Seat, other_seat
from strata.core.position import Position
from strata.core.record_view import RecordView
from strata.core.record_writer import format_record
from strata.core.scene import Mark, Scene, with_mark


class Record(Shown):
    """A game with its history. `tags` are free text: names of players, date, event."""

    def __init__(self, start: Position, tags: Mapping[str, str] | None = None) -> None:
        super().__init__(start.rules)
        self.tags: Final[dict[str, str]] = dict(tags or {})
        self._history: Final = History(start)
        self._turn_keys: Final[list[int]] = []
        self._seen: Final[Counter[int]] = Counter()
        self._agreed: Outcome | None = None
        self._scenes: tuple[tuple[Position, Scene], ...] = ()
        self._decided: tuple[Outcome | None, Seat | None] | None = None
        """A cache: how the game ended, and the seat to act; None after a change."""
        self._helped: Final[set[tuple[str, Seat, str]]] = set()
        self._count(start)

    def _count(self, position: Position) -> None:
        if position.begins_turn:
            key = position.state.get_key()
            self._turn_keys.append(key)
            self._seen[key] += 1

    def _uncount(self, position: Position) -> None:
        if position.begins_turn:
            self._seen[self._turn_keys.pop()] -= 1

    @property
    def start(self) -> Position:
        return self._history[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._history.now

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the current one."""
        return tuple(self._history)

    @property
    def played(self) -> tuple[Action, ...]:
        """The actions from the start to the current position."""
        return tuple(self._history.actions)

    @property
    def length(self) -> int:
        """The number of actions played."""
        return len(self._history.actions)

    def action_at(self, number: int) -> Action:
        """Return the action with this number, counted from 0."""
        return self._history.actions[number]

    def turn_at(self, number: int) -> tuple[Seat, bool]:
        """Return the seat that played the action with this number, and whether it began a turn."""
        return self._history.turn_at(number)

    def position_at(self, number: int) -> Position:
        """Return the position after this many actions."""
        return self._history[number]

    @property
    def turn_keys(self) -> tuple[int, ...]:
        """The keys of the positions in which turns began, in order."""
        return tuple(self._turn_keys)

    @property
    def seat(self) -> Seat | None:
        """The seat whose turn it is; None when the game is over, by its position or otherwise."""
        return (self._decided or self._decide())[1]

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions; none when the game is over, by its position or otherwise."""
        return () if self.outcome() else self.position.actions()

    def outcome(self) -> Outcome | None:
        """Return how the game ended: by the position, by repetition or by agreement.

        None while the game goes on.
        """
        return (self._decided or self._decide())[0]

    def _decide(self) -> tuple[Outcome | None, Seat | None]:
        outcome = self._agreed or self._outcome_by_rules()
        self._decided = decided = outcome, None if outcome else self._history.now.seat
        return decided

    def _outcome_by_rules(self) -> Outcome | None:
        outcome = self._history.now.outcome()
        open_to_history = outcome is None or outcome.reason in self.rules.after_repetition
        if open_to_history and self._is_repeated():
            return Outcome(None, "repetition")
        return outcome

    def _is_repeated(self) -> bool:
        if not self.rules.repetition or not self.position.begins_turn:
            return False
        return self._seen[self._turn_keys[-1]] >= self.rules.repetition

    def play(self, action: str) -> Record:
        """Play one action. Raises IllegalAction, and changes nothing, if it is not legal."""
        outcome = self.outcome()
        if outcome is not None:
            raise IllegalAction(
                f"illegal action {shown(action)} in {self.rules.name}: the game is over ({outcome})"
            )
        legal = self.position.find(action)
        self._append(legal)
        return self

    def _append(self, action: Action) -> None:
        following = Position(self.rules, self.position.state.after(action.code))
        self._history.append(action, following)
        self._count(following)
        self._decided = None

    def play_all(self, actions: Iterable[str]) -> Record:
        for action in actions:
            self.play(action)
        return self

    def play_codes(self, actions: Iterable[Action]) -> Record:
        """Play actions that are known to be legal in this very game, without checks.

        This is much faster than `play`. An illegal action breaks the program.
        """
        for action in actions:
            self._append(action)
        return self

    def copy(self) -> Record:
        """Return an independent copy of the game, without an agreed end."""
        return Record(self.start, self.tags).play_codes(self.played)

    def undo(self) -> Action:
        """Take back the last action, and with it an agreed end; return the action.

        Raises NothingToUndo.
        """
        if not self.length:
            raise NothingToUndo(f"nothing to undo in {self.rules.name}: no action has been played")
        self._agreed = self._decided = None
        self._uncount(self.position)
        return self._history.pop()

    def conclude(self, outcome: Outcome) -> None:
        """End the game by something that no rule of it decides: resignation, agreement, time …

        Raises StrataError for another reason, and when the game is over.
        """
        if outcome.reason not in AGREED_REASONS:
            raise StrataError(
                f"got the reason {shown(outcome.reason)}, expected one of {listed(AGREED_REASONS)}"
            )
        if (outcome.reason == "agreement") != (outcome.winner is None):
            expected = "a draw" if outcome.reason == "agreement" else "a winner"
            raise StrataError(f"{outcome}: expected {expected}")
        ended = self.outcome()
        if ended is not None:
            raise StrataError(f"the game is already over ({ended})")
        self._agreed, self._decided = outcome, None

    def resign(self, seat: Seat | None = None) -> None:
        """Let `seat` (default: the seat to act) resign. Raises StrataError if the game is over."""
        loser = seat or self.seat
        if loser is None:
            raise StrataError(f"nobody can resign: the game is over ({self.outcome()})")
        self.conclude(Outcome(other_seat(loser), "resignation"))

    @property
    def help(self) -> dict[Seat, int]:
        """How often each seat had help from the program; seats without help are left out."""
        return parse_help(self.tags[HELP]) if HELP in self.tags else {}

    def note_help(self, seat: Seat, kind: str = "") -> bool:
        """Count in the tag `Help` that `seat` had help of that kind, once in each position.

        Return whether it was counted. A record that was read from text does not know in which
        positions help was counted before.
        """
        helped = (str(self.position), seat, kind)
        if helped in self._helped:
            return False
        self._helped.add(helped)
        counts = self.help
        self.tags[HELP] = format_help({**counts, seat: counts.get(seat, 0) + 1})
        return True

    def export(self) -> str:
        """Return the record as text (docs/record-format.md)."""
        return format_record(self)

    def view(self, seat: Seat | None, length: int | None = None) -> RecordView:
        """Return what `seat` may see of the game (None for a spectator).

        `length` limits the view to the first actions. For a game that is over it must cover all of
        them.
        """
        if length is None or length == self.length:
            positions: Sequence[Position] = self._history
            length = self.length
        else:
            positions = self._history[: length + 1]
        return RecordView(
            positions,
            self._history.actions[:length],
            seat,
            self.tags,
            self.outcome(),
            self.mark_at(length),
        )

    def unfinished_in_secret(self, seat: Seat | None) -> int:
        """Return how many of the last actions are part of something that `seat` may not see yet.

        These are the hidden actions of the seat that acts, such as a secret set-up in progress.
        Announcing them one by one would reveal how it is made.
        """
        if not self.rules.has_secrets:
            return 0
        now = self.seat
        if now is None or now == seat or not self.position.hides_from(seat):
            return 0
        count = 0
        while count < self.length and self.turn_at(self.length - 1 - count)[0] == now:
            if not self.position_at(self.length - count).hides_from(seat):
                break
            count += 1
        return count

    def tell(self, number: int) -> Telling:
        """Return what the action with this number (from 0) did, in sentences with their cells."""
        action = self.action_at(number)
        number %= self.length
        before, after = self._history[number], self._history[number + 1]
        scenes = self._scene_of(before), self._scene_of(after)
        return self.rules.tell_action(before.state, action.code, after.state, scenes=scenes)

    def tellings(self) -> Iterator[Telling]:
        """Yield what each action did, from the start to the current position."""
        return map(self.tell, range(self.length))

    def tell_end(self) -> Sentence | None:
        """Return why the game is over, by its position or otherwise; None while it goes on.

        If the game's own reason has no cells in the position, the sentence has those of the last
        action.
        """
        outcome = self.outcome()
        if outcome is None:
            return None
        end = self.rules.tell_outcome(self.position.state, outcome)
        if end.cells or not self.length or outcome.reason not in self.rules.reasons:
            return end
        return Sentence(end.text, self.tell(self.length - 1)[0].cells)

    def scene(self) -> Scene:
        """Return the scene of the current position, with the last action marked."""
        return with_mark(self._scene_of(self._history.now), self.mark_at(self.length))

    def _scene_of(self, position: Position) -> Scene:
        """Return the scene of `position`. The last two are cached, as each telling needs both."""
        for known, scene in self._scenes:
            if known is position:
                return scene
        scene = position.scene()
        self._scenes = (*self._scenes[-1:], (position, scene))
        return scene

    def mark_at(self, number: int) -> Mark | None:
        """Return the mark on the last of the first `number` actions; None at the start."""
        if not number:
            return None
        return mark_of(self._history[number - 1], self._history.actions[number - 1])

    def __repr__(self) -> str:
        ended = self.outcome()
        state = f"over: {ended}" if ended else f"{self.seat} to act"
        return f"<Record {self.rules.name}: {self.length} actions, {state}>"


def mark_of(before: Position, action: Action) -> Mark:
    """Return the mark on the cells of `action`, which was played in `before`."""
    gesture = before.rules.gesture(before.state, action.code)
    cells = tuple([token.id for token in gesture if token.kind == "cell"])
    return Mark("last", cells, "part of the last action")
