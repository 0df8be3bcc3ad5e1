"""Messages about puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from strata.core.explaining.reach import Reach
from strata.core.explaining.telling import Sentence
from strata.core.outcome import Outcome, Seat
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.lesson_messages import ActionText
from strata.server.protocol.messages import SceneState
from strata.server.protocol.offers import Offers

PuzzleVerdict = Literal["begun", "on", "next", "solved", "wrong", "shown"]
"""The result of a try.

- `begun`: nothing was tried;
- `on`: the turn goes on;
- `next`: the turn is right, and the next one is to be found;
- `solved`: the puzzle is solved;
- `wrong`: the turn is wrong and is taken back;
- `shown`: the solution is shown.
"""
PuzzleActions = Annotated[tuple[ActionText, ...], msgspec.Meta(max_length=400)]
Proof = Annotated[str, msgspec.Meta(max_length=32_768)]
"""`PuzzleState.proof` of the turns found so far; empty for the first turn."""


class SolverInfo(msgspec.Struct, frozen=True):
    """The client's rating and results in the puzzles of one game."""

    rating: float | None
    """None until enough puzzles were tried."""
    deviation: float | None
    """Half the width of the range that contains the rating with a probability of 68 %."""
    until_rated: int
    """How many more puzzles must be tried until there is a rating."""
    tried: int
    solved: int
    best_streak: int


class PuzzleResultInfo(msgspec.Struct, frozen=True):
    """The client's result in a puzzle."""

    clean: bool
    """Whether the first attempt, the only rated one, succeeded without a mistake or a hint."""
    solved: bool


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of the day, the same for everybody."""

    id: str
    day: str
    """The server's date, in UTC: `2026-11-17`."""
    mine: PuzzleResultInfo | None
    """The client's result; None if the puzzle was not tried."""


class PuzzleGameInfo(msgspec.Struct, frozen=True):
    """A game that has puzzles."""

    game: str
    title: str
    count: int
    daily: DailyPuzzle
    solver: SolverInfo


class PuzzleGroup(msgspec.Struct, frozen=True):
    """The puzzles of a theme or a difficulty."""

    name: str
    words: str
    """The meaning of the name."""
    count: int
    solved: int
    """How many of them the client has solved."""


class StreakState(msgspec.Struct, frozen=True):
    """A streak: puzzles solved one after the other, until the first mistake or hint."""

    count: int
    best: int
    puzzle: str
    """The id of the puzzle to solve; empty if none is left or the streak is over."""
    over: bool


class PuzzleCollection(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    title: str
    count: int
    daily: DailyPuzzle
    solver: SolverInfo
    next: str
    """The id of the puzzle that suits the client best."""
    themes: tuple[PuzzleGroup, ...]
    difficulties: tuple[PuzzleGroup, ...]
    """From easy to hard."""
    streak: StreakState


class PuzzleChoice(msgspec.Struct, frozen=True):
    """The puzzle chosen for the client."""

    id: str


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle, without its solution."""

    id: str
    game: str
    title: str
    """The title of the game."""
    options: dict[str, str]
    """The options that differ from the game's defaults."""
    position: str
    rating: float
    solver: Seat
    """The seat that must find the turn."""
    daily: bool
    """Whether it is today's puzzle."""
    mine: PuzzleResultInfo | None


class TryPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action to try in a puzzle, or a request for the current state."""

    actions: PuzzleActions = ()
    """The solver's actions so far in the turn that is to be found."""
    action: ActionText | None = None
    """The action to try; None asks for the current state."""
    proof: Proof = ""
    streak: bool = False
    """Whether the puzzle is solved as part of a streak."""


class AskInPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint or for the solution; `actions` and `proof` as in `TryPuzzle`."""

    actions: PuzzleActions = ()
    proof: Proof = ""
    step: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """The number of the hint, from 0."""
    streak: bool = False


class MissInPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a puzzle: a request for the reason.

    `actions` and `proof` are as in `TryPuzzle`.
    """

    actions: PuzzleActions
    clicks: Clicks
    proof: Proof = ""


class PuzzleHint(msgspec.Struct, frozen=True):
    """A hint for the turn that is to be found."""

    sentence: Sentence
    """The hint in words, with the cells to mark."""
    more: bool
    """Whether another hint follows."""
    change: float | None
    """The change in the rating, since a hint decides the first attempt; None if there was none."""
    mine: PuzzleResultInfo | None
    streak: StreakState | None
    """The client's streak, which a hint ends; None if the puzzle was not solved in a streak."""


class PuzzleFrame(msgspec.Struct, frozen=True):
    """An action of a line, and the board after it."""

    seat: Seat
    action: str
    telling: tuple[Sentence, ...]
    scene: SceneState


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The solution of a puzzle that is solved or shown."""

    frames: tuple[PuzzleFrame, ...]
    """The turns of both sides, from the start."""
    themes: tuple[PuzzleGroup, ...]


class PuzzleState(Offers, frozen=True):
    """A puzzle after a try, as the solver sees it."""

    verdict: PuzzleVerdict
    task: str
    telling: tuple[Sentence, ...]
    """What the tried action did."""
    frames: tuple[PuzzleFrame, ...]
    """The frames to show before `scene`.

    They are the last action of a turn, followed by the other side's answer to a right turn or by
    the refutation of a wrong one.
    """
    chance: float | None
    """The solver's expected result after a wrong turn, from 0 to 1."""
    wanted: float | None
    """The solver's expected result after the right turn; given after a wrong one."""
    actions: tuple[str, ...]
    """The actions of both sides that stand."""
    begun: int
    """The number of `actions` before the turn that is to be found; requests contain the others."""
    seat: Seat | None
    """The seat to act: the solver's, or None once the puzzle is solved or shown."""
    position: str
    outcome: Outcome | None
    """How the game ended; None if it goes on."""
    scene: SceneState
    reaches: dict[str, Reach]
    """The reach of each piece of the other side, by cell."""
    solution: PuzzleSolution | None
    """None until the puzzle is solved or shown."""
    proof: str = ""
    """The proof of the turns found so far, which every request about the next one must contain."""
    solver: SolverInfo | None = None
    """The solver's new rating and results, if the attempt has ended."""
    change: float | None = 0.0
    """The change in the rating; None if there was none before the attempt."""
    mine: PuzzleResultInfo | None = None
    streak: StreakState | None = None
    """The client's streak, if the attempt has ended and was made in a streak."""
