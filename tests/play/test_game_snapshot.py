"""Questions to worker processes: the same game whether it was asked about before or not."""

from __future__ import annotations

import pytest

import strata
from strata.core.action import Action
from strata.core.position import Position
from strata.core.record import Record
from strata.play.game_snapshot import snapshot_of
from strata.server.engines.computer_worker import choose
from tests.search.conftest import played

GAME = "daikuni"


def _same(record: Record, other: Record) -> bool:
    return record.export() == other.export()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The actions that records play during a test."""
    actions: list[str] = []
    append = Record._append

    def noted(record: Record, action: Action) -> None:
        actions.append(str(action))
        append(record, action)

    monkeypatch.setattr(Record, "_append", noted)
    return actions


def test_a_game_that_goes_on_is_not_replayed(replayed: list[str]) -> None:
    whole = played(GAME, 11, 20)
    replayed.clear()
    for number in range(whole.length + 1):
        record = snapshot_of(whole, number).record()
        assert record.length == number
    assert replayed == list(map(str, whole.played))
    assert _same(record, whole)


def test_games_do_not_mix(replayed: list[str]) -> None:
    games = [played(GAME, seed, 12) for seed in (21, 22)]
    for number in (3, 5, 4, 12, 0, 7):
        for whole in games:
            record = snapshot_of(whole, number).record()
            assert record.played == whole.played[:number]
            assert record.outcome() is None


def test_a_worker_lists_nothing_to_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played(GAME, 11, 20)
    snapshot = snapshot_of(whole)
    listed: list[Position] = []
    monkeypatch.setattr(Position, "_legal", property(listed.append))
    record = snapshot.record()
    assert (listed, record.length, str(record.position)) == ([], whole.length, str(whole.position))


def test_choosing_leaves_the_record_as_it_was() -> None:
    whole = played(GAME, 41, 8)
    snapshot = snapshot_of(whole)
    chosen = choose(snapshot, 1, 20, 5)
    assert chosen in whole.actions()
    assert chosen == choose(snapshot, 1, 20, 5)
    assert _same(snapshot.record(), whole)


def test_options_are_part_of_the_question() -> None:
    free = strata.game(GAME, entry="free").record()
    action = free.actions()[0]
    free.play(action)
    assert snapshot_of(free).record().rules.settings["entry"] == "free"
