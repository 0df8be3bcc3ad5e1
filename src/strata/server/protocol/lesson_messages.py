"""What client and server say to each other about lessons."""

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
"""Nothing was tried; the lesson is finished; the next step begins; this one goes on; the action
does not fulfil the task and is taken back; it is not legal."""


class LessonStep(msgspec.Struct, frozen=True):
    """One task of a lesson."""

    task: str
    hints: tuple[str, ...]
    """Sentences, each of which helps more than the one before."""
    against: int
    """The level of the computer that plays the other seat; 0: none does."""


class LessonInfo(msgspec.Struct, frozen=True):
    """Something to learn, by doing it."""

    name: str
    title: str
    group: str
    """What it is listed under; may be empty."""
    steps: tuple[LessonStep, ...]
    learnt: str
    rules: tuple[str, ...]
    """Numbers of rules, which are anchors of the specification."""


class TryLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tries an action in a lesson, or asks how things stand. The server keeps nothing of it."""

    actions: tuple[ActionText, ...] = ()
    """What was played so far, by both seats: `LessonState.actions`."""
    action: ActionText | None = None
    """What is tried; None: nothing."""
    way: bool = False
    """Whether a way is to be shown."""


class MissInLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a lesson: asks why."""

    actions: tuple[ActionText, ...]
    """What was played so far, by both seats."""
    clicks: Clicks


class LessonState(Offers, frozen=True):
    """A lesson after an action was tried, as the learner sees it."""

    verdict: LessonVerdict
    sentences: tuple[Sentence, ...]
    """What the action did, and what is to be said of it."""
    replies: tuple[tuple[Sentence, ...], ...]
    """What each action of the opponent did that answered it."""
    actions: tuple[str, ...]
    """What was played and stands."""
    step: int
    """The step to do, from 0 on."""
    begun: int
    """How many of `actions` were played before the step began."""
    learner: Seat
    seat: Seat | None
    """Who acts: the learner, or nobody when the game or the lesson is over."""
    scene: SceneState
    reaches: dict[str, Reach]
    """Where the opponent's pieces can go, by their cells."""
    way: tuple[Token, ...]
    """The clicks of an action that leads on, where they were asked for and one is known."""
