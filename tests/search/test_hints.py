"""Hints are good turns: none loses more than a piece, and every reason is true.

`tests/data/hints` has positions of games between players of levels 1 to 7, many of them far ahead
or far behind. Each comes with a turn that loses at most half a piece in a search of several times
as many positions. Where a hint differs from it, a search of ten times as many judges the hint.
"""

from __future__ import annotations

import re

import pytest

import strata
from strata.core.outcome import other_seat
from strata.search import Advice, find_hint
from strata.search.hint_reasons import find_reason
from tests.places import ROOT
from tests.search.conftest import about_to_win, played
from tests.search.hint_judge import MARGIN, judge_of, loss_of

SAVED = re.compile(
    r"\{(\w+)'s\} (.+) was attacked on (\w+), and (?:no longer is|is not attacked on (\w+))\."
)
WINS_NEXT = re.compile(r"\{(\w+) can/can\} win next turn, whatever \{(\w+) does/do\}\.")
ATTACKS = re.compile(r"this attacks \{(\w+)'s\} (.+) on (\w+)\.")


def known(name: str) -> list[tuple[strata.Record, list[str]]]:
    game = strata.game(name)
    text = (ROOT / "tests" / "data" / "hints" / f"{name}.txt").read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines())
    return [(strata.Record(game.position(position)), turn.split()) for position, turn in lines]


def actions_of(advice: Advice) -> list[str]:
    return [advised.action for advised in advice.actions]


def after(position: strata.Position, turn: list[str]) -> strata.Position:
    for action in turn:
        position = position.play(action)
    return position


@pytest.mark.parametrize("name", strata.games())
def test_no_hint_loses_a_piece(name: str) -> None:
    for record, turn in known(name):
        advice = find_hint(record)
        found = after(record.position, actions_of(advice))
        if advice.reason is not None:
            check_reason(record.position, found, advice.reason)
        if found.state.get_key() != after(record.position, turn).state.get_key():
            loss = loss_of(judge_of(strata.game(name)), record, advice)
            assert loss <= MARGIN, (str(record.position), actions_of(advice), loss)


def test_a_turn_in_progress_is_searched_as_well_as_a_new_one() -> None:
    record = next(record for record, turn in known("kyo") if len(turn) > 2)
    whole = actions_of(find_hint(record))
    record.play(whole[0])
    assert actions_of(find_hint(record)) == whole[1:]


def test_a_win_is_the_reason() -> None:
    reason = find_hint(about_to_win("dzura", 1)[0]).reason
    assert reason is not None
    assert reason.text == "this wins the game."


def test_the_only_action_is_said_to_be_that() -> None:
    record = strata.game("daikuni").record(
        strata.game("daikuni").position("3TT2T/s5tt/2k5/3tTTTT/1Q3TtT/t2tStt1/t2tq3/2t1KT1T f")
    )
    reason = find_hint(record).reason
    assert reason is not None
    assert reason.read("first") == "You have no other action."


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("daikuni", {"wins", "wins next", "stops a win"}),
        ("dzura", {"saves", "attacks"}),
        ("kyo", {"attacks"}),
        ("rhodium", {"saves", "attacks"}),
    ],
)
def test_every_reason_is_true(name: str, kinds: set[str]) -> None:
    """Reasons of every kind, for random turns, which include many bad ones."""
    told = set()
    for seed in range(40):
        record = played(name, seed, 30 + seed)
        position = record.position
        if record.seat is None or not position.begins_turn or position.view(record.seat).hidden:
            continue
        for action in position.actions()[:: max(1, len(position.actions()) // 3)]:
            found = position.play(action)
            reason = find_reason(position, found, record.turn_keys, sees_win=True)
            if reason is not None:
                told.add(check_reason(position, found, reason))
    assert told == kinds


def check_reason(before: strata.Position, found: strata.Position, reason: strata.Sentence) -> str:
    """Check a reason by playing the actions of the other side; return its kind."""
    assert before.seat is not None
    seat, other, text = before.seat, other_seat(before.seat), reason.text
    if text == "this wins the game.":
        assert winner(found) == seat
        return "wins"
    if forced := WINS_NEXT.fullmatch(text):
        assert forced.groups() == (seat, other)
        assert all(
            wins(reply, seat) or winner(reply) == seat for reply in map(found.play, found.actions())
        )
        return "wins next"
    if text.startswith("this stops"):
        assert wins(turned(before, other), other)
        assert not wins(found, other)
        return "stops a win"
    if saved := SAVED.fullmatch(text):
        owner, name, cell, now = saved.groups()
        assert owner == seat
        assert is_taken(turned(before, other), cell, seat, name)
        assert not is_taken(found, now or cell, seat, name)
        return "saves"
    attacks = ATTACKS.fullmatch(text)
    assert attacks, text
    assert attacks[1] == other
    assert is_taken(turned(found, seat), attacks[3], other, attacks[2])
    return "attacks"


def turned(position: strata.Position, seat: strata.Seat) -> strata.Position:
    state = position.rules.with_seat(position.state, seat)
    assert state is not None
    return strata.Position(position.rules, state)


def winner(position: strata.Position) -> strata.Seat | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.winner


def wins(position: strata.Position, seat: strata.Seat) -> bool:
    replies = map(position.play, position.actions())
    return position.seat == seat and any(winner(reply) == seat for reply in replies)


def is_taken(position: strata.Position, cell: str, owner: strata.Seat, name: str) -> bool:
    """Whether an action that names `cell` takes the top piece there away from its owner."""
    stack = position.scene().stacks[cell]
    assert stack[-1].owner == owner
    assert position.rules.symbols[stack[-1].symbol].name == name
    for action, gesture in position.gestures():
        if any(token.kind == "cell" and token.id == cell for token in gesture):
            left = position.play(action).scene().stacks.get(cell, ())
            if not any(layer.owner == owner and layer.symbol == stack[-1].symbol for layer in left):
                return True
    return False
