"""`game.playouts`: what it refuses, and the edges of what it accepts."""

from __future__ import annotations

import pytest

import strata

BAD: dict[str, tuple[int, dict[str, object], str]] = {
    "negative-games": (-1, {}, "number of games: got -1"),
    "too-many-games": (1 << 31, {}, "number of games"),
    "negative-seed": (1, {"seed": -1}, "seed: got -1"),
    "seed-too-large": (1, {"seed": 1 << 64}, "seed: got"),
    "negative-first": (1, {"first": -1}, "number of the first game"),
    "first-too-large": (1, {"first": 1 << 64}, "number of the first game"),
    "no-actions": (1, {"limit": 0}, "limit of actions: got 0"),
    "negative-limit": (1, {"limit": -5}, "limit of actions"),
    "limit-too-large": (1, {"limit": 1 << 62}, "limit of actions"),
    "no-workers": (1, {"workers": 0}, "number of workers: got 0"),
    "too-many-workers": (1, {"workers": 1025}, "number of workers"),
    "half-a-game": (1, {"limit": 1.5}, "limit of actions: got 1.5"),
    "text-seed": (1, {"seed": "1"}, "seed: got '1'"),
}


@pytest.mark.parametrize(("games", "others", "message"), BAD.values(), ids=BAD)
def test_out_of_range_is_refused(
    daikuni: strata.Game, games: int, others: dict[str, object], message: str
) -> None:
    with pytest.raises(strata.InvalidLimit, match=f"{message}.*expected a whole number from"):
        daikuni.playouts(games, **others)  # type: ignore[arg-type]


def test_no_games_are_fine(daikuni: strata.Game) -> None:
    for workers in (1, 3):
        played = daikuni.playouts(0, workers=workers)
        assert (played.games, played.actions, played.widest, played.branching) == (0, 0, 0, 0.0)


def test_a_limit_stops_without_a_result(daikuni: strata.Game) -> None:
    played = daikuni.playouts(50, seed=1, limit=3)
    assert played.lengths == (3,) * 50
    assert played.turns == (3,) * 50
    assert played.results == (None,) * 50
    assert played.widest == 192


def test_a_limit_that_is_not_reached_changes_nothing(daikuni: strata.Game) -> None:
    assert daikuni.playouts(50, seed=1, limit=64) == daikuni.playouts(50, seed=1)


def test_a_game_that_ends_at_the_limit_has_its_result(daikuni: strata.Game) -> None:
    whole = daikuni.playouts(1, seed=1)
    assert daikuni.playouts(1, seed=1, limit=whole.lengths[0]) == whole
    assert daikuni.playouts(1, seed=1, limit=whole.lengths[0] - 1).results == (None,)


def test_numbers_wrap_at_the_end(daikuni: strata.Game) -> None:
    """The game after the last number of a seed is its first."""
    last = daikuni.playouts(40, seed=4, first=2**64 - 1)
    assert last.lengths[1:] == daikuni.playouts(39, seed=4).lengths


def test_starts_of_other_options_are_refused(daikuni: strata.Game) -> None:
    other = strata.game("daikuni", tiles=16).start()
    with pytest.raises(strata.InvalidPosition, match="tiles=16"):
        daikuni.playouts(1, start=other)
    with pytest.raises(strata.InvalidPosition, match="tiles=16"):
        daikuni.record(other)


def test_random_games_are_as_the_rulebook_says(daikuni: strata.Game) -> None:
    """Section 1 and the figures behind decisions 9 and 12: 5000 random games."""
    played = daikuni.playouts(5000, seed=2020, workers=2)
    tally = played.tally()
    first = sum(count for result, count in tally.items() if result and result.winner == "first")
    checks = sum(
        count for result, count in tally.items() if result and result.reason == "king-in-check"
    )
    assert 0.45 < first / 5000 < 0.51
    assert 0.63 < checks / 5000 < 0.71
    assert 54 <= sorted(played.lengths)[2500] <= 58
    assert 30 < played.branching < 36
    assert max(played.lengths) <= 64
