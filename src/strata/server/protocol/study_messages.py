"""Messages about studies: analyses with a tree of variations."""

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
    """A request for a new study, from exactly one of three sources.

    `table` is the id of a finished game or an imported record, `text` is a record or an exported
    study, and `game` (with `options`, `definition` and `position`) gives a position.
    """

    table: Annotated[str, msgspec.Meta(max_length=16)] = ""
    text: str = ""
    game: Annotated[str, msgspec.Meta(max_length=64)] = ""
    options: dict[str, str] = {}
    definition: str | None = None
    position: str = ""
    """If left out, the start of the game."""
    name: StudyName = ""


class StudyMade(msgspec.Struct, frozen=True):
    """The id of a new study, which belongs to this client."""

    id: str


class StudyNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a study, by the action that led to it. Default values are left out."""

    number: int
    """The position's number for the lifetime of the study; the start is 0."""
    parent: int = 0
    """The number of the position before; 0 for the start."""
    action: str = ""
    """Empty at the start."""
    seat: Seat | None = None
    """The seat that played the action; None at the start."""
    turn: bool = False
    """Whether the action begins a turn."""
    played: bool = False
    """Whether the position belongs to the studied game and therefore cannot be deleted."""
    comment: str = ""
    mark: ActionMark | None = None
    shapes: tuple[Shape, ...] = ()


class StudyInfo(msgspec.Struct, frozen=True):
    """A study as everybody may see it."""

    id: str
    name: str
    game: str
    title: str
    """The title of the game."""
    own_look: bool
    """Whether a definition gives the game a look of its own."""
    options: dict[str, Value]
    definition: str | None
    tags: dict[str, str]
    outcome: Outcome | None
    """How the studied game ended."""
    mine: bool
    """Whether this client made the study; only its maker can change it."""
    version: int
    nodes: tuple[StudyNode, ...]
    """All positions, each before those that follow it.

    Of several that follow one position, the main continuation comes first.
    """


class StudySummary(msgspec.Struct, frozen=True):
    """A study in the list of this client's studies."""

    id: str
    name: str
    game: str
    changed_ms: int


class StudyPosition(Offers, frozen=True):
    """A position of a study or a review on the board.

    In a study, only the maker gets the choices. In a review, `number` is that of the turn.
    """

    number: int
    position: str
    seat: Seat | None
    scene: SceneState
    outcome: Outcome | None
    end: Sentence | None
    """Why the game is over; None while it goes on."""
    telling: tuple[Sentence, ...]
    """What the action that led here did; empty at the start."""
    reaches: dict[str, Reach]
    """The reach of each piece of the seat that does not act, by cell."""


class PlayInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"
):
    """A change that plays actions in sequence from a position. Existing positions are reused."""

    node: NodeNumber
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(min_length=1, max_length=200)]


class DeleteInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="delete"
):
    """A change that deletes a position and everything after it."""

    node: NodeNumber


class PromoteInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="promote"
):
    """A change that moves the variation with this position up one place, or to the main line."""

    node: NodeNumber
    to_main: bool = False


class AnnotateInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="annotate"
):
    """A change that replaces all annotations of a position."""

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
    """A change to one of this client's studies."""

    version: int
    """The version that the client knows; if there is a newer one, the answer is 409."""
    change: StudyChange


class StudyChanged(msgspec.Struct, frozen=True):
    """A change that was stored."""

    version: int
    at: int
    """The position to show.

    It is the last one played, the one before a deleted one, or the one that changed; after
    renaming, it is the start.
    """
    nodes: tuple[StudyNode, ...]
    """The new or newly annotated positions, each before those that follow it."""


class MissInStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a position of a study: a request for the reason."""

    node: NodeNumber
    clicks: Clicks


# Messages on the socket of a study, on which the computer thinks.


class ThinkInStudy(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="think"
):
    """A command to think about this position, instead of the previous one."""

    node: NodeNumber
    lines: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 1
    threat: bool = False
    """Whether to find what the seat that does not act would do if it were its turn."""


class StopThinking(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="stop"
):
    """A command to stop thinking until the next `think`."""


StudyCommand = ThinkInStudy | StopThinking


class Thought(msgspec.Struct, frozen=True, tag_field="type", tag="thought"):
    """The computer's assessment of a position so far; it replaces the one before."""

    node: int
    threat: bool
    done: bool
    """Whether this is the last: nothing more can be found, or the time for the position is up."""
    expected: float | None
    """The expected result for first, from 0 to 1; None if too little is known of it."""
    words: str
    lines: tuple[AnalysisLine, ...]
    """The best line first; empty if the game is over."""
    gesture: tuple[Token, ...]
    """The clicks that make the first action of the best line."""
    depth: int
    nodes: int
    elapsed_ms: int


class ThinkingRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A refusal to think about a position. `node` is 0 for a message that could not be read."""

    node: int
    detail: str


StudyMessage = Thought | ThinkingRefused
