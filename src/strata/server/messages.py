"""Everything that goes over the wire, as types. docs/protocol.md explains it.

The TypeScript types of the client are made from these (`web/src/protocol.ts`), so a change here is
a change there.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from strata.core.gesture import Token
from strata.core.option import Value
from strata.core.outcome import Outcome, Seat
from strata.core.scene import Cell, Hue, Layer, Mark, Symbol, Zone

SeatKind = Literal["me", "link", "computer"]
"""Who holds a seat: the client that makes the table, whoever has the link, or the computer."""


# Games, for choosing and drawing.


class OptionInfo(msgspec.Struct, frozen=True):
    name: str
    values: tuple[Value, ...]
    default: Value
    meaning: str


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    title: str
    summary: str
    options: tuple[OptionInfo, ...]


class LabelInfo(msgspec.Struct, frozen=True):
    """A coordinate beside the board."""

    text: str
    x: float
    y: float


class Look(msgspec.Struct, frozen=True):
    """What never changes in a game's scenes: fetched once."""

    game: str
    size: tuple[float, float]
    cells: tuple[Cell, ...]
    labels: tuple[LabelInfo, ...]
    symbols: dict[str, Symbol]
    hues: tuple[Hue, Hue]


class RulesPage(msgspec.Struct, frozen=True):
    """The rulebook as HTML, with diagrams of its positions."""

    game: str
    title: str
    html: str


# Making and joining a table.


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    main_ms: int
    increment_ms: int = 0


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    first: SeatKind
    second: SeatKind
    options: dict[str, str] = {}
    clock: ClockSetting | None = None


class TableMade(msgspec.Struct, frozen=True):
    """`keys` has, for each seat that is held by link, the key that goes into the link."""

    id: str
    keys: dict[Seat, str]


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str


class ImportRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Problem(msgspec.Struct, frozen=True):
    """Every HTTP error: `code` is for programs, `detail` for people."""

    code: str
    detail: str


# A table as one viewer sees it.


class SeatInfo(msgspec.Struct, frozen=True):
    kind: SeatKind
    name: str
    present: bool
    """Whether somebody who holds the seat is connected; always so for the computer."""


class ClockState(msgspec.Struct, frozen=True):
    """What is left to each seat as of this message; only the running seat's time goes down."""

    first_ms: int
    second_ms: int
    running: Seat | None


class SceneState(msgspec.Struct, frozen=True):
    """What changes in a scene; the rest is in Look."""

    stacks: dict[str, tuple[Layer, ...]]
    zones: tuple[Zone, ...]
    marks: tuple[Mark, ...]
    status: tuple[str, ...]


class Choice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A legal action and the clicks that make it."""

    action: str
    gesture: tuple[Token, ...]


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An action that was played. `action` is `?` while it is hidden from the viewer."""

    seat: Seat
    action: str
    turn: int
    """Which turn of the game it belongs to, counted from 1."""


class TableState(msgspec.Struct, frozen=True):
    """The table now. `version` goes up by one with everything that happens at the table."""

    version: int
    position: str
    seat: Seat | None
    """Who is to act; None when the game is over."""
    in_turn: bool
    """A turn has begun and goes on: the same seat acts again."""
    scene: SceneState
    choices: tuple[Choice, ...]
    """The legal actions; empty unless the viewer holds the seat that is to act."""
    clock: ClockState | None
    draw_offer: Seat | None
    take_back: Seat | None
    """Who has asked to take back."""
    outcome: Outcome | None
    rematch: str | None
    """The id of the table of the rematch, once both want it."""
    rematch_wanted: tuple[Seat, ...]


class TableInfo(msgspec.Struct, frozen=True):
    """A table whole: `GET /api/tables/{id}` and the first message of a socket."""

    id: str
    game: str
    title: str
    options: dict[str, Value]
    seats: dict[Seat, SeatInfo]
    clock: ClockSetting | None
    mine: tuple[Seat, ...]
    """The seats that the viewer holds; none: a spectator."""
    imported: bool
    """A record that was brought in, not played here."""
    tags: dict[str, str]
    moves: tuple[Move, ...]
    state: TableState


class Frame(msgspec.Struct, frozen=True):
    """One position of a game that is looked at again. Frame 0 is the start."""

    number: int
    move: Move | None
    position: str
    seat: Seat | None
    scene: SceneState
    outcome: Outcome | None


# The socket, from the server.


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """First, and after every `resync`."""

    table: TableInfo


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """Something happened. The list of moves is cut to `keep` and `moves` are appended."""

    keep: int
    moves: tuple[Move, ...]
    state: TableState


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Somebody came or went; no new version."""

    seats: dict[Seat, SeatInfo]


RefusalCode = Literal[
    "stale",
    "illegal-action",
    "not-your-turn",
    "not-allowed",
    "game-over",
    "bad-message",
    "too-fast",
]


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """What was asked was not done. After `stale` the client resynchronises."""

    code: RefusalCode
    detail: str
    version: int


ServerMessage = Welcome | Changed | Presence | Refused


# The socket, from the client. `version` is the state the client speaks of.


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    version: int
    action: str


class Resign(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resign"
):
    version: int


class OfferDraw(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="offer-draw"
):
    version: int


class AnswerDraw(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="answer-draw"
):
    version: int
    accept: bool


class AskTakeBack(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ask-take-back"
):
    """Takes back whole turns, to the last one of the asking seat."""

    version: int


class AnswerTakeBack(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="answer-take-back",
):
    version: int
    accept: bool


class ClaimAbandoned(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="claim-abandoned"
):
    """The other seat has been away for long: the game is won by `abandonment`."""

    version: int


class WantRematch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="want-rematch"
):
    version: int


class Resync(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resync"
):
    """Asks for a fresh `welcome`."""


ClientMessage = (
    Play
    | Resign
    | OfferDraw
    | AnswerDraw
    | AskTakeBack
    | AnswerTakeBack
    | ClaimAbandoned
    | WantRematch
    | Resync
)
