"""What holds for every search: legal answers, limits, stopping, eyes of its seat only."""

from __future__ import annotations

import threading
from dataclasses import replace
from random import Random

import pytest

import strata
from strata.search import METHODS, Limits, NothingToSearch, Report, Searcher, make_searcher
from strata.search.kernel.constants import WIN
from tests.patience import PATIENCE
from tests.search.conftest import about_to_win, played
from tests.volume import everyday

SEARCHES = ("alpha-beta", "mcts", "uct")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_plays_every_game(game: strata.Game, method: str) -> None:
    searcher = make_searcher(game, method, seed=3)
    record = game.record()
    for _ in range(everyday(2, full=4)):
        told: list[Report] = []
        report = searcher.think(record, Limits(nodes=40), tell=told.append)
        assert report.action in record.actions()
        assert report.lines[0].score.points in range(-WIN, WIN + 1)
        assert told
        record.play(report.action)


@pytest.mark.parametrize("method", SEARCHES)
def test_the_same_seed_and_nodes_say_the_same(game: strata.Game, method: str) -> None:
    record = played(game.name, 3, 12)
    one, other = (
        make_searcher(game, method, seed=9).think(record, Limits(nodes=60)) for _ in range(2)
    )
    assert replace(one, elapsed_ms=0) == replace(other, elapsed_ms=0)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("method", SEARCHES)
def test_time_ends_a_search(game: strata.Game, method: str) -> None:
    """How exactly time is kept is for benchmarks/timekeeping.py to say."""
    report = make_searcher(game, method).think(game.record(), Limits(time_ms=200))
    assert report.nodes > 0
    assert report.action in game.start().actions()


@pytest.mark.parametrize("method", SEARCHES)
def test_a_search_without_limits_can_be_stopped(method: str) -> None:
    game = strata.game("kyo")
    searcher = make_searcher(game, method)
    found: list[Report] = []
    told = threading.Event()

    def think() -> None:
        found.append(searcher.think(game.record(), Limits(), tell=lambda report: told.set()))

    thread = threading.Thread(target=think)
    thread.start()
    assert told.wait(PATIENCE)
    searcher.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert found[0].action in game.start().actions()


@pytest.mark.parametrize("method", SEARCHES)
def test_stopped_at_once_it_still_has_an_action(game: strata.Game, method: str) -> None:
    searcher = make_searcher(game, method)
    report = searcher.think(game.record(), Limits(nodes=1))
    assert report.action in game.start().actions()


@pytest.mark.parametrize("method", SEARCHES)
def test_nothing_to_search_in_a_finished_game(game: strata.Game, method: str) -> None:
    record = about_to_win(game.name)[0]
    ended = game.record(record.position)
    ended.resign()
    with pytest.raises(NothingToSearch, match="over"):
        make_searcher(game, method).think(ended, Limits(nodes=10))


def test_a_record_of_another_game_is_refused() -> None:
    searcher = make_searcher(strata.game("daikuni"))
    with pytest.raises(strata.StrataError, match="expected one of"):
        searcher.think(strata.game("daikuni", tiles=16).record(), Limits(nodes=10))


@pytest.mark.parametrize(
    "limits", [{"time_ms": 0}, {"time_ms": -5}, {"nodes": 0}, {"depth": 0}, {"depth": 101}]
)
def test_limits_out_of_range(limits: dict[str, int]) -> None:
    with pytest.raises(strata.InvalidLimit, match="expected 1 to"):
        Limits(**limits)


def _hiding() -> list[str]:
    return [name for name in strata.games() if strata.game(name).start().view("second").hidden]


def _pairs(name: str, seed: int) -> tuple[strata.Record, strata.Record]:
    """Two games that differ in what is hidden from the seat that acts, and in nothing else."""
    game = strata.game(name)
    one, other = game.record(), game.record()
    for side, record in enumerate((one, other)):
        chance = Random(f"{seed}/{side}")
        while record.seat == "first":
            record.play(chance.choice(record.actions()))
    chance = Random(seed)
    for _ in range(chance.randrange(12)):
        action = chance.choice(one.actions())
        one.play(action)
        other.play(action)
    assert str(one.position) != str(other.position)
    assert str(one.view("second").position) == str(other.view("second").position)
    return one, other


def _seen(searcher: Searcher, record: strata.Record) -> Report:
    return replace(searcher.think(record, Limits(nodes=600)), elapsed_ms=0)


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize("seed", range(everyday(3, full=6)))
@pytest.mark.parametrize("name", _hiding())
def test_what_is_hidden_changes_nothing(name: str, seed: int, method: str) -> None:
    one, other = _pairs(name, seed)
    first, second = (
        _seen(make_searcher(strata.Game(r.rules), method, seed=7), r) for r in (one, other)
    )
    assert first == second
