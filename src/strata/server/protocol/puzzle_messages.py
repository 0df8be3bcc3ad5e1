"""What client and server say to each other about puzzles."""

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
"""Nothing was tried; the turn goes on; it is right and the next is to be found; all is found; it is
wrong and taken back; the solution is shown."""
PuzzleActions = Annotated[tuple[ActionText, ...], msgspec.Meta(max_length=400)]


class SolverInfo(msgspec.Struct, frozen=True):
    """Whoever asks, as a solver of the puzzles of one game."""

    rating: float
    deviation: float
    """Half of the range in which the rating is 68 % sure to be."""
    tried: int
    solved: int
    best_streak: int


class PuzzleResultInfo(msgspec.Struct, frozen=True):
    """What became of a puzzle that was tried."""

    clean: bool
    """Whether the first attempt was without a mistake and without a hint: it alone is rated."""
    solved: bool


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a day; the same for everybody."""

    id: str
    day: str
    """The date of the server, in UTC: `2026-11-17`."""
    mine: PuzzleResultInfo | None
    """What became of it; None: it was not tried."""


class PuzzleGameInfo(msgspec.Struct, frozen=True):
    """A game that has puzzles."""

    game: str
    title: str
    count: int
    daily: DailyPuzzle
    solver: SolverInfo


class PuzzleGroup(msgspec.Struct, frozen=True):
    """Puzzles that have a theme or a difficulty in common."""

    name: str
    words: str
    """What the name means."""
    count: int
    solved: int
    """How many of them whoever asks has solved."""


class StreakState(msgspec.Struct, frozen=True):
    """Puzzles solved one after the other, until the first mistake."""

    count: int
    best: int
    puzzle: str
    """The id of the one to solve; empty: none is left, or the streak is over."""
    over: bool


class PuzzleCollection(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    title: str
    count: int
    daily: DailyPuzzle
    solver: SolverInfo
    next: str
    """The id of the puzzle that suits whoever asks."""
    themes: tuple[PuzzleGroup, ...]
    difficulties: tuple[PuzzleGroup, ...]
    """From easy to hard."""
    streak: StreakState


class PuzzleChoice(msgspec.Struct, frozen=True):
    """A puzzle that was chosen."""

    id: str


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle, without its solution."""

    id: str
    game: str
    title: str
    """Of the game."""
    options: dict[str, str]
    """Those that differ from the defaults."""
    position: str
    rating: float
    solver: Seat
    """The side that is to find the turn."""
    daily: bool
    """Whether it is today's."""
    mine: PuzzleResultInfo | None


class TryPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tries an action in a puzzle, or asks how things stand."""

    actions: PuzzleActions = ()
    """What was played so far, by both sides: `PuzzleState.actions`."""
    action: ActionText | None = None
    """What is tried; None: nothing."""
    streak: bool = False
    """Whether the puzzle is solved in a streak."""


class AskInPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a hint or for the solution."""

    actions: PuzzleActions = ()
    step: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """The number of the hint that is asked for, from 0 on."""
    streak: bool = False


class MissInPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a puzzle: asks why."""

    actions: PuzzleActions
    clicks: Clicks


class PuzzleHint(msgspec.Struct, frozen=True):
    """A hint for the turn that is to be found."""

    sentence: Sentence
    """In words; its cells are to be marked."""
    more: bool
    """Whether there is another after it."""
    change: float
    """By how much the rating changed: a hint decides about the first attempt."""
    mine: PuzzleResultInfo | None
    streak: StreakState | None
    """A hint ends a streak."""


class PuzzleFrame(msgspec.Struct, frozen=True):
    """An action of a line, and the board after it."""

    seat: Seat
    action: str
    telling: tuple[Sentence, ...]
    scene: SceneState


class PuzzleSolution(msgspec.Struct, frozen=True):
    """What a puzzle was about, once it is solved or shown."""

    frames: tuple[PuzzleFrame, ...]
    """The turns of both sides from the beginning on."""
    themes: tuple[PuzzleGroup, ...]


class PuzzleState(Offers, frozen=True):
    """A puzzle after an action was tried, as the solver sees it."""

    verdict: PuzzleVerdict
    task: str
    telling: tuple[Sentence, ...]
    """What the action did that was tried."""
    frames: tuple[PuzzleFrame, ...]
    """What is to be shown before `scene`: after a right turn the turn's last action and the answer
    to it, after a wrong turn its last action and what refutes it."""
    chance: float | None
    """The solver's expected result after a wrong turn, from 0 to 1."""
    wanted: float | None
    """The same after the right one."""
    actions: tuple[str, ...]
    """What was played and stands."""
    begun: int
    """How many of `actions` were played before the turn that is to be found."""
    seat: Seat | None
    """Who acts: the solver, or nobody when all is found."""
    position: str
    outcome: Outcome | None
    """How the game ended, where it is over."""
    scene: SceneState
    reaches: dict[str, Reach]
    """Where the pieces of the other side can go, by their cells."""
    solution: PuzzleSolution | None
    """None until it is solved or shown."""
    solver: SolverInfo | None = None
    """With the rating after it, where the attempt has ended."""
    change: float = 0.0
    """By how much the rating changed."""
    mine: PuzzleResultInfo | None = None
    streak: StreakState | None = None
    """None: the puzzle was not solved in a streak."""
