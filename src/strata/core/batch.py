"""`strata.batch`: many games of one kind, stepped by one call, for learning programs.

Everything that is read after a step lies in NumPy arrays with a row for each game. They are the
same arrays from beginning to end and are written anew by every step: **nothing is copied**. Who
wants to keep what is in them copies it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from strata.core.encoding import ActionSpace, Encoding, NoEncoding
from strata.core.errors import IllegalAction, InvalidLimit, MissingExtra, shown
from strata.core.game import Game
from strata.core.gesture import Gesture
from strata.core.kernel.constants import FORFEITED, REPEATED, STOPPED
from strata.core.kernel.lane import Crew, Desk, Lane
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.position import Position
from strata.core.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

OnIllegal = Literal["raise", "forfeit"]
LIMIT: Final = 2000
"""After so many actions a game is truncated, unless something else is asked for."""
LEAVE: Final = -1
"""In place of an action: nothing happens in this game."""
_SEEDS: Final = 1 << 64


def make_desk(
    rules: Rules[Any], actions: ActionSpace, limit: int | None, autoreset: bool
) -> tuple[Encoding, Desk, int]:
    """What the lanes of a game share, and the limit that holds; 0 is none."""
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
    """What each plane of an observation shows: the game's own, then what is so in every game."""
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
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given < end:
        raise InvalidLimit(
            f"{what}: got {shown(repr(given))}, expected a whole number from {low} to {end - 1}"
        )
    return given


def import_numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise MissingExtra("Batches", "numpy", "rl") from None
    return numpy


def decode_result(rules: Rules[Any], result: int, seat: int) -> Outcome | None:
    """How a lane's game ended; None by the limit. `seat` acts, or would."""
    if result == STOPPED:
        return None
    if result == FORFEITED:
        return Outcome(SEATS[1 - seat], "illegal-action")
    return Outcome(None, "repetition") if result == REPEATED else rules.decode_result(result)


class Batch:
    """`size` games side by side. Made by `strata.batch(game, size)`.

    A step takes one choice for each game. With `actions="tokens"` that is one click of a gesture,
    and the same seat chooses until its action is complete; with `actions="whole"` it is an action.
    Tokens and observations are told from the side of the seat that acts.
    """

    observations: NDArray[np.uint8]
    """What the seat that acts sees: games × planes × rows × columns."""
    masks: NDArray[np.int8]
    """1 for what may be chosen: games × choices. All 0 for a game that is over."""
    rewards: NDArray[np.float32]
    """What the last step was worth for first and second: games × 2. 1 won, -1 lost."""
    seats: NDArray[np.int8]
    """Who acts: 0 first, 1 second."""
    terminated: NDArray[np.bool_]
    """Games that the last step ended by the rules; without autoreset, games that are over."""
    truncated: NDArray[np.bool_]
    """The same by the limit of actions."""
    lengths: NDArray[np.int32]
    """How many actions were played."""

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
        """Every game begins with `start`.

        After `limit` actions (2000 if None, 0 for no limit) a game is truncated. With `autoreset` a
        game that ends is begun anew in the same step. An illegal choice raises IllegalAction
        before anything happens; with `illegal="forfeit"` it costs who made it the game.
        """
        np = import_numpy()
        self.size: Final = check_whole("number of games", size, 1, 1 << 24)
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
        """How many different choices there are."""
        encoder = self.encoding.encoder
        self.shape: Final[tuple[int, int, int]] = (
            self._desk.planes,
            encoder.rows,
            encoder.columns,
        )
        """Planes, rows and columns of an observation."""
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
        self._lanes: Final = [Lane(self._desk, row, self._start) for row in range(size)]
        crews = min(threads, size)
        self._crews: Final = [Crew(self._lanes[number::crews]) for number in range(crews)]
        self._pool: Final = ThreadPoolExecutor(crews) if crews > 1 else None
        self.reset(seed=seed)

    def reset(self, rows: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin all games anew, or those that `rows` marks (an array of booleans).

        `seed` sets what `sample` draws; the same seed draws the same on any number of threads.
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
        if seed is not None:
            check_whole("seed", seed, 0, _SEEDS)
            for crew in self._crews:
                crew.seed(seed)
        self.rewards[which.view(np.bool_)] = 0
        self._run(lambda crew: crew.begin(which))

    def step(self, choices: ArrayLike) -> None:
        """Take one choice for each game; -1 leaves a game alone. What is over stays over."""
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
        """What `seat` sees in each game, in a new array; a choice in progress only its own."""
        planes: NDArray[np.uint8] = import_numpy().zeros((self.size, *self.shape), "uint8")
        number = SEATS.index(seat)
        flat = planes.reshape(-1)
        self._run(lambda crew: crew.look(number, flat))
        return planes

    def sample(self) -> NDArray[np.int32]:
        """A random choice for each game, in a new array; -1 for a game that is over.

        All actions that are still possible are equally likely, not all tokens.
        """
        drawn: NDArray[np.int32] = import_numpy().empty(self.size, "int32")
        self._run(lambda crew: crew.draw(drawn))
        return drawn

    def follow(self, other: Batch, rows: ArrayLike, into: ArrayLike | None = None) -> None:
        """Make games of this batch like the games `rows` of another, choices in progress included.

        The first games become like them, or those of `into`. From there on each goes its own way:
        a search tries things out in one batch and plays in another. Random streams are followed
        too.
        """
        if other.rules != self.rules or other.actions != self.actions:
            raise NoEncoding(f"{other!r} has other rules or actions than {self!r}")
        np = import_numpy()
        sources = np.asarray(rows, np.intp)
        targets = np.arange(len(sources)) if into is None else np.asarray(into, np.intp)
        if sources.shape != targets.shape or sources.ndim != 1:
            raise InvalidLimit(f"into: got {targets.shape} rows, expected {sources.shape}")
        for which, size in ((sources, other.size), (targets, self.size)):
            if len(which) and not (which.min() >= 0 and which.max() < size):
                raise InvalidLimit(f"rows: got {shown(str(which))}, expected 0 to {size - 1}")
        for target, source in zip(targets.tolist(), sources.tolist(), strict=True):
            self._lanes[target].follow(other._lanes[source])

    def position(self, row: int) -> Position:
        """The position of a game."""
        return Position(self.rules, self._lanes[row].get_state())

    def chosen(self, row: int) -> Gesture:
        """The clicks of the action in progress."""
        seat = SEATS[int(self.seats[row])]
        return self.encoding.gesture(self._lanes[row].get_chosen(), seat)

    def spell(self, row: int, code: int) -> list[int]:
        """The choices that make the legal action `code` (`Action.code`) from its beginning on."""
        encoder, state = self.encoding.encoder, self._lanes[row].get_state()
        if self.actions == "whole":
            return [encoder.get_number(state, code)]
        return list(encoder.get_tokens(state, code))

    def outcome(self, row: int) -> Outcome | None:
        """How a game ended that is over; None while it goes on, and by the limit."""
        lane = self._lanes[row]
        if not lane.over:
            return None
        return decode_result(self.rules, lane.result, int(self.seats[row]))

    def describe_planes(self) -> tuple[str, ...]:
        """What each plane of an observation shows."""
        return describe_planes(self.rules, self.actions)

    def _run(self, work: Callable[[Crew], None]) -> None:
        if self._pool is None:
            work(self._crews[0])
        else:
            for _ in self._pool.map(work, self._crews):
                pass
        self._start.raise_error()
        if self._desk.exceeded:
            for lane in self._lanes:
                lane.raise_error()

    def close(self) -> None:
        """End the threads. A batch that is closed, or that nobody refers to, takes no steps."""
        if self._pool is not None:
            self._pool.shutdown()

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
