"""Records: export, import, replay; undo restores; a game's end is part of its record."""

from __future__ import annotations

import random

import pytest

import strata
from strata.core.outcome import AGREED_REASONS
from tests.conformance.settings import Setting
from tests.volume import everyday

_LONGEST = everyday(40, full=120)


def _played(game: strata.Game, seed: str, most: int = _LONGEST) -> strata.Record:
    choose = random.Random(seed)
    record = game.record()
    for _ in range(most):
        legal = record.actions()
        if not legal:
            break
        record.play(choose.choice(legal))
    return record


def _looks(record: strata.Record) -> tuple[object, ...]:
    return (
        record.rules,
        record.positions,
        record.played,
        record.outcome(),
        record.tags,
        record.seat,
        record.actions(),
    )


@pytest.fixture
def record(game: strata.Game, setting: Setting) -> strata.Record:
    return _played(game, str(setting))


def test_exported_records_load_equal(game: strata.Game, record: strata.Record) -> None:
    text = record.export()
    for again in (game.load(text), strata.load(text)):
        assert _looks(again) == _looks(record)
        assert again.export() == text


def test_unplayed_records_load_equal(game: strata.Game) -> None:
    record = game.record()
    assert _looks(game.load(record.export())) == _looks(record)


def test_records_from_a_position_load_equal(game: strata.Game, record: strata.Record) -> None:
    middle = record.positions[len(record.positions) // 2]
    rest = record.played[len(record.positions) // 2 :]
    continued = game.record(str(middle)).play_all(rest)
    assert continued.start == middle
    assert continued.position == record.position
    assert _looks(game.load(continued.export())) == _looks(continued)


def test_tags_are_kept(default_game: strata.Game) -> None:
    record = default_game.record()
    record.tags.update({"First": 'A "quoted" \\ name', "Event": "Ünïcødé; [no comment]", "X-1": ""})
    assert default_game.load(record.export()).tags == record.tags


@pytest.mark.parametrize("seat", ["first", "second", None])
def test_resignation_is_recorded(default_game: strata.Game, seat: strata.Seat | None) -> None:
    record = _played(default_game, "resigned", 5)
    acting = record.seat
    record.resign(seat)
    outcome = record.outcome()
    assert outcome is not None
    assert outcome.reason == "resignation"
    assert outcome.winner is not None
    assert outcome.winner != (seat or acting)
    assert record.seat is None
    assert record.actions() == ()
    with pytest.raises(strata.IllegalAction, match="resignation"):
        record.play(record.position.actions()[0])
    assert _looks(default_game.load(record.export())) == _looks(record)


@pytest.mark.parametrize("reason", AGREED_REASONS)
def test_agreed_ends_are_recorded(default_game: strata.Game, reason: str) -> None:
    record = _played(default_game, "agreed", 4)
    record.conclude(strata.Outcome(None if reason == "agreement" else "first", reason))
    assert _looks(default_game.load(record.export())) == _looks(record)


def test_a_finished_game_cannot_be_concluded(default_game: strata.Game) -> None:
    record = _played(default_game, "concluded", 6)
    record.resign()
    with pytest.raises(strata.StrataError, match="over"):
        record.conclude(strata.Outcome(None, "agreement"))
    with pytest.raises(strata.StrataError, match="over"):
        record.resign()


def test_undo_restores(game: strata.Game, setting: Setting) -> None:
    record = _played(game, f"undo {setting}", everyday(20, full=60))
    fresh = game.record()
    trail = [_looks(fresh)]
    for action in record.played:
        trail.append(_looks(fresh.play(action)))
    for action, expected in zip(reversed(record.played), reversed(trail[:-1]), strict=True):
        assert record.undo() == action
        assert _looks(record) == expected
    with pytest.raises(strata.NothingToUndo):
        record.undo()
    assert _looks(record) == trail[0]


def test_undo_takes_back_an_agreed_end(default_game: strata.Game) -> None:
    record = _played(default_game, "taken back", 4)
    record.resign()
    record.undo()
    assert record.outcome() is None
    assert record.actions()


def test_refused_actions_change_no_record(game: strata.Game, record: strata.Record) -> None:
    before = _looks(record)
    with pytest.raises(strata.IllegalAction):
        record.play("no-such-action")
    assert _looks(record) == before


def test_records_of_other_options_are_refused(game: strata.Game) -> None:
    text = game.record().export()
    for option in game.options:
        for value in option.values:
            if value != game.settings[option.name]:
                other = strata.Game(type(game.rules)(game.definition, **{option.name: value}))
                with pytest.raises(strata.InvalidRecord, match=f"{option.name}="):
                    other.load(text)


def test_the_last_action_is_marked(record: strata.Record) -> None:
    marks = [mark for mark in record.scene().marks if mark.kind == "last"]
    assert len(marks) == 1
    assert marks[0].label == "part of the last action"
    before = record.position_at(record.length - 1)
    clicked = {token.id for token in before.gesture(record.played[-1]) if token.kind == "cell"}
    assert set(marks[0].cells) == clicked
    assert clicked <= {cell.name for cell in record.scene().cells}
