"""Questions to worker processes: the same game whether it was asked about before or not."""

from __future__ import annotations

import pytest

import strata
from strata.core.errors import IllegalAction
from strata.core.record import Record
from strata.play.players import choose, question_of
from tests.search.conftest import played

GAME = "daikuni"


def _same(record: Record, other: Record) -> bool:
    return record.export() == other.export()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The actions that records play during a test."""
    actions: list[str] = []
    play = Record.play

    def noted(record: Record, action: str) -> Record:
        actions.append(str(action))
        return play(record, action)

    monkeypatch.setattr(Record, "play", noted)
    return actions


def test_a_game_that_goes_on_is_not_replayed(replayed: list[str]) -> None:
    whole = played(GAME, 11, 20)
    replayed.clear()
    for number in range(whole.length + 1):
        record = question_of(whole, number).record()
        assert record.length == number
    assert replayed == list(map(str, whole.played))
    assert _same(record, whole)


def test_games_do_not_mix(replayed: list[str]) -> None:
    games = [played(GAME, seed, 12) for seed in (21, 22)]
    for number in (3, 5, 4, 12, 0, 7):
        for whole in games:
            record = question_of(whole, number).record()
            assert record.played == whole.played[:number]
            assert record.outcome() is None


def test_an_illegal_action_spoils_no_later_question() -> None:
    whole = played(GAME, 31, 6)
    good = question_of(whole)
    bad = type(good)(
        good.game, good.settings, good.definition, good.start, (*good.actions, "nonsense")
    )
    assert _same(good.record(), whole)
    with pytest.raises(IllegalAction):
        bad.record()
    assert _same(good.record(), whole)


def test_choosing_leaves_the_record_as_it_was() -> None:
    whole = played(GAME, 41, 8)
    question = question_of(whole)
    chosen = choose(question, 1, 20, 5)
    assert chosen in whole.actions()
    assert chosen == choose(question, 1, 20, 5)
    assert _same(question.record(), whole)


def test_options_are_part_of_the_question() -> None:
    free = strata.game(GAME, entry="free").record()
    action = free.actions()[0]
    free.play(action)
    assert question_of(free).record().rules.settings["entry"] == "free"
