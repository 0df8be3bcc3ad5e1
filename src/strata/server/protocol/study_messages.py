"""What client and server say to each other about studies: analyses with a tree of variations."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from strata.core.explaining.reach import Reach
from strata.core.explaining.telling import Sentence
from strata.core.gesture import Token
from strata.core.option import Value
from strata.core.outcome import Outcome, Seat
from strata.core.study.annotations import LONGEST_COMMENT, ActionMark, Shape
from strata.server.protocol.analysis_messages import AnalysisLine
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.lesson_messages import ActionText
from strata.server.protocol.messages import SceneState
from strata.server.protocol.offers import Offers

LONGEST_NAME: Final = 80
MOST_LINES: Final = 5
NodeNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
StudyName = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Makes a study: of a finished game (`table`), of a record or an exported study (`text`), or of
    a position of a game (`game`, with `options`, `definition` and `position`). One of the three."""

    table: Annotated[str, msgspec.Meta(max_length=16)] = ""
    text: str = ""
    game: Annotated[str, msgspec.Meta(max_length=64)] = ""
    options: dict[str, str] = {}
    definition: str | None = None
    position: str = ""
    """Left out: the start of the game."""
    name: StudyName = ""


class StudyMade(msgspec.Struct, frozen=True):
    """A study was made, and belongs to this client."""

    id: str


class StudyNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a study, by the action that led to it. What equals its default is left out."""

    number: int
    """Names it as long as the study lives; the start is 0."""
    parent: int = 0
    """The position before; of the start, itself."""
    action: str = ""
    """Empty at the start."""
    seat: Seat | None = None
    """Who played the action; None at the start."""
    turn: bool = False
    """Whether the action begins a turn."""
    played: bool = False
    """Whether it belongs to the game that is studied: then it cannot be deleted."""
    comment: str = ""
    mark: ActionMark | None = None
    shapes: tuple[Shape, ...] = ()


class StudyInfo(msgspec.Struct, frozen=True):
    """A study as everybody may see it."""

    id: str
    name: str
    game: str
    title: str
    """Of the game."""
    own_look: bool
    """Whether a definition gives the game a look of its own."""
    options: dict[str, Value]
    definition: str | None
    tags: dict[str, str]
    outcome: Outcome | None
    """How the game that is studied ended."""
    mine: bool
    """Whether this client made it: nobody else can change it."""
    version: int
    nodes: tuple[StudyNode, ...]
    """All positions, each before those that follow it; of several that follow one, the main
    continuation is first."""


class StudySummary(msgspec.Struct, frozen=True):
    """A study of one's own in a list of them."""

    id: str
    name: str
    game: str
    changed_ms: int


class StudyPosition(Offers, frozen=True):
    """A position of a study on the board. The choices are there only for who made the study."""

    number: int
    position: str
    seat: Seat | None
    scene: SceneState
    outcome: Outcome | None
    telling: tuple[Sentence, ...]
    """What the action that led here did, and how the game ended if it is over."""
    reaches: dict[str, Reach]
    """Where the pieces of the seat that does not act can go, by their cells."""


class PlayInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"
):
    """Plays actions one after the other from a position; those that are there are gone along."""

    node: NodeNumber
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(min_length=1, max_length=200)]


class DeleteInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="delete"
):
    """Takes a position out, with everything after it."""

    node: NodeNumber


class PromoteInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="promote"
):
    """Makes the variation with this position come one place earlier, or the main line."""

    node: NodeNumber
    to_main: bool = False


class AnnotateInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="annotate"
):
    """Says all that is noted at a position; what was noted before is replaced."""

    node: NodeNumber
    comment: Annotated[str, msgspec.Meta(max_length=LONGEST_COMMENT)] = ""
    mark: ActionMark | None = None
    shapes: tuple[Shape, ...] = ()


class RenameStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="rename"
):
    name: StudyName


StudyChange = PlayInStudy | DeleteInStudy | PromoteInStudy | AnnotateInStudy | RenameStudy


class ChangeStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes a study of one's own."""

    version: int
    """The version that the client knows; 409 if there is a newer one."""
    change: StudyChange


class StudyChanged(msgspec.Struct, frozen=True):
    """A change that was stored."""

    version: int
    at: int
    """The position to show: the last that was played, or the one before what was deleted."""
    nodes: tuple[StudyNode, ...]
    """The positions that are new or noted anew, each before those that follow it."""


class MissInStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a position of a study: asks why."""

    node: NodeNumber
    clicks: Clicks


# The socket of a study, on which the computer thinks.


class ThinkInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="think"
):
    """Think about this position from now on, instead of what was thought about before."""

    node: NodeNumber
    lines: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 1
    threat: bool = False
    """What the seat that does not act would do, were it its turn."""


class StopThinking(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="stop"
):
    """Think no more, until the next `think`."""


StudyCommand = ThinkInStudy | StopThinking


class Thought(msgspec.Struct, frozen=True, tag_field="type", tag="thought"):
    """What the computer thinks of a position so far; each is better than the one before."""

    node: int
    threat: bool
    done: bool
    """Whether nothing more comes: it is solved, or the time for one position is up."""
    expected: float
    """The expected result for first, from 0 to 1."""
    words: str
    lines: tuple[AnalysisLine, ...]
    """The best first; none where the game is over."""
    gesture: tuple[Token, ...]
    """The clicks that make the first action of the best line."""
    depth: int
    nodes: int
    elapsed_ms: int


class ThinkingRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The computer does not think about this position."""

    node: int
    detail: str


StudyMessage = Thought | ThinkingRefused
