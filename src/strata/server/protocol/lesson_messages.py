"""Messages about lessons."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from strata.core.explaining.reach import Reach
from strata.core.explaining.telling import Sentence
from strata.core.gesture import Token
from strata.core.outcome import Seat
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.messages import SceneState
from strata.server.protocol.offers import Offers

LONGEST_ACTION: Final = 64
ActionText = Annotated[str, msgspec.Meta(max_length=LONGEST_ACTION)]
LessonVerdict = Literal["begun", "finished", "next", "on", "refused", "illegal"]
"""The result of a try.

- `begun`: nothing was tried;
- `finished`: the lesson is finished;
- `next`: the next step begins;
- `on`: the step goes on;
- `refused`: the action does not fulfil the task and is taken back;
- `illegal`: the action is not legal.
"""


class LessonStep(msgspec.Struct, frozen=True):
    """One task of a lesson."""

    task: str
    hints: tuple[str, ...]
    """Sentences, each more helpful than the one before."""
    against: int
    """The level of the computer that plays the other seat; 0 if none does."""


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson: something to learn by doing it."""

    name: str
    title: str
    group: str
    """The heading that it is listed under; may be empty."""
    steps: tuple[LessonStep, ...]
    learnt: str
    rules: tuple[str, ...]
    """Numbers of rules, which are anchors of the specification."""


class TryLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action to try in a lesson, or a request for the current state.

    The server stores nothing of an attempt.
    """

    actions: tuple[ActionText, ...] = ()
    """The actions of both seats so far: `LessonState.actions`."""
    action: ActionText | None = None
    """The action to try; None asks for the current state."""
    way: bool = False
    """Whether to include `LessonState.way`."""


class MissInLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a lesson: a request for the reason."""

    actions: tuple[ActionText, ...]
    """The actions of both seats so far."""
    clicks: Clicks


class LessonState(Offers, frozen=True):
    """A lesson after a try, as the learner sees it."""

    verdict: LessonVerdict
    sentences: tuple[Sentence, ...]
    """What the action did, and the comment on it."""
    replies: tuple[tuple[Sentence, ...], ...]
    """What each of the opponent's answering actions did."""
    actions: tuple[str, ...]
    """The actions of both seats that stand."""
    step: int
    """The number of the current step, from 0."""
    begun: int
    """The number of `actions` played before the step began."""
    learner: Seat
    seat: Seat | None
    """The seat to act: the learner's, or None when the game or the lesson is over."""
    scene: SceneState
    reaches: dict[str, Reach]
    """The reach of each piece of the opponent, by cell."""
    way: tuple[Token, ...]
    """The clicks of an action that leads on, if requested and known."""
