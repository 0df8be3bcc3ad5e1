"""What the server reads from a client, without a socket and without a database."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec

import strata
from strata.play.refusal import Refusal
from strata.play.rematch import want_rematch
from strata.play.table import Table
from strata.server.config import ServerLimits
from strata.server.live.connection import CloseConnection, Connection
from strata.server.live.table_making import BadTable, make_table, open_game
from strata.server.protocol.messages import (
    AnswerDraw,
    AnswerTakeBack,
    AskTakeBack,
    ClientMessage,
    NewTable,
    OfferDraw,
    Play,
    PlayParts,
    PlayPreset,
    Resign,
    UndoStep,
    WantRematch,
    Withdraw,
)
from tests.fuzzing.accepted import use_position
from tests.fuzzing.corpus import Corpus
from tests.fuzzing.moments import moment_of
from tests.fuzzing.verdict import ACCEPTED, expect, refused

_LIMITS: Final = SimpleNamespace(_longest=ServerLimits().message_bytes)


def receive(text: str) -> ClientMessage:
    """As the server reads a message."""
    return Connection._read(cast(Any, _LIMITS), {"text": text})


def carry_out(message: ClientMessage, position: strata.Position) -> None:
    """As the server does it (server/live/commands.py), at a table of two people.

    Raises Refusal. What needs to know who was here for how long is left out.
    """
    table = Table(strata.Record(position), {"first": "me", "second": "link"})
    seat = table.seat
    assert seat is not None
    match message:
        case Play(action=action):
            table.play(seat, action, 0)
        case PlayPreset(name=name):
            table.play_preset(seat, name, 0)
        case PlayParts(actions=actions):
            table.play_parts(seat, actions, 0)
        case Resign():
            table.resign(seat, 0)
        case OfferDraw():
            table.offer_draw(seat, 0)
        case AnswerDraw(accept=accept):
            table.answer_draw(seat, accept, 0)
        case AskTakeBack():
            table.ask_take_back(seat, 0)
        case AnswerTakeBack(accept=accept):
            table.answer_take_back(seat, accept, 0)
        case UndoStep():
            table.undo_step(seat)
        case Withdraw(request=request):
            table.withdraw(seat, request)
        case WantRematch():
            want_rematch(table, seat)
        case _:
            return
    expect(table.version > 0, "a message that changes the table is not counted")


def read_definition(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    name = corpus.game.name
    try:
        game = open_game(name, {}, text)
    except strata.InvalidDefinition as error:
        return refused(error, text)
    again = open_game(name, {}, game.definition)
    expect(again == game, "an accepted definition is read otherwise")
    expect(again.definition == game.definition, "an accepted definition is written otherwise")
    use_position(game, game.start(), chance)
    return ACCEPTED


def read_message(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    try:
        message = receive(text)
    except CloseConnection as error:
        return type(error).__name__
    except ValueError as error:
        expect(type(error) is ValueError, f"{type(error).__name__} instead of ValueError")
        return "ValueError"
    written = msgspec.json.encode(message).decode()
    expect(receive(written) == message, "an accepted message is written otherwise")
    try:
        carry_out(message, moment_of(corpus, number).position)
    except Refusal as refusal:
        return refused(refusal)
    return ACCEPTED


def read_request(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    """The body of a request for a new table: options, clock and definition."""
    try:
        wanted = msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=NewTable)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:  # server/http/problems.py
        return type(error).__name__
    try:
        made = make_table(wanted, "client", 0)
    except (
        BadTable,
        strata.InvalidDefinition,
        strata.InvalidOption,
        strata.UnknownGame,
        strata.UnknownOption,
    ) as error:
        return type(error).__name__
    expect(made.game == wanted.game, "a table of another game is made")
    return ACCEPTED
