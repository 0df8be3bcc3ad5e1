"""Who meets whom, and games that run in several processes."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import pytest

import strata
from strata.core.errors import InvalidLimit
from strata.lab.match import Conditions, Finished, Fixture, Played
from strata.lab.processes import WorkerFailed
from strata.lab.standings import standings, tally_of
from strata.lab.tournament import PlayerFailing, pair_up, run_fixtures, schedule
from tests.descendants import descendants
from tests.forked import fork_players
from tests.lab.fakes import open_fake


@pytest.fixture(autouse=True)
def _processes_that_begin_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_players(monkeypatch)


def test_pairings() -> None:
    assert pair_up(["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pair_up(["a", "b", "c"], ladder=True) == [("a", "b"), ("b", "c")]
    for wrong in ([], ["a"], ["a", "b", "a"]):
        with pytest.raises(InvalidLimit):
            pair_up(wrong)


@pytest.mark.parametrize("games", [1, 2, 5, 8])
def test_the_schedule_is_even(games: int) -> None:
    pairings = pair_up(["a", "b", "c", "d"])
    fixtures = schedule(pairings, games)
    assert [fixture.number for fixture in fixtures] == list(range(6 * games))
    for one, two in pairings:
        own = [f for f in fixtures if {f.first, f.second} == {one, two}]
        assert len(own) == games
        seats = Counter(fixture.first for fixture in own)
        assert abs(seats[one] - seats[two]) <= 1
        assert Counter(f.opening for f in own).most_common(1)[0][1] <= 2
    assert len({f.first for f in fixtures[:12]}) >= 3  # the pairings take turns


@pytest.mark.parametrize("games", [0, -1, 100_001])
def test_impossible_numbers_of_games(games: int) -> None:
    with pytest.raises(InvalidLimit):
        schedule([("a", "b")], games)


@pytest.mark.parametrize("workers", [0, -1, 65])
def test_impossible_numbers_of_workers(daikuni: strata.Game, workers: int) -> None:
    with pytest.raises(InvalidLimit):
        list(run_fixtures(Conditions(daikuni), [], open_fake, workers=workers))


def test_processes_change_nothing(daikuni: strata.Game) -> None:
    fixtures = schedule(pair_up(["any", "first"]), 4)
    games = {
        workers: {
            finished.played.number: finished.record
            for finished in run_fixtures(Conditions(daikuni), fixtures, open_fake, workers=workers)
        }
        for workers in (1, 2)
    }
    assert len(games[1]) == 4
    assert games[1] == games[2]


def test_what_is_played_is_not_played_again(daikuni: strata.Game) -> None:
    fixtures = schedule(pair_up(["any", "first"]), 4)
    played = [Played(n, "any", "first", None, "agreement", 1, 0.1) for n in (0, 2)]
    games = run_fixtures(Conditions(daikuni), fixtures, open_fake, played=played)
    assert sorted(finished.played.number for finished in games) == [1, 3]


def test_a_player_that_does_not_work_ends_it(daikuni: strata.Game) -> None:
    fixtures = schedule(pair_up(["illegal", "any"]), 20)
    finished: list[Finished] = []
    games = run_fixtures(Conditions(daikuni), fixtures, open_fake, keep=finished.append)
    with pytest.raises(PlayerFailing, match=r"illegal forfeited 3 games in a row.*'z99'"):
        list(games)
    assert len(finished) == 3


@pytest.mark.parametrize(
    ("culprit", "said"),
    [("deadly", "ended with code 3"), ("broken", "ZeroDivisionError: a mistake in the program")],
)
def test_a_process_that_fails_is_told(daikuni: strata.Game, culprit: str, said: str) -> None:
    fixtures = [Fixture(0, 0, culprit, "any")]
    with pytest.raises(WorkerFailed, match=said):
        list(run_fixtures(Conditions(daikuni), fixtures, open_fake))


def test_leaving_early_leaves_no_process(daikuni: strata.Game) -> None:
    before = set(descendants())
    fixtures = [Fixture(0, 0, "any", "first"), *(Fixture(n, 0, "slow", "any") for n in (1, 2, 3))]
    with closing(run_fixtures(Conditions(daikuni), fixtures, open_fake, workers=2)) as games:
        assert next(games).played.number == 0
    after = {
        number for number, command in descendants().items() if "resource_tracker" not in command
    }
    assert after <= before


def test_standings() -> None:
    def game(number: int, first: str, second: str, winner: strata.Seat | None) -> Played:
        return Played(number, first, second, winner, "x", 1, 0.1)

    played = [
        game(0, "a", "b", "first"),
        game(1, "b", "a", None),
        game(2, "b", "c", "first"),
        game(3, "c", "b", "first"),
    ]
    tally = tally_of("a", played)
    assert (tally.wins, tally.draws, tally.losses) == (1, 1, 0)
    assert (tally.score, tally.share) == (1.5, 0.75)
    table = standings(["c", "b", "a", "d"], [("a", "b"), ("b", "c"), ("c", "d")], played)
    assert table.rows[0].player == "a"
    assert table.rows[-1].player == "d"
    assert table.rows[-1].rating is None
    pairs = dict(table.pairings)
    assert (pairs["b", "c"].wins, pairs["b", "c"].losses) == (1, 1)
    assert pairs["c", "d"].games == 0
    assert pairs["c", "d"].elo is None
