"""Hints and threats: right, the same every time, and only from what the seat may see."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata
from strata.core.explaining.telling import read_all
from strata.search import Advice, NothingToSearch, find_hint, find_threat
from tests.search.conftest import about_to_win, played, wins

AMAZONS = Path(__file__).parents[2] / "examples" / "games" / "amazons.py"


def texts(advice: Advice, reader: strata.Seat = "first") -> str:
    return read_all(advice.sentences, reader)


def test_a_hint_can_be_played(game: strata.Game) -> None:
    """Its actions are a turn, or the beginning of one, of the seat that acts."""
    record = played(game.name, 3, 9).copy()
    seat, position = record.seat, record.position
    advice = find_hint(record)
    assert advice.actions
    for advised in advice.actions:
        assert record.seat == seat
        assert advised.gesture == record.position.gesture(advised.action)
        assert advised.telling in ((), record.position.tell(advised.action))
        record.play(advised.action)
    first = advice.actions[0]
    assert first.action in advice.summary.text
    assert set(advice.summary.cells) == {t.id for t in first.gesture if t.kind == "cell"}
    assert position.seat == seat  # looked at, not changed


def test_what_is_only_chosen_is_told_with_what_it_does(game: strata.Game) -> None:
    """An action is left out if nothing changes before the action after it."""
    record = played(game.name, 2, 4).copy()
    for _ in range(4):
        if record.seat is None:
            break
        actions = find_hint(record).actions
        for number, advised in enumerate(actions):
            before, told = record.scene(), record.position.tell(advised.action)
            record.play(advised.action)
            after, is_last = record.scene(), number == len(actions) - 1
            is_same = (before.stacks, before.zones) == (after.stacks, after.zones)
            assert advised.telling == (() if is_same and not is_last else told)


def test_hints_tell_nothing_that_is_still_to_be_chosen() -> None:
    """The first turn of FrozenChess that is advised rotates a block, by three actions."""
    record = strata.game("frozen").record()
    told = [len(advised.telling) for advised in find_hint(record).actions]
    assert told == [0] * (len(told) - 1) + [1]


def test_a_hint_wins_where_one_action_does(game: strata.Game) -> None:
    record = about_to_win(game.name)[0]
    assert find_hint(record).actions[0].action in wins(record)


def test_advice_is_always_the_same(game: strata.Game) -> None:
    record = played(game.name, 5, 12)
    assert find_hint(record) == find_hint(record.copy())
    assert find_threat(record) == find_threat(record.copy())


def test_who_would_win_threatens_to() -> None:
    """Where the seat that acts could win, that is what threatens the other one."""
    for record in about_to_win("daikuni", 8):
        mover, rules = record.seat, record.rules
        assert mover is not None
        victim: strata.Seat = "second" if mover == "first" else "first"
        state = rules.with_seat(record.position.state, victim)
        if state is None:
            continue
        turned = strata.Record(strata.Position(rules, state))
        if turned.seat != victim:
            continue
        advice = find_threat(turned)
        assert f"{{{mover} threatens/threaten}} to win" in advice.summary.text
        assert advice.summary.cells
        assert advice.actions[0].telling
        return
    raise AssertionError("no position to ask about")


def test_a_piece_that_can_be_taken_is_named() -> None:
    """Also where another action of the other side is better."""
    game = strata.game("dzura", definition="mini")
    record = game.record()
    while record.seat is not None:
        advice = find_threat(record)
        if "captures" in texts(advice):
            break
        record.play(record.actions()[len(record.played) % 3])
    seat = record.seat
    assert seat is not None
    scene = record.position.scene()
    assert advice.summary.cells
    assert all(scene.stacks[cell][-1].owner == seat for cell in advice.summary.cells)
    assert texts(advice, seat).startswith("Your opponent threatens")


def test_where_nothing_threatens_that_is_said(game: strata.Game) -> None:
    if game.name == "rhodium":
        game = strata.game("rhodium", setup="standard")
    advice = find_threat(game.record())
    assert not advice.actions
    assert texts(advice) == "Nothing threatens you at the moment."


def test_a_check_is_told_where_nothing_worse_is() -> None:
    game = strata.game("daikuni")
    for seed in range(60):
        record = played("daikuni", seed, 20)
        marks = [mark for mark in record.position.scene().marks if mark.kind == "check"]
        if record.seat and marks and not find_threat(record).actions:
            assert texts(find_threat(record), record.seat).endswith("is in check.")
            assert find_threat(record).summary.cells == marks[0].cells
            return
    raise AssertionError(f"no check in {game}")


def test_plain_games_are_advised_too() -> None:
    record = strata.game(AMAZONS).record()
    assert find_hint(record).actions[0].action in record.actions()
    assert find_threat(record).sentences


def test_a_game_that_is_over() -> None:
    record = strata.game("daikuni").record()
    record.resign()
    with pytest.raises(NothingToSearch, match="the game is over"):
        find_hint(record)
    with pytest.raises(NothingToSearch, match="the game is over"):
        find_threat(record)


@pytest.mark.parametrize("adviser", [find_hint, find_threat])
def test_what_is_hidden_changes_nothing(adviser: object) -> None:
    """Two games that differ only in what second cannot see."""
    assert callable(adviser)
    game = strata.game("rhodium", setup="secret")
    given = []
    for number in (0, 1):
        record = game.record()
        preset = record.position.presets(1)[number]
        record.play_all(preset.actions)
        while record.seat == "first":
            record.play(record.actions()[0])
        assert record.position.view("second").hidden
        given.append((str(record.position), adviser(record)))
    (one, advice), (other, same) = given
    assert one != other
    assert advice == same
