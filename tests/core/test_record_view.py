"""What a seat may see of a record, in a game that hides and in one that does not."""

from __future__ import annotations

import pytest

import strata
from strata.core.kernel.state import State
from strata.core.outcome import SEATS

VIEWERS: tuple[strata.Seat | None, ...] = (*SEATS, None)


@pytest.fixture
def record(daikuni: strata.Game) -> strata.Record:
    return daikuni.record().play_all(["Kd4", "Sh8", "Qd5"])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_open_game_is_seen_whole(record: strata.Record, viewer: strata.Seat | None) -> None:
    view = record.view(viewer)
    assert not view.hidden
    assert view.played == record.played
    assert view.export() == record.export()
    assert view.scene() == record.scene()
    assert view.seat == record.seat
    assert view.outcome() == record.outcome()


@pytest.fixture
def secretive(monkeypatch: pytest.MonkeyPatch, daikuni: strata.Game) -> strata.Game:
    """A game that hides everything from everybody but second."""

    def conceal(self: strata.Rules[State], state: State, viewer: strata.Seat | None) -> State:
        return state if viewer == "second" else self.start()

    monkeypatch.setattr(type(daikuni.rules), "conceal", conceal)
    return daikuni


def test_a_game_that_says_nothing_else_writes_question_marks(secretive: strata.Game) -> None:
    record = secretive.record().play_all(["Kd4", "Sh8", "Qd5"])
    assert record.view("first").played == ("Kd4", "?", "Qd5")
    assert record.view(None).played == ("?", "?", "?")
    assert record.view("second").played == record.played
    assert repr(record.view(None)) == "<RecordView of a spectator: daikuni, 3 actions>"


def test_a_hidden_last_action_is_not_marked(secretive: strata.Game) -> None:
    record = secretive.record().play_all(["Kd4", "Sh8"])
    assert [mark.kind for mark in record.view("second").scene().marks][:1] == ["last"]
    assert not record.view("first").scene().marks
    assert not record.view(None).scene().marks


def test_partial_exports_say_whose_they_are(secretive: strata.Game) -> None:
    record = secretive.record().play("Kd4")
    text = record.view(None).export()
    assert text.splitlines()[3] == '[View "spectator"]'
    assert "d4" not in text
    with pytest.raises(strata.InvalidRecord, match="a partial view: what 'spectator' could see"):
        strata.load(text)


def test_unknown_viewers_are_refused(record: strata.Record) -> None:
    with pytest.raises(strata.StrataError, match="expected first, second or None"):
        record.view("third")  # type: ignore[arg-type]
