"""Long work on puzzles, done in a worker process: plain values in, plain values out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from strata.core.explaining.telling import Sentence, Telling
from strata.core.explaining.why_not import Explanation
from strata.core.game import Game
from strata.core.gesture import Token
from strata.core.position import Position
from strata.core.record import Record
from strata.core.teaching.puzzle import open_puzzle
from strata.games import rules_class
from strata.play.puzzle_attempt import PuzzleAttempt
from strata.search.puzzles.themes import THEMES
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.offers import NO_OFFERS
from strata.server.protocol.puzzle_messages import (
    PuzzleFrame,
    PuzzleGroup,
    PuzzleSolution,
    PuzzleState,
    PuzzleVerdict,
)
from strata.server.views.offers import list_offers
from strata.server.views.reaches import other_reaches
from strata.server.views.table_views import scene_state


class AttemptState(msgspec.Struct, frozen=True):
    """How far an attempt at a puzzle has come."""

    game: str
    puzzle: str
    found: tuple[str, ...]
    """The turns that were judged right, with their replies."""
    turn: tuple[str, ...]
    """The beginning of the next turn."""


def go_on(state: AttemptState, action: str | None) -> PuzzleState | None:
    """Play an action of a turn; return None if it completes the turn, which is not judged here.

    Without an action, return the state of the attempt. Raises UnknownGame, UnknownPuzzle,
    IllegalAction or InvalidPuzzleAttempt.
    """
    attempt = _attempt(state)
    if action is None:
        return _state(attempt, "begun")
    if attempt.completes_turn(action):
        return None
    return _state(attempt, "on", attempt.play(action).telling)


def judge_turn(state: AttemptState, action: str, may_search: bool) -> PuzzleState | None:
    """Judge the turn that `action` completes; return None if that needs a search.

    `may_search` allows the search. Raises as `go_on` does.
    """
    attempt = _attempt(state)
    if not may_search and attempt.needs_search(action):
        return None
    before = attempt.record.copy()
    answer = attempt.play(action)
    following = [told.action for told in (*answer.reply, *answer.refutation)]
    frames = _frames(before, (action, *following))
    judged = _state(attempt, answer.verdict, answer.telling, frames)
    return msgspec.structs.replace(judged, chance=answer.chance, wanted=answer.wanted)


def show_solution(state: AttemptState) -> PuzzleState:
    """Return the solution of a puzzle, which ends the attempt. Raises as `go_on` does."""
    attempt = _attempt(state)
    attempt.solution()
    return _state(attempt, "shown")


def list_hints(state: AttemptState) -> tuple[Sentence, ...]:
    """Return the hints for the turn that is to be found. Raises as `go_on` does."""
    return _attempt(state).hints_for_turn()


def explain_miss(state: AttemptState, clicks: Clicks) -> Explanation:
    """Explain why clicks make no action. Raises as `go_on` does, and UnknownToken."""
    position = _attempt(state).record.position
    return position.why_not([Token(click.kind, click.id) for click in clicks])


def draw_puzzle(name: str, puzzle: str, frame: tuple[int, int]) -> str:
    """Return the position of a puzzle as SVG. Raises UnknownGame or UnknownPuzzle."""
    game = Game(rules_class(name)())
    return open_puzzle(game.puzzle(puzzle), type(game.rules)).svg(frame=frame)


def _attempt(state: AttemptState) -> PuzzleAttempt:
    game = Game(rules_class(state.game)())
    attempt = PuzzleAttempt(game, game.puzzle(state.puzzle), state.found)
    attempt.begin_turn(state.turn)
    return attempt


def _frames(record: Record, actions: Iterable[str]) -> tuple[PuzzleFrame, ...]:
    """Play `actions` on `record`; return the board after each, with what the action does."""
    frames = []
    for action in actions:
        seat, telling = record.position.mover, record.position.tell(action)
        record.play(action)
        end = record.tell_end()
        told = (*telling, end) if end else tuple(telling)
        frames.append(PuzzleFrame(seat, action, told, scene_state(record.scene())))
    return tuple(frames)


def _state(
    attempt: PuzzleAttempt,
    verdict: PuzzleVerdict,
    telling: Telling = (),
    frames: tuple[PuzzleFrame, ...] = (),
) -> PuzzleState:
    record, is_over = attempt.record, attempt.is_solved
    position: Position = record.position
    offers = NO_OFFERS if is_over else list_offers(position)
    return PuzzleState(
        **msgspec.structs.asdict(offers),
        verdict=verdict,
        task="" if is_over else attempt.task(),
        telling=tuple(telling),
        frames=frames,
        chance=None,
        wanted=None,
        actions=tuple(map(str, record.played)),
        begun=attempt.begun,
        seat=None if is_over else attempt.solver,
        position=str(position),
        outcome=record.outcome(),
        scene=scene_state(record.scene()),
        reaches={} if is_over else other_reaches(position, attempt.solver),
        solution=_solution(attempt) if is_over else None,
    )


def _solution(attempt: PuzzleAttempt) -> PuzzleSolution:
    puzzle = attempt.puzzle
    actions = (action for turn in puzzle.solution for action in turn)
    themes = tuple(PuzzleGroup(name, THEMES.get(name, ""), 0, 0) for name in puzzle.themes)
    return PuzzleSolution(_frames(Record(attempt.record.position_at(0)), actions), themes)
