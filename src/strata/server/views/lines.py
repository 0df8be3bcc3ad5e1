"""A given position and actions from it, as frames. Runs in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from strata.core.errors import InvalidLimit
from strata.core.explaining.telling import Telling
from strata.core.game import Game
from strata.core.record import Record
from strata.games import rules_class
from strata.server.protocol.messages import Frame, Move
from strata.server.views.table_views import scene_state

MOST_ACTIONS: Final = 200


def draw_line(
    name: str, options: Mapping[str, str], position: str, actions: tuple[str, ...]
) -> tuple[Frame, ...]:
    """Return a frame of the position and one of the board after each action.

    An empty position is the start of the game. Raises UnknownGame, the errors of options and
    positions, IllegalAction or InvalidLimit.
    """
    if len(actions) > MOST_ACTIONS:
        raise InvalidLimit(f"got {len(actions)} actions, expected at most {MOST_ACTIONS}")
    game = Game(rules_class(name).open(options))
    return _frames(game.record(position or None).play_all(actions))


def _frames(record: Record) -> tuple[Frame, ...]:
    """Return a frame for the start and for each action, with nothing hidden."""
    frames, turn = [], 0
    replay = Record(record.start)
    for number in range(record.length + 1):
        move: Move | None = None
        telling: Telling = ()
        if number:
            action, before = record.action_at(number - 1), replay.position
            turn += before.begins_turn
            move = Move(before.mover, str(action), turn)
            telling = before.tell(str(action))
            replay.play(str(action))
        outcome = replay.outcome()
        frames.append(
            Frame(
                number,
                move,
                str(replay.position),
                None if outcome else replay.seat,
                scene_state(replay.scene()),
                outcome,
                replay.tell_end(),
                telling,
            )
        )
    return tuple(frames)
