"""Everything that goes over the wire, as types. docs/protocol.md explains it.

The TypeScript types of the client are made from these (`web/src/protocol.ts`), so a change here is
a change there.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from strata.core.explaining.reach import Reach as Reach
from strata.core.explaining.telling import Sentence
from strata.core.option import Value
from strata.core.outcome import Outcome, Seat
from strata.core.scene import Layer, Mark, Zone
from strata.play.refusal import Reason
from strata.play.table_extras import SeatKind as SeatKind
from strata.play.thinking_time import DEFAULT_LEVEL, HIGHEST, LOWEST
from strata.server.protocol.arranging_messages import (
    Arrange,
    ArrangePreset,
    ArrangingState,
    FinishArrangement,
)
from strata.server.protocol.offers import Offers
from strata.server.protocol.phrase_messages import Said, SayPhrase
from strata.server.protocol.presence_messages import ClaimAbandoned, ClaimState

MOST_PARTS: Final = 64
"""No action has more parts."""
PlayerName = Annotated[str, msgspec.Meta(max_length=200)]
"""What somebody calls themselves; `views/names.py` says what is a name."""
LevelNumber = Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]


# Making and joining a table.


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Main time and increment for each seat, or a time for each turn: then the others are 0."""

    main_ms: int = 0
    increment_ms: int = 0
    turn_ms: int = 0
    """What every turn has; nothing is carried over. For games by correspondence."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    first: SeatKind
    second: SeatKind
    options: dict[str, str] = {}
    clock: ClockSetting | None = None
    level: LevelNumber | None = DEFAULT_LEVEL
    """Of the computer, if it plays; None: it moves at random."""
    definition: str | None = None
    """The text of a definition, for a game that can be defined."""
    name: PlayerName = ""
    """Of whoever makes the table; empty: none."""
    position: str = ""
    """Where it begins, as the text of a position; empty: where the game does."""


class TableMade(msgspec.Struct, frozen=True):
    """`keys` has, for each seat that waits for a friend, the key of its link, which works once."""

    id: str
    keys: dict[Seat, str]


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes the seat that `key` is for.

    Where somebody holds that seat already, only with `share`: both see and do the same then.
    """

    key: str
    share: bool = False
    name: PlayerName = ""
    """Of whoever joins; empty: none."""


class NameSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says what the holder of a seat is called; empty: nothing."""

    name: PlayerName


class NewLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a link to `seat`: for another device if it is one's own, else an invitation."""

    seat: Seat


class SeatLink(msgspec.Struct, frozen=True):
    """`key` goes into the link. It replaces every earlier link of its kind, and works once."""

    seat: Seat
    key: str


class SeatDevices(msgspec.Struct, frozen=True):
    """How many clients hold a seat."""

    seat: Seat
    devices: int
    link: bool
    """Whether a link that adds one more client is not used yet."""


class ImportRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class ReadDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Problem(msgspec.Struct, frozen=True):
    """Every HTTP error: `code` is for programs, `detail` for people."""

    code: str
    detail: str
    field: str | None = None
    """What of the request it is about, such as `options.tiles`, where that is known."""


# A table as one viewer sees it.


class SeatInfo(msgspec.Struct, frozen=True):
    kind: SeatKind
    name: str
    level: int | None
    """Of a computer; None: it moves at random. None for people."""
    present: bool
    """Whether somebody who holds the seat is connected; always so for the computer."""
    taken: bool
    """Whether the seat has a holder; false until somebody opens its link."""


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


class SceneChange(msgspec.Struct, frozen=True):
    """What is new in a scene since the last message."""

    stacks: dict[str, tuple[Layer, ...]]
    """The stacks that changed, whole; one that is gone is empty."""
    zones: tuple[Zone, ...] | None
    """None: as before."""
    marks: tuple[Mark, ...]
    status: tuple[str, ...]


class PresetInfo(msgspec.Struct, frozen=True):
    """A ready-made sequence of actions, to be played by its name."""

    name: str
    meaning: str


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An action that was played. `action` is `?` while it is hidden from the viewer."""

    seat: Seat
    action: str
    turn: int
    """Which turn of the game it belongs to, counted from 1."""


class Ahead(Offers, frozen=True):
    """How an action that is not complete goes on, before anything is played."""

    scene: SceneState


class Preview(msgspec.Struct, frozen=True):
    """What an action would lead to; nothing is played."""

    is_final: bool
    """Whoever plays it cannot undo it: the turn ends, or something hidden gets known."""
    scene: SceneState | None
    """What there would be to see; None where it would show something hidden."""


class TableState(Offers, frozen=True):
    """The table now. `version` goes up by one with everything that happens at the table."""

    version: int
    position: str
    seat: Seat | None
    """Who is to act; None when the game is over."""
    in_turn: bool
    """A turn has begun and goes on: the same seat acts again."""
    presets: tuple[PresetInfo, ...]
    """What can be played ready-made, for the same viewer."""
    arranging: ArrangingState | None
    """What the same viewer lays out in secret now, if that is what is to be done."""
    may_undo: bool
    """Whether the viewer is to act and can undo the last step of the turn."""
    clock: ClockState | None
    claim: ClaimState | None
    claim_in_ms: int | None
    """After how long the viewer can claim the game, if the other player is away by then; None: not
    in this turn."""
    draw_offer: Seat | None
    take_back: Seat | None
    """Who has asked to take back."""
    may_take_back: bool
    """Whether a turn of the viewer can be taken back, if the other player agrees."""
    hidden: bool
    """Whether something is hidden from the viewer, who is given no record before it is known."""
    outcome: Outcome | None
    end: Sentence | None
    """Why the game is over, in words."""
    rematch: str | None
    """The id of the table of the rematch, once both want it."""
    rematch_wanted: tuple[Seat, ...]
    help: tuple[Sentence, ...]
    """Who had help, and how often; nothing where nobody had."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table whole: `GET /api/tables/{id}` and the first message of a socket."""

    id: str
    game: str
    title: str
    goal: str
    """How one wins, in one sentence."""
    draws: bool
    """Whether the rules know draws; where they do not, none need be offered."""
    own_look: bool
    """Its definition or options may change the board: `GET /api/tables/{id}/look` has its look."""
    options: dict[str, Value]
    definition: str | None
    """The text of the definition, of a game that was defined."""
    seats: dict[Seat, SeatInfo]
    clock: ClockSetting | None
    mine: tuple[Seat, ...]
    """The seats that the viewer holds; none: a spectator."""
    imported: bool
    """A record that was brought in, not played here."""
    tags: dict[str, str]
    score: dict[Seat, float]
    """Points of the games before this one, of which it is a rematch: 1 a win, 0.5 a draw."""
    moves: tuple[Move, ...]
    tellings: tuple[tuple[Sentence, ...], ...]
    """What the last of `moves` did, one for each of the last turns' moves."""
    scene: SceneState
    state: TableState


class Frame(msgspec.Struct, frozen=True):
    """One position of a game that is looked at again. Frame 0 is the start."""

    number: int
    move: Move | None
    position: str
    seat: Seat | None
    scene: SceneState
    outcome: Outcome | None
    telling: tuple[Sentence, ...]
    """What `move` did, as far as the viewer may know; nothing at the start."""


# The socket, from the server.


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """First, and after every `resync`."""

    table: TableInfo


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """Something happened. The list of moves is cut to `keep` and `moves` are appended; `scene` is
    laid over the scene of the message before; `state` replaces the state."""

    keep: int
    moves: tuple[Move, ...]
    tellings: tuple[tuple[Sentence, ...], ...]
    """What the last of `moves` did; of many not all are told."""
    scene: SceneChange
    state: TableState


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Somebody came or went; no new version."""

    seats: dict[Seat, SeatInfo]


RefusalCode = Literal[Reason, "bad-message", "too-fast"]


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """What was asked was not done. After `stale` the client resynchronises."""

    code: RefusalCode
    detail: str
    version: int


ServerMessage = Welcome | Changed | Presence | Said | Refused


# The socket, from the client. `version` is the state the client speaks of.


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    version: int
    action: str


class PlayPreset(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play-preset"
):
    """Plays a ready-made sequence: all of its actions or none."""

    version: int
    name: str


class PlayParts(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play-parts"
):
    """Plays an action with those that complete it: all of them or none."""

    version: int
    actions: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_PARTS)]


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


class UndoStep(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo-step"
):
    """Undoes the last step of one's own turn, which goes on; nobody is asked."""

    version: int


class Withdraw(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"
):
    """Takes an offer, a request or a claim of one's own back."""

    version: int
    request: Literal["draw", "take-back", "claim"]


class WantRematch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="want-rematch"
):
    version: int


class Resync(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resync"
):
    """Asks for a fresh `welcome`."""


TableCommand = (
    Play
    | PlayPreset
    | PlayParts
    | Arrange
    | ArrangePreset
    | FinishArrangement
    | Resign
    | OfferDraw
    | AnswerDraw
    | AskTakeBack
    | AnswerTakeBack
    | UndoStep
    | Withdraw
    | ClaimAbandoned
    | WantRematch
)
"""A message that changes the table, and says at which version."""
ClientMessage = TableCommand | SayPhrase | Resync
