"""What Daikuni tells a search: ends, keys, the worth of positions and the order of actions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import strata
from strata.core.game import Game
from strata.core.kernel.state import State
from strata.games.daikuni.evaluation.features import FEATURES

COMBINATIONS = [
    {"entry": entry, "sight": sight, "tiles": tiles}
    for entry, sight, tiles in itertools.product(("free", "first"), ("pieces", "tiles"), (32, 16))
]
GREEDY_GAMES = 40


def _label(options: dict[str, object]) -> str:
    return "-".join(map(str, options.values()))


def _random_states(game: Game, seed: str, games: int) -> Iterator[State]:
    """All states of some random games, their ends included."""
    for number in range(games):
        choose = random.Random(f"{seed} {game} {number}")
        state = game.rules.start()
        yield state
        while codes := state.codes():
            state = state.after(choose.choice(codes))
            yield state


def _after(game: Game, actions: str) -> State:
    state: State = game.rules.parse(str(game.record().play_all(actions.split()).position))
    return state


def _judge(text: str, **options: object) -> int:
    game = strata.game("daikuni", **options)
    return game.rules.evaluation().get_score(game.rules.parse(text))


def _features(text: str, **options: object) -> dict[str, int]:
    """In whichever phase."""
    game = strata.game("daikuni", **options)
    found = dict.fromkeys((feature.name for feature in FEATURES), 0)
    for name, value in game.rules.evaluation().features(game.rules.parse(text)).items():
        found[name.partition("-")[2]] += value
    return found


def _promises(text: str, **options: object) -> dict[str, int]:
    game = strata.game("daikuni", **options)
    state, evaluation = game.rules.parse(text), game.rules.evaluation()
    return {
        game.rules.format_action(state, code): evaluation.get_promise(state, code)
        for code in state.codes()
    }


def _colours_swapped(text: str) -> str:
    board, turn = text.split(" ")
    return f"{board.swapcase()} {'sf'['fs'.index(turn)]}"


def _upside_down(text: str) -> str:
    board, turn = text.split(" ")
    return f"{'/'.join(reversed(board.split('/')))} {turn}"


def _left_to_right(text: str) -> str:
    board, turn = text.split(" ")
    return f"{'/'.join(rank[::-1] for rank in board.split('/'))} {turn}"


@pytest.mark.parametrize("options", COMBINATIONS, ids=_label)
def test_over_is_no_legal_action(options: dict[str, object]) -> None:
    game = strata.game("daikuni", **options)
    ends = 0
    for state in _random_states(game, "over", 25):
        assert state.get_over() == (not state.codes()), game.rules.format(state)
        ends += state.get_over()
    assert ends == 25


def test_the_kings_entry_keeps_the_game_going() -> None:
    """Queen and Soldier are walled in; the King comes in over the top, until he is in, too."""
    game = strata.game("daikuni")
    waiting, entered = (f"{rank}/8/8/8/8/ttt5/TTTt4/QSTt4 f" for rank in ("8", "K7"))
    assert {code >> 6 for code in game.rules.parse(waiting).codes()} == {0}
    assert not game.rules.parse(waiting).get_over()
    assert not game.rules.parse(entered).get_over()
    assert game.rules.parse("t7/8/8/8/8/ttt5/TTTt4/QSTt4 f".replace("T", "K", 1)).get_over()


def test_keys_survive_the_notation() -> None:
    """What is kept of the chains is found again, too: the actions are the same."""
    game = strata.game("daikuni")
    for state in _random_states(game, "notation", 25):
        again = game.rules.parse(game.rules.format(state))
        assert again.get_memo_key() == state.get_memo_key()
        assert again.codes() == state.codes()


def test_orders_of_play_that_meet_have_one_key() -> None:
    game = strata.game("daikuni")
    one = _after(game, "Qa1 Qh7 Sc3 Se6")
    other = _after(game, "Sc3 Se6 Qa1 Qh7")
    assert one.get_memo_key() == other.get_memo_key()


@pytest.mark.parametrize("options", COMBINATIONS, ids=_label)
def test_mirrored_positions_are_worth_the_negated(options: dict[str, object]) -> None:
    game = strata.game("daikuni", **options)
    judge = game.rules.evaluation().get_score
    judged = set()
    for state in itertools.islice(_random_states(game, "mirror", 12), 0, None, 2):
        text, worth = game.rules.format(state), judge(state)
        judged.add(worth)
        assert judge(game.rules.parse(_colours_swapped(text))) == -worth, text
        assert judge(game.rules.parse(_upside_down(text))) == worth, text
        assert judge(game.rules.parse(_left_to_right(text))) == worth, text
    assert len(judged) > 50


def test_the_weights_name_every_feature() -> None:
    game = strata.game("daikuni")
    features = game.rules.evaluation().features(game.rules.start())
    phases = ("early", "middle", "late")
    assert list(features) == [f"{phase}-{name}" for phase in phases for name, _, _ in FEATURES]
    assert {name for name, value in features.items() if value} == {"early-turn"}
    weights = {feature.name: feature.weights for feature in FEATURES}
    assert _judge("8/8/8/8/8/8/8/8 f") == weights["turn"][0]


def test_phases_follow_each_other() -> None:
    game = strata.game("daikuni")
    evaluation = game.rules.evaluation()
    for number, state in enumerate(_random_states(game, "phases", 1)):
        features = evaluation.features(state)
        phase = "early" if number < 18 else "middle" if number < 34 else "late"
        assert {name.partition("-")[0] for name, value in features.items() if value} == {phase}
        worth = sum(evaluation.weights_by_name()[name] * value for name, value in features.items())
        assert evaluation.get_score(state) == worth
    assert number > 40


def test_a_king_is_best_outside() -> None:
    outside, inside = "8/8/2q3s1/8/8/1S6/4T2Q/8 f", "8/8/2q3s1/8/8/1S6/4K2Q/8 f"
    assert _features(outside)["king-waiting"] == 0
    assert _features(inside)["king-waiting"] == -1
    assert _judge(inside) < _judge(outside)
    assert _features(inside, entry="first")["king-waiting"] == 0


def test_a_king_needs_cells_away_from_the_edge() -> None:
    corner, middle = "8/8/2q3s1/8/8/1S6/7Q/K7 f", "8/8/2q3s1/8/3K4/1S6/7Q/8 f"
    assert _features(corner)["king-edge"] == 2
    assert _features(middle)["king-edge"] == 0
    assert _judge(corner) < _judge(middle)
    shut = _features("8/8/2q3s1/8/t7/tt6/Tt6/KTt2SQ1 f")
    assert shut["king-escapes"] == 0


def test_a_kings_land_is_safe_and_hangs_together() -> None:
    """Ranks 1 and 2 are the King's, 3 touches enemy tiles; or but the two cells above him."""
    whole, divided, none = (
        _features(f"kttttttt/tttttttt/2q3s1/8/{low} f")["king-land"]
        for low in ("tttttttt/8/8/K7", "tttttttt/8/2T5/KTT5", "tttttttt/8/1t6/KTt5")
    )
    assert whole > divided > none


def test_early_tiles_that_spread_make_land() -> None:
    spread, heap = "q7/8/8/8/2T2T2/8/S1T2TQ1/s7 f", "q7/8/8/8/8/6TT/S5TT/s5Q1 f"
    assert _features(spread)["nearby"] > _features(heap)["nearby"] > 0


def test_two_turns_reach_round_a_corner() -> None:
    behind = "8/8/8/qst5/2t5/tt6/8/QS6 f"
    features = _features(behind)
    assert features["reach-twice"] > features["queen-cells"]


@pytest.mark.parametrize("piece", ["Q", "S"])
def test_queen_and_soldier_belong_on_the_board(piece: str) -> None:
    """With a road they reach from there what they would from outside."""
    inside = f"8/8/2q3s1/8/8/8/TTTT{piece}TTT/8 f"
    assert _judge(inside) > _judge(inside.replace(piece, "T"))


def test_walls_take_freedom() -> None:
    free = "8/8/8/2s1q3/8/8/8/S6Q f"
    walled = "8/8/8/2s1q3/8/6t1/5t1t/S5tQ f"
    assert _features(walled)["queen-cells"] < _features(free)["queen-cells"]
    assert _judge(walled) < _judge(free)


def test_a_share_is_one_of_the_free_cells() -> None:
    """First has the eight cells of rank 1, second the rest of the last 16."""
    board = "qsTTTTTT/TTTTTTTT/TTTTTTTT/tttttttt/tttttttt/tttttttt/TTTTTTSQ/8"
    features = _features(f"{board} f")
    assert features["queen-cells"] == 100
    assert features["last-cells"] == -8


def test_check_costs_who_stands_in_it() -> None:
    checked, calm = "8/8/2q3s1/8/8/1S6/6K1/1Q6 f", "8/8/2q4s/8/8/1S6/6K1/1Q6 f"
    assert _features(checked)["check"] == 1
    assert _features(calm)["check"] == 0
    assert _judge(checked) < _judge(calm)
    assert _features(_colours_swapped(checked))["check"] == -1


def test_the_longer_stock_counts_where_tiles_run_out() -> None:
    start = "8/8/8/8/8/8/8/8 f"
    assert _features(start)["stock"] == 0
    assert _features(start, tiles=16)["stock"] == -1
    assert _features("8/8/8/3Q4/8/8/8/8 s", tiles=16)["stock"] == -1
    assert _features("8/8/8/3Q4/8/8/8/8 f", tiles=16)["stock"] == -1
    assert _features("8/8/8/3q4/8/8/8/8 f", tiles=16)["stock"] == 1


def test_checks_promise_most_and_the_kings_entry_least() -> None:
    promises = _promises("8/8/2q3s1/8/3k4/1S6/7Q/8 f")
    assert promises["Sd3"] > promises["Sb4"] > promises["Sb1"] == 0
    assert promises["Ka8"] < 0
    assert _promises("8/8/2q3s1/8/3k4/1S6/7Q/8 f", entry="first")["Ka8"] == 0


def _greedy(game: Game, state: State, choose: random.Random) -> State:
    """The state after the best action one ply deep: a win, else the best worth."""
    judge, seat = game.rules.evaluation().get_score, state.get_seat()
    best: list[State] = []
    highest = -(10**9)
    for code in state.codes():
        after = state.after(code)
        worth = 10**6 if after.get_over() else judge(after) * (1 - 2 * seat)
        if worth > highest:
            best, highest = [], worth
        if worth == highest:
            best.append(after)
    return choose.choice(best)


def test_greedy_beats_random() -> None:
    game = strata.game("daikuni")
    wins = 0
    for number in range(GREEDY_GAMES):
        choose = random.Random(f"greedy {number}")
        seat = number % 2
        state: State = game.rules.start()
        while codes := state.codes():
            if state.get_seat() == seat:
                state = _greedy(game, state, choose)
            else:
                state = state.after(choose.choice(codes))
        wins += state.get_outcome() % 4 == seat
    assert wins >= 0.9 * GREEDY_GAMES
