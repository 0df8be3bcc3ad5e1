"""Players by name and by level."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

import strata
from strata.search import LEVELS, PLAYERS, UnknownPlayer, make_player, make_searcher
from strata.search.players import LevelPlayer, NoEvaluation, Player
from strata.search.report import DEEPEST
from tests.doubles.stones import Stones
from tests.search.conftest import about_to_win, played, wins

NAMES = (*PLAYERS, *(str(level.number) for level in LEVELS))


@pytest.mark.parametrize("name", NAMES)
def test_every_player_answers(game: strata.Game, name: str) -> None:
    record = played(game.name, 5, 7)
    player = make_player(game, name, seed=1, time_ms=60)
    assert player.name == name
    assert player.choose(record) in record.actions()
    player.new_game()
    assert player.choose(record) in record.actions()


@pytest.mark.parametrize("name", ["", "0", "11", "-3", "2.5", "Engine", "stockfish"])
def test_players_that_do_not_exist(name: str) -> None:
    with pytest.raises(UnknownPlayer, match="expected"):
        make_player(strata.game("daikuni"), name)


def test_bad_times_and_workers() -> None:
    game = strata.game("daikuni")
    with pytest.raises(strata.InvalidLimit, match="0 milliseconds"):
        make_player(game, "engine", time_ms=0)
    with pytest.raises(strata.InvalidLimit, match="0 milliseconds"):
        make_player(game, "3", time_ms=0)
    with pytest.raises(strata.InvalidLimit, match="0 workers"):
        make_player(game, "mcts", workers=0)
    with pytest.raises(UnknownPlayer, match="no method 'greedy'"):
        make_searcher(game, "greedy")


def test_a_forced_action_needs_no_thought() -> None:
    for seed in range(200):
        record = played("daikuni", seed, 30)
        if len(record.actions()) == 1:
            break
    player = make_player(strata.Game(record.rules), "engine")
    assert player.choose(record) == record.actions()[0]
    assert player.last is None


@pytest.mark.parametrize("name", ["greedy", "engine", "alpha-beta", "mcts", "10"])
def test_who_sees_a_win_takes_it(game: strata.Game, name: str) -> None:
    record = about_to_win(game.name)[0]
    assert make_player(game, name, time_ms=300).choose(record) in wins(record)


def test_levels_grow(game: strata.Game) -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level.word for level in LEVELS}) == 10
    assert all(level.time_ms <= 5000 for level in LEVELS)
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.notices <= stronger.notices
        assert weaker.misjudges >= stronger.misjudges
        assert (weaker.depth or DEEPEST) <= (stronger.depth or DEEPEST)
        assert weaker.time_ms <= stronger.time_ms
    looked_at = [level.nodes(game) or 0 for level in LEVELS[:9]]
    assert [looked_at[4], looked_at[8]] == list(game.rules.thinking)
    assert looked_at == sorted(set(looked_at))
    assert LEVELS[9].nodes(game) is None


def test_the_levels_are_documented() -> None:
    """The tables of docs/players.md say what levels.py and the games do."""
    text = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    games = [strata.game(name) for name in strata.games()]
    assert f"| level | {' | '.join(game.title for game in games)} |" in text
    for level in LEVELS:
        row = f"| {level.number} | {level.word} | .* | {level.notices:.0%} | "
        row += f"{level.misjudges or 'nothing'}.* | {level.time_ms / 1000:g} s |"
        assert re.search(row.replace("|", r"\|"), text), row
    for level in LEVELS[:9]:
        row = " | ".join(f"{level.nodes(game):,}" for game in games)
        assert f"| {level.number} | {row} |" in text


def test_a_level_keeps_to_its_limits(game: strata.Game) -> None:
    record = played(game.name, 5, 7)
    player = make_player(game, "6", seed=1)
    while player.last is None:  # in a set-up it has nothing to think about
        record.play(player.choose(record))
    most = LEVELS[5].nodes(game)
    assert most is not None
    assert most // 8 < player.last.nodes <= most + 100


def test_the_rest_of_a_turn_takes_a_part_of_the_time() -> None:
    """In Kyo a turn has several actions: all but the first are looked at for less long."""
    record = strata.game("kyo").record()
    player = make_player(strata.Game(record.rules), "6", seed=1)
    nodes: dict[bool, list[int]] = {True: [], False: []}
    while len(record.played) < 12:
        begins = record.position.begins_turn
        record.play(player.choose(record))
        if player.last is not None:
            nodes[begins].append(player.last.nodes)
    most = LEVELS[5].nodes(strata.Game(record.rules))
    assert most is not None
    assert max(nodes[True]) > most // 2
    assert max(nodes[False]) <= most // 4 + 100


def test_a_weak_level_overlooks_but_always_the_same() -> None:
    game = strata.game("daikuni")
    record = game.record()
    choices = {
        make_player(game, "1", seed=seed).choose(record) for seed in range(12) for _ in range(2)
    }
    assert 1 < len(choices) <= 12


def _score(one: Player, other: Player, games: int) -> float:
    """The share of points of `one`, seats alternated, after two random actions each pair."""
    points = 0.0
    for number in range(games):
        record = strata.game(one.game.name).record()
        record.play_all(played(one.game.name, number // 2, 2).played)
        seats = {"first": one, "second": other} if number % 2 else {"first": other, "second": one}
        while record.seat is not None and len(record.played) < 400:
            record.play(seats[record.seat].choose(record))
        outcome = record.outcome()
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else float(seats[winner] is one)
    return points / games


def test_more_thought_plays_better() -> None:
    """In Daikuni, which is quick: a strong level beats a weak one, which beats chance."""
    game = strata.game("daikuni")
    weak, strong = make_player(game, "2", seed=1), make_player(game, "6", seed=1)
    assert isinstance(strong, LevelPlayer)
    assert _score(strong, weak, 16) >= 0.8
    assert _score(weak, make_player(game, "random", seed=1), 16) >= 0.6


def test_greedy_is_refused_where_there_is_no_evaluation() -> None:
    said = "greedy plays by an evaluation, and stones has none: expected engine, .*, 1 to 10"
    with pytest.raises(NoEvaluation, match=said):
        make_player(strata.Game(Stones()), "greedy")


def test_games_of_this_package_have_an_evaluation(game: strata.Game) -> None:
    assert game.rules.has_evaluation
