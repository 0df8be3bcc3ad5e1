"""The message types of tables and live play. docs/protocol.md explains their use.

The client's TypeScript types (`web/src/protocol.ts`) are generated from the modules of this package
and change with them.
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
from strata.server.protocol.presence_messages import ClaimAbandoned, ClaimState, DeviceJoined

MOST_PARTS: Final = 64
"""The most actions that a client may send as parts of one."""
PlayerName = Annotated[str, msgspec.Meta(max_length=200)]
"""A player's name as a client sends it; `views/names.py` validates it."""
LevelNumber = Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]


# Making and joining tables.


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control: main time and increment, or a time for each turn; the others are 0."""

    main_ms: int = 0
    increment_ms: int = 0
    turn_ms: int = 0
    """The time for every turn, for games by correspondence. Unused time is not carried over."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    first: SeatKind
    second: SeatKind
    options: dict[str, str] = {}
    clock: ClockSetting | None = None
    level: LevelNumber | None = DEFAULT_LEVEL
    """The computer's level, if it plays; None for random moves."""
    definition: str | None = None
    """The text of a definition, for a game that accepts definitions."""
    name: PlayerName = ""
    """The name of the player who makes the table; empty for none."""
    position: str = ""
    """The start position as text; empty for the start of the game."""


class TableMade(msgspec.Struct, frozen=True):
    """A new table. `keys` holds the key of the link to each `link` seat, which works once."""

    id: str
    keys: dict[Seat, str]


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the seat that `key` opens.

    If the seat already has a holder, it is given only with `share`: both clients then see and do
    the same.
    """

    key: str
    share: bool = False
    name: PlayerName = ""
    """The name of the joining player; empty for none."""


class NameSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the holder of a seat; empty for none."""

    name: PlayerName


class NewLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a link to `seat`.

    For a seat that the client holds, the link adds another device; otherwise it is an invitation.
    """

    seat: Seat


class SeatLink(msgspec.Struct, frozen=True):
    """A link to `seat`: its `key` works once and replaces all earlier links of its kind."""

    seat: Seat
    key: str


class ImportRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class ReadDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP error: `code` is for programs, `detail` for people."""

    code: str
    detail: str
    field: str | None = None
    """The part of the request at fault, such as `options.tiles`; None if unknown."""


# A table as one viewer sees it.


class SeatInfo(msgspec.Struct, frozen=True):
    kind: SeatKind
    name: str
    level: int | None
    """The computer's level. None for random moves, and for people."""
    present: bool
    """Whether a client that holds the seat is connected; always true for the computer."""
    taken: bool
    """False for a `link` seat that no client holds; true for every other seat."""


class ClockState(msgspec.Struct, frozen=True):
    """The time left to each seat when this message was sent; only the clock of `running` runs."""

    first_ms: int
    second_ms: int
    running: Seat | None


class SceneState(msgspec.Struct, frozen=True):
    """The parts of a scene that change during a game. `Look` has the fixed parts."""

    stacks: dict[str, tuple[Layer, ...]]
    zones: tuple[Zone, ...]
    marks: tuple[Mark, ...]
    status: tuple[str, ...]


class SceneChange(msgspec.Struct, frozen=True):
    """The changes to a scene since the last message. `marks` and `status` are always complete."""

    stacks: dict[str, tuple[Layer, ...]]
    """The stacks that changed, each complete; an empty stack was removed."""
    zones: tuple[Zone, ...] | None
    """None if unchanged."""
    marks: tuple[Mark, ...]
    status: tuple[str, ...]


class PresetInfo(msgspec.Struct, frozen=True):
    """A ready-made sequence of actions that can be played by its name."""

    name: str
    meaning: str


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An action that was played. `action` has `?` in place of what is hidden from the viewer."""

    seat: Seat
    action: str
    turn: int
    """The number of the turn that it belongs to, from 1."""


class Ahead(Offers, frozen=True):
    """What can follow one or more incomplete actions. Nothing is played."""

    scene: SceneState


class Preview(msgspec.Struct, frozen=True):
    """What an action would lead to. Nothing is played."""

    is_final: bool
    """Whether the action cannot be undone: it ends the turn or reveals something hidden."""
    scene: SceneState | None
    """The scene after the action; None if it would show something hidden."""


class TableState(Offers, frozen=True):
    """The current state of a table. Every change at the table increases `version`."""

    version: int
    position: str
    seat: Seat | None
    """The seat whose turn it is; None when the game is over."""
    in_turn: bool
    """Whether the seat is in the middle of a turn."""
    presets: tuple[PresetInfo, ...]
    """The presets that the viewer can play."""
    arranging: ArrangingState | None
    """The arrangement that the viewer is laying out in secret; None if there is none."""
    may_undo: bool
    """Whether the viewer is to act and can undo the last step of the turn."""
    clock: ClockState | None
    claim: ClaimState | None
    claim_in_ms: int | None
    """The time until the viewer can claim the game, if the other player is away by then.

    None if the game cannot be claimed in this turn.
    """
    draw_offer: Seat | None
    take_back: Seat | None
    """The seat that asks for a take-back."""
    may_take_back: bool
    """Whether a turn of the viewer can be taken back if the other player agrees."""
    hidden: bool
    """Whether something is hidden from the viewer. Until it is revealed, the record is withheld."""
    outcome: Outcome | None
    end: Sentence | None
    """Why the game ended, in words; None while it goes on."""
    rematch: str | None
    """The id of the table of the rematch, once both players want one."""
    rematch_wanted: tuple[Seat, ...]
    help: tuple[Sentence, ...]
    """Which seats had help, and how often; empty if none had."""


class TableInfo(msgspec.Struct, frozen=True):
    """A complete table, as `GET /api/tables/{id}` and the first message of a socket give it."""

    id: str
    game: str
    title: str
    goal: str
    """How to win, in one sentence."""
    draws: bool
    """Whether the rules allow draws; if not, clients need not offer them."""
    own_look: bool
    """Whether a definition or options may change the board.

    If so, `GET /api/tables/{id}/look` returns the table's look.
    """
    options: dict[str, Value]
    definition: str | None
    """The text of the table's definition; None if it has none."""
    seats: dict[Seat, SeatInfo]
    clock: ClockSetting | None
    mine: tuple[Seat, ...]
    """The seats that the viewer holds; empty for a spectator."""
    imported: bool
    """Whether the table is an imported record, which cannot be played on."""
    tags: dict[str, str]
    score: dict[Seat, float]
    """The points from the games of which this one is a rematch: 1 for a win, 0.5 for a draw."""
    moves: tuple[Move, ...]
    tellings: tuple[tuple[Sentence, ...], ...]
    """What the last of `moves` did: a telling for each move of the last two turns, 24 at most."""
    scene: SceneState
    state: TableState


class Frame(msgspec.Struct, frozen=True):
    """One position of a replay. Frame 0 is the start."""

    number: int
    move: Move | None
    position: str
    seat: Seat | None
    scene: SceneState
    outcome: Outcome | None
    end: Sentence | None
    """Why the game is over, as far as the viewer may know; None while it goes on."""
    telling: tuple[Sentence, ...]
    """What `move` did, as far as the viewer may know; empty at the start."""


# Messages from the server on the socket.


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The complete table: the first message of a socket, and the answer to `resync`."""

    table: TableInfo


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """A change at the table.

    The list of moves is cut to `keep` and `moves` are appended, `scene` is applied to the scene of
    the previous message, and `state` replaces the state.
    """

    keep: int
    moves: tuple[Move, ...]
    tellings: tuple[tuple[Sentence, ...], ...]
    """What the last of `moves` did: a telling for each of them, 24 at most."""
    scene: SceneChange
    state: TableState


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """The seats, without a version: sent when presence, a holder or a name changes."""

    seats: dict[Seat, SeatInfo]


RefusalCode = Literal[Reason, "bad-message", "too-fast"]


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The refusal of a message: nothing was done. After `stale` the client resynchronises."""

    code: RefusalCode
    detail: str
    version: int


ServerMessage = Welcome | Changed | Presence | Said | DeviceJoined | Refused


# Messages from the client on the socket. `version` is that of the state they refer to.


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    version: int
    action: str


class PlayPreset(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play-preset"
):
    """A command to play a ready-made sequence: all of its actions or none."""

    version: int
    name: str


class PlayParts(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play-parts"
):
    """A command to play incomplete actions and the one that completes them: all of them or none."""

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
    """A request to take back whole turns, down to the start of the asking seat's last turn."""

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
    """A command to undo the last step of the turn in progress; nobody is asked."""

    version: int


class Withdraw(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw"
):
    """A command to withdraw an offer, a request or a claim of one's own."""

    version: int
    request: Literal["draw", "take-back", "claim"]


class WantRematch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="want-rematch"
):
    version: int


class Resync(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resync"
):
    """A request for a fresh `welcome`."""


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
"""A message that changes the table, with the version that it refers to."""
ClientMessage = TableCommand | SayPhrase | Resync
