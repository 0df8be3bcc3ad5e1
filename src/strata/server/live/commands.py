"""What the messages of a client do at a table: one function a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from strata.play.table import Table
from strata.server.live.views import Holds, answerer, speaker
from strata.server.protocol import messages

Deed = Callable[[Table, Holds, Any, int], None]


def _play(table: Table, holds: Holds, message: messages.Play, now_ms: int) -> None:
    table.play(speaker(table, holds), message.action, now_ms)


def _play_preset(table: Table, holds: Holds, message: messages.PlayPreset, now_ms: int) -> None:
    table.play_preset(speaker(table, holds), message.name, now_ms)


def _resign(table: Table, holds: Holds, message: messages.Resign, now_ms: int) -> None:
    table.resign(speaker(table, holds), now_ms)


def _offer_draw(table: Table, holds: Holds, message: messages.OfferDraw, now_ms: int) -> None:
    table.offer_draw(speaker(table, holds), now_ms)


def _answer_draw(table: Table, holds: Holds, message: messages.AnswerDraw, now_ms: int) -> None:
    table.answer_draw(answerer(table, holds, table.draw_offer), message.accept, now_ms)


def _ask_take_back(table: Table, holds: Holds, message: messages.AskTakeBack, now_ms: int) -> None:
    table.ask_take_back(speaker(table, holds), now_ms)


def _answer_take_back(
    table: Table, holds: Holds, message: messages.AnswerTakeBack, now_ms: int
) -> None:
    table.answer_take_back(answerer(table, holds, table.take_back), message.accept, now_ms)


DEEDS: Final[dict[type, Deed]] = {
    messages.Play: _play,
    messages.PlayPreset: _play_preset,
    messages.Resign: _resign,
    messages.OfferDraw: _offer_draw,
    messages.AnswerDraw: _answer_draw,
    messages.AskTakeBack: _ask_take_back,
    messages.AnswerTakeBack: _answer_take_back,
}
