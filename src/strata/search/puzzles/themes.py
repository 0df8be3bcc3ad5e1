"""The themes of a puzzle, from what its turns do: what is taken, what is given up, how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from strata.core.outcome import other_seat
from strata.core.position import Position
from strata.core.teaching.puzzle import PuzzleGoal, PuzzleStep, Turn
from strata.search.losses import losses

THEMES: Final = {
    "win-in-1": "one turn wins the game",
    "win-in-2": "two turns win the game",
    "win-in-3": "three turns win the game",
    "win-in-4": "four turns win the game",
    "wins-material": "the opponent loses more than the solver",
    "advantage": "the solver gains the upper hand",
    "saves": "every other turn loses",
    "quiet": "the first turn takes nothing",
    "many-step": "the first turn has three actions or more",
    "sacrifice": "the solver at first loses more than the opponent",
    "short": "one turn",
    "long": "three turns or more",
}
"""The names of the themes, each with its meaning."""

_MANY: Final = 3


def find_themes(
    position: Position, steps: Sequence[PuzzleStep], goal: PuzzleGoal
) -> tuple[str, ...]:
    """Return the themes of a solution that begins in `position`, in the order of `THEMES`."""
    solver = position.mover
    found: set[str] = set()
    gains: list[int] = []
    """How much more the other side has lost than the solver, after each turn of either side."""
    gain = 0
    for step in steps:
        for turn in (step.turn, step.reply):
            sign = 1 if position.mover == solver else -1
            position, taken, given = _play(position, turn)
            gain += sign * (taken - given)
            gains.append(gain)
    outcome = position.outcome()
    if outcome is not None and outcome.winner == solver:
        found.add(f"win-in-{len(steps)}")
    elif gains[-1] > 0:
        found.add("wins-material")
    elif goal != "save":
        found.add("advantage")
    if goal == "save":
        found.add("saves")
    if gains[0] <= 0 and outcome is None:
        found.add("quiet")
    if len(steps[0].turn) >= _MANY:
        found.add("many-step")
    if len(gains) > 2 and gains[1] < 0:
        found.add("sacrifice")
    if len(steps) == 1:
        found.add("short")
    elif len(steps) >= _MANY:
        found.add("long")
    return tuple(theme for theme in THEMES if theme in found)


def _play(position: Position, turn: Turn) -> tuple[Position, int, int]:
    """Return the position after a turn, and how many things the other side and the mover lose."""
    mover = position.mover
    taken = given = 0
    for action in turn:
        following = position.play(action)
        focus = [token.id for token in position.gesture(action) if token.kind == "cell"]
        taken += len(list(losses(position, following, focus, other_seat(mover))))
        given += len(list(losses(position, following, focus, mover)))
        position = following
    return position, taken, given
