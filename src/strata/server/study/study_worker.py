"""Long work on studies, done in a worker process: plain values in, plain values out."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

import strata
from strata.core.action import Action
from strata.core.drawing.svg import draw_svg
from strata.core.errors import StrataError
from strata.core.explaining.why_not import Explanation
from strata.core.gesture import Token
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.core.study.annotations import Annotations
from strata.core.study.study import MOST_NODES, Study
from strata.play.game_snapshot import GameSnapshot
from strata.server.live.table_making import open_game
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.offers import NO_OFFERS
from strata.server.protocol.study_messages import NewStudy, StudyPosition
from strata.server.views.names import name_tag, tidy_name
from strata.server.views.offers import list_offers
from strata.server.views.reaches import other_reaches
from strata.server.views.table_views import scene_state

LONGEST_TEXT: Final = 1_000_000
_LONGEST_PLAYER: Final = 38  # so that both fit into the name of a study
_encode: Final = msgspec.json.Encoder().encode


class StudyTooLarge(StrataError):
    """The text of a study is longer than what is stored."""


class PlayedNode(msgspec.Struct, frozen=True, array_like=True):
    """An action of a study, with what the rules say about it."""

    action: str
    code: int
    seat: Seat
    turn: bool


class FlatNode(msgspec.Struct, frozen=True, array_like=True):
    """A node of a study, without references to other nodes."""

    number: int
    parent: int
    played: PlayedNode
    annotations: Annotations


class FlatStudy(msgspec.Struct, frozen=True):
    """A whole study as plain values, which `read_study` has checked."""

    start: GameSnapshot
    """The start position, without actions."""
    tags: dict[str, str]
    outcome: Outcome | None
    length: int
    """The number of the first nodes that are the game itself."""
    next_number: int
    root: Annotations
    nodes: tuple[FlatNode, ...]


_pack: Final = msgspec.msgpack.Encoder().encode
unpack_study: Final = msgspec.msgpack.Decoder(FlatStudy).decode


class NewText(NamedTuple):
    """A new study, to be stored."""

    text: str
    game: str
    players: str
    """The known names of the players: the study's name if it gets no other."""


def begin_study(wanted: NewStudy, most_actions: int) -> NewText:
    """Make a new study. Raises a StrataError that says what is wrong with `wanted`."""
    if wanted.text:
        study = strata.load_study(wanted.text, most_actions=most_actions)
    else:
        game = open_game(wanted.game, wanted.options, wanted.definition)
        study = game.study(wanted.position or None)
    return _new_text(study)


def study_of_game(snapshot: GameSnapshot, tags: dict[str, str], outcome: Outcome | None) -> NewText:
    """Make a new study of a game that was played here."""
    replayed = snapshot.record()
    record = Record(replayed.start, tags).play_codes(replayed.played)
    if outcome is not None and record.outcome() is None:
        record.conclude(outcome)
    return _new_text(Study(record))


def _new_text(study: Study) -> NewText:
    tags = study.record.tags
    names = [tidy_name(tags.get(name_tag(seat), ""), _LONGEST_PLAYER) for seat in SEATS]
    text = expect_short(study.export(numbers=True))
    return NewText(text, study.record.rules.name, " – ".join(filter(None, names)))


def expect_short(text: str) -> str:
    """Return `text` unless it is too long. Raises StudyTooLarge."""
    if len(text) > LONGEST_TEXT:
        raise StudyTooLarge(
            f"the analysis is too large: got {len(text)} characters, expected at most "
            f"{LONGEST_TEXT}; delete variations or start another analysis"
        )
    return text


def export_study(text: str) -> str:
    """Return a stored study as people get it: without the numbers of its positions."""
    return strata.load_study(text, most_actions=MOST_NODES).export()


def read_study(text: str) -> bytes:
    """Read a stored study; return it for `unpack_study`, which takes a few milliseconds."""
    study = strata.load_study(text, most_actions=MOST_NODES)
    record, rules = study.record, study.record.rules
    nodes: list[FlatNode] = []
    replay = Record(record.start)
    for node in study.nodes():
        if node.parent is None or node.action is None:
            continue
        _go_to(replay, node.parent.path)
        position = replay.position
        replay.play_codes((node.action,))
        played = _played(position, node.action)
        nodes.append(FlatNode(node.number, node.parent.number, played, node.annotations))
    start = GameSnapshot(
        rules.name, tuple(rules.settings.items()), rules.definition, str(record.start), (), ()
    )
    return _pack(
        FlatStudy(
            start,
            record.tags,
            record.outcome(),
            record.length,
            study.next_number,
            study.root.annotations,
            tuple(nodes),
        )
    )


def _go_to(replay: Record, path: tuple[Any, ...]) -> None:
    """Bring `replay` to the end of `path`: undo to where the two part, then play on."""
    common = 0
    for mine, wanted in zip(replay.played, path, strict=False):
        if mine.code != wanted.code:
            break
        common += 1
    while replay.length > common:
        replay.undo()
    replay.play_codes(path[common:])


def play_on(snapshot: GameSnapshot, actions: tuple[str, ...]) -> tuple[PlayedNode, ...]:
    """Play `actions` after those of `question`; return what the rules say about them."""
    record = snapshot.record().copy()
    played: list[PlayedNode] = []
    for action in actions:
        position = record.position
        record.play(action)
        action_played = record.action_at(record.length - 1)
        played.append(_played(position, Action(action, action_played.code)))
    return tuple(played)


def _played(before: Position, action: Action) -> PlayedNode:
    return PlayedNode(str(action), action.code, before.mover, before.begins_turn)


def show_position(snapshot: GameSnapshot, number: int, may_play: bool) -> bytes:
    """Return the last position of `question` as a StudyPosition in JSON."""
    return _encode(_describe(snapshot.record().copy(), number, may_play))


def draw_position(snapshot: GameSnapshot, frame: tuple[int, int]) -> str:
    """Return the last position of `question` as SVG, in the middle of a frame in pixels."""
    record = snapshot.record()
    return draw_svg(record.scene(), record.rules.symbols, frame=frame)


def show_attempt(snapshot: GameSnapshot, actions: tuple[str, ...], number: int) -> bytes:
    """Return the position after `question` and the tried `actions`, as a StudyPosition in JSON."""
    record = snapshot.record().copy()
    start = record.length
    record.play_all(actions)
    shown = _describe(record, number, True)
    return _encode(shown if record.length > start else msgspec.structs.replace(shown, telling=()))


def _describe(record: Record, number: int, may_play: bool) -> StudyPosition:
    position = record.position
    offers = list_offers(position) if may_play and record.seat else NO_OFFERS
    return StudyPosition(
        **msgspec.structs.asdict(offers),
        number=number,
        position=str(position),
        seat=record.seat,
        scene=scene_state(record.scene()),
        outcome=record.outcome(),
        end=record.tell_end(),
        telling=record.tell(record.length - 1) if record.length else (),
        reaches=other_reaches(position, record.seat),
    )


def explain_in_study(snapshot: GameSnapshot, clicks: Clicks) -> Explanation:
    """Explain why clicks make no action."""
    tokens = [Token(click.kind, click.id) for click in clicks]
    return snapshot.record().position.why_not(tokens)


def explain_attempt(
    snapshot: GameSnapshot, actions: tuple[str, ...], clicks: Clicks
) -> Explanation:
    """Explain why clicks make no action after the tried `actions`."""
    record = snapshot.record().copy().play_all(actions)
    return record.position.why_not([Token(click.kind, click.id) for click in clicks])
