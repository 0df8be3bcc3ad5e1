"""`strata.batch`: many games of one kind, stepped by one call, for learning programs.

The results of a step are in NumPy arrays with a row for each game. The arrays are always the same
and every step overwrites them: **nothing is copied**. Copy what you want to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from strata.core.errors import IllegalAction, InvalidLimit, MissingExtra, StrataError, shown
from strata.core.game import Game
from strata.core.gesture import Gesture
from strata.core.kernel.constants import FORFEITED, REPEATED, STOPPED
from strata.core.kernel.crew import Crew
from strata.core.kernel.desk import Desk
from strata.core.kernel.lane import Lane
from strata.core.learning.encoding import ActionSpace, Encoding, NoEncoding
from strata.core.learning.team import Team
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.position import Position
from strata.core.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

OnIllegal = Literal["raise", "forfeit"]
MOST_GAMES: Final = 1 << 20
LIMIT: Final = 2000
"""The default number of actions after which a game is truncated."""
LEAVE: Final = -1
"""In place of a choice: the game is left alone."""
_SEEDS: Final = 1 << 64


class UnknownSeat(StrataError):
    """There is no such seat."""


class ClosedBatch(StrataError):
    """The batch was closed and takes no more steps."""


def make_desk(
    rules: Rules[Any], actions: ActionSpace, limit: int | None, autoreset: bool
) -> tuple[Encoding, Desk, int]:
    """Return the encoding, what the lanes of a game share, and the limit that applies (0: none)."""
    encoding = Game(rules).encoding
    if actions not in ("tokens", "whole"):
        raise NoEncoding(f"actions: got {actions!r}, expected 'tokens' or 'whole'")
    if actions not in encoding.spaces:
        raise NoEncoding(
            f"{rules.name} has too many actions for actions='whole', expected actions='tokens'"
        )
    most = check_whole("limit of actions", LIMIT if limit is None else limit, 0, 1 << 31)
    yielding = sum(
        1 << number for number, why in enumerate(rules.reasons) if why in rules.after_repetition
    )
    desk = Desk(encoding.encoder, actions == "whole", rules.repetition, yielding, most, autoreset)
    return encoding, desk, most


def describe_planes(rules: Rules[Any], actions: ActionSpace = "tokens") -> tuple[str, ...]:
    """Return what each plane of an observation shows.

    The game's own planes come first, then those that every game has.
    """
    encoding = Game(rules).encoding
    chosen = encoding.encoder.longest - 1 if actions == "tokens" else 0
    return (
        *encoding.planes,
        *(["everywhere how often the position came up before"] if rules.repetition else []),
        *(
            f"token {number} of the action in progress: 1 on its cell, or everywhere 2 + its place "
            "among the other tokens"
            for number in range(1, chosen + 1)
        ),
    )


def check_whole(what: str, given: object, low: int, end: int) -> int:
    """Return `given`, which may be a NumPy integer, as an int within bounds.

    Raises InvalidLimit.
    """
    number = -1 if isinstance(given, bool) or not hasattr(given, "__index__") else index(given)
    if not low <= number < end:
        raise InvalidLimit(
            f"{what}: got {shown(repr(given))}, expected a whole number from {low} to {end - 1}"
        )
    return number


def check_seat(given: object) -> int:
    """Return the number of a seat. Raises UnknownSeat except for `first` and `second`."""
    if given not in SEATS:
        raise UnknownSeat(f"seat: got {shown(repr(given))}, expected 'first' or 'second'")
    return SEATS.index(given)


def import_numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise MissingExtra("Batches", "numpy", "rl") from None
    return numpy


def decode_result(rules: Rules[Any], result: int, seat: int) -> Outcome | None:
    """Return how a lane's game ended; None if the limit ended it. `seat` is the seat to act."""
    if result == STOPPED:
        return None
    if result == FORFEITED:
        return Outcome(SEATS[1 - seat], "illegal-action")
    return Outcome(None, "repetition") if result == REPEATED else rules.decode_result(result)


class Batch:
    """`size` games side by side. Made by `strata.batch(game, size)`.

    A step takes one choice for each game. With `actions="tokens"` a choice is one click of a
    gesture, and the same seat chooses until its action is complete; with `actions="whole"` a choice
    is an action. Tokens and observations are from the side of the seat that acts.
    """

    observations: NDArray[np.uint8]
    """What the seat that acts sees: games × planes × rows × columns."""
    masks: NDArray[np.int8]
    """1 for what may be chosen: games × choices. All 0 for a game that is over."""
    rewards: NDArray[np.float32]
    """The rewards of the last step for first and second: games × 2. 1 for a win, -1 for a loss.

    A seat that forfeits by an illegal choice gets -1, and the other seat 0.
    """
    seats: NDArray[np.int8]
    """The seat that acts: 0 first, 1 second."""
    terminated: NDArray[np.bool_]
    """Games that the last step ended by the rules; without autoreset, all games that ended so."""
    truncated: NDArray[np.bool_]
    """The same by the limit of actions."""
    lengths: NDArray[np.int32]
    """The number of actions played."""

    def __init__(
        self,
        start: Position,
        size: int,
        *,
        actions: ActionSpace = "tokens",
        threads: int = 1,
        seed: int = 0,
        limit: int | None = None,
        autoreset: bool = True,
        illegal: OnIllegal = "raise",
    ) -> None:
        """Begin every game with `start`.

        A game is truncated after `limit` actions (2000 if None, no limit if 0). With `autoreset` a
        game that ends begins anew in the same step. An illegal choice raises IllegalAction before
        anything happens; with `illegal="forfeit"` the seat that made it loses the game.

        Raises InvalidLimit, NoEncoding, or MissingExtra without the extra `rl`.
        """
        np = import_numpy()
        if not isinstance(start, Position):
            raise NoEncoding(f"got {shown(repr(start))}, expected a game or a position")
        self.size: Final = check_whole("number of games", size, 1, MOST_GAMES + 1)
        self.threads: Final = check_whole("number of threads", threads, 1, 1025)
        if illegal not in ("raise", "forfeit"):
            raise NoEncoding(f"illegal: got {illegal!r}, expected 'raise' or 'forfeit'")
        self.rules: Final[Rules[Any]] = start.rules
        self.actions: Final = actions
        self.autoreset: Final = autoreset
        self.encoding, self._desk, self.limit = make_desk(start.rules, actions, limit, autoreset)
        self._start: Final = start.state
        self._forfeits: Final = illegal == "forfeit"
        self.choices: Final[int] = self._desk.choices
        """The number of different choices."""
        encoder = self.encoding.encoder
        self.shape: Final[tuple[int, int, int]] = (
            self._desk.planes,
            encoder.rows,
            encoder.columns,
        )
        """The numbers of planes, rows and columns of an observation."""
        self.observations = np.zeros((size, *self.shape), np.uint8)
        self.masks = np.zeros((size, self.choices), np.int8)
        self.rewards = np.zeros((size, 2), np.float32)
        self.seats = np.zeros(size, np.int8)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self.lengths = np.zeros(size, np.int32)
        self._choices: Final = np.zeros(size, np.int32)
        self._desk.open(
            self._choices,
            self.observations.reshape(-1),
            self.masks.reshape(-1),
            self.rewards.reshape(-1),
            self.seats,
            self.terminated.view(np.uint8),
            self.truncated.view(np.uint8),
            self.lengths,
        )
        size = self.size
        self._illegal: Final = illegal
        self._lock: Final = RLock()
        self._closed = False
        self._lanes: Final = [Lane(self._desk, row, self._start) for row in range(size)]
        crews = min(self.threads, size)
        self._crews: Final = [Crew(self._lanes[number::crews]) for number in range(crews)]
        self._team: Final = Team(self._crews) if crews > 1 else None
        self.reset(seed=seed)

    def reset(self, rows: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin all games anew, or those that `rows` marks (an array of booleans).

        `seed` determines what `sample` draws in these games, whatever the number of threads.
        """
        np = import_numpy()
        which = np.ones(self.size, np.uint8)
        if rows is not None:
            given = np.asarray(rows)
            if given.shape != (self.size,) or given.dtype != np.bool_:
                raise InvalidLimit(
                    f"rows: got an array of {given.dtype} {given.shape}, expected {self.size} "
                    "booleans"
                )
            which = given.astype(np.uint8)
        with self._lock:
            if seed is not None:
                number = check_whole("seed", seed, 0, _SEEDS)
                for crew in self._crews:
                    crew.seed(number, which)
            self.rewards[which.view(np.bool_)] = 0
            self._run(lambda crew: crew.begin(which))

    def step(self, choices: ArrayLike) -> None:
        """Take one choice for each game; -1 leaves a game alone. What is over stays over.

        Raises IllegalAction.
        """
        np = import_numpy()
        given = np.asarray(choices)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"got an array of {given.dtype} {given.shape}, expected {self.size} whole numbers, "
                "a choice for each game"
            )
        low, high = given.min(), given.max()
        if low < LEAVE or (high >= self.choices and not self._forfeits):
            row = int((given < LEAVE).argmax() if low < LEAVE else given.argmax())
            raise IllegalAction(
                f"game {row}: got choice {given[row]}, expected {LEAVE} (none) or 0 to "
                f"{self.choices - 1}"
            )
        with self._lock:
            self._choices[:] = np.minimum(given, self.choices)
            if not self._forfeits:
                self._refuse_illegal()
            self._run(Crew.step)

    def _refuse_illegal(self) -> None:
        for crew in self._crews:
            row = crew.get_illegal()
            if row >= 0:
                allowed = self._lanes[row].get_choices()
                raise IllegalAction(
                    f"game {row}: got choice {self._choices[row]}, expected one that the mask "
                    f"allows: {shown(str(allowed))}"
                )

    def observe(self, seat: Seat) -> NDArray[np.uint8]:
        """Return what `seat` sees in each game, in a new array.

        A choice in progress is seen only by the seat that makes it.
        """
        planes: NDArray[np.uint8] = import_numpy().zeros((self.size, *self.shape), "uint8")
        number = check_seat(seat)
        flat = planes.reshape(-1)
        self._run(lambda crew: crew.look(number, flat))
        return planes

    def sample(self) -> NDArray[np.int32]:
        """Return a random choice for each game, in a new array; -1 for a game that is over.

        All actions that are still possible are equally likely, not all tokens.
        """
        drawn: NDArray[np.int32] = import_numpy().empty(self.size, "int32")
        self._run(lambda crew: crew.draw(drawn))
        return drawn

    def follow(self, other: Batch, rows: ArrayLike, into: ArrayLike | None = None) -> None:
        """Copy the games `rows` of another batch into this one, choices in progress included.

        The copies replace the first games, or those of `into`, and are independent from then on: a
        search tries things out in one batch and plays in another. Random streams are copied too.
        Raises NoEncoding or InvalidLimit.
        """
        if other.rules != self.rules or other.actions != self.actions:
            raise NoEncoding(f"got {other!r}, expected the rules and actions of {self!r}")
        sources = self._rows("rows", rows, other.size)
        targets = sources * 0 + import_numpy().arange(len(sources))
        if into is not None:
            targets = self._rows("into", into, self.size)
        if sources.shape != targets.shape or len(sources) > self.size:
            raise InvalidLimit(
                f"into: got {len(targets)} rows of {self.size}, expected {len(sources)}"
            )
        with self._lock, other._lock:
            lanes = [other._lanes[row] for row in sources.tolist()]
            if other is self:  # a row may be read after it was written
                lanes = [lane.copy() for lane in lanes]
            for row, lane in zip(targets.tolist(), lanes, strict=True):
                self._lanes[row].follow(lane)

    def _rows(self, what: str, given: ArrayLike, size: int) -> NDArray[np.intp]:
        rows = import_numpy().asarray(given)
        if rows.ndim != 1 or (rows.dtype.kind not in "iu" and rows.size):
            raise InvalidLimit(
                f"{what}: got an array of {rows.dtype} {rows.shape}, expected row numbers"
            )
        if rows.size and not (rows.min() >= 0 and rows.max() < size):
            raise InvalidLimit(f"{what}: got {shown(str(rows))}, expected 0 to {size - 1}")
        found: NDArray[np.intp] = rows.astype("intp")
        return found

    def position(self, row: int) -> Position:
        """Return the position of a game."""
        return Position(self.rules, self._lanes[row].get_state())

    def chosen(self, row: int) -> Gesture:
        """Return the clicks of the action in progress."""
        seat = SEATS[int(self.seats[row])]
        return self.encoding.gesture(self._lanes[row].get_chosen(), seat)

    def spell(self, row: int, code: int) -> list[int]:
        """Return all choices that make the legal action `code` (`Action.code`).

        Raises IllegalAction.
        """
        encoder, state = self.encoding.encoder, self._lanes[row].get_state()
        if code not in state.codes():
            raise IllegalAction(f"game {row}: got code {code}, expected a legal action's code")
        if self.actions == "whole":
            return [encoder.get_number(state, code)]
        return list(encoder.get_tokens(state, code))

    def outcome(self, row: int) -> Outcome | None:
        """Return how a game ended; None while it goes on, and if the limit ended it."""
        lane = self._lanes[row]
        if not lane.over:
            return None
        return decode_result(self.rules, lane.result, int(self.seats[row]))

    def describe_planes(self) -> tuple[str, ...]:
        """Return what each plane of an observation shows."""
        return describe_planes(self.rules, self.actions)

    def _run(self, work: Callable[[Crew], None]) -> None:
        """Run `work` for all crews, one call at a time. An interrupt leaves no game half-way."""
        with self._lock:
            if self._closed:
                raise ClosedBatch(f"{self!r} is closed")
            if self._team is None:
                work(self._crews[0])
            else:
                self._team.run(work)
            self._start.raise_error()
            if self._desk.exceeded:
                for lane in self._lanes:
                    lane.raise_error()

    def close(self) -> None:
        """End the threads. A closed batch takes no steps; its arrays stay."""
        with self._lock:
            self._closed = True
            if self._team is not None:
                self._team.end()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        """Return an independent batch of the same games, with the same random streams."""
        twin = Batch(
            Position(self.rules, self._start),
            self.size,
            actions=self.actions,
            threads=self.threads,
            limit=self.limit,
            autoreset=self.autoreset,
            illegal=self._illegal,
        )
        twin.follow(self, range(self.size))
        twin.rewards[:] = self.rewards
        twin.terminated[:] = self.terminated
        twin.truncated[:] = self.truncated
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "a Batch cannot be pickled: store its positions, or create it where it is used"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        shape: Sequence[int] = self.shape
        return (
            f"<Batch of {self.size} games of {self.rules.name}, "
            f"{'×'.join(map(str, shape))}, {self.choices} choices>"
        )
