"""What a position of Kyo is worth, its key for search, and whether it is over."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import strata
from strata.core.errors import UnknownFeature
from strata.core.game import Game
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.games.kyo.evaluation.evaluation import KyoEvaluation
from strata.games.kyo.evaluation.features import FEATURES
from tests.volume import everyday

GAME = strata.game("kyo")
OPTIONS = [
    (start, extras)
    for start in ("trench", "open-field", "deadlock")
    for extras in ("none", "cannons", "knights", "both")
]


def _walk(game: Game, seed: int, length: int) -> Iterator[State]:
    """The states of a random game that strikes more often than by chance, its end included."""
    rng = random.Random(seed)
    state: State = game.rules.start()
    judge = game.rules.evaluation()
    for _ in range(length):
        yield state
        codes = state.codes()
        if not codes:
            return
        noisy = [code for code in codes if judge.get_promise(state, code) > 0]
        state = state.after(rng.choice(noisy if noisy and rng.random() < 0.3 else codes))


def _mirrored(text: str) -> str:
    """The same position with the seats changed and the ranks turned round."""
    board, side, turn, clock = text.split(" ")
    board = "/".join(reversed(board.swapcase().replace("s", "S").split("/")))
    side = "second" if side == "first" else "first"
    if turn != "-":
        tile, phase, direction, *rest = turn.split(":")
        tile = f"{tile[0]}{11 - int(tile[1:])}"
        turn = ":".join([tile, phase, direction.translate(str.maketrans("ns", "sn")), *rest])
    return f"{board} {side} {turn} {clock}"


def _state(ranks: dict[int, str], rest: str = "first - 0") -> State:
    board = {1: "DDDDDDDDK,9", 10: "9,ddddddddk"} | ranks
    text = "/".join(board.get(rank, "10") for rank in range(10, 0, -1))
    state: State = GAME.rules.parse(f"{text} {rest}")
    return state


def _score(ranks: dict[int, str], rest: str = "first - 0") -> int:
    return GAME.rules.evaluation().get_score(_state(ranks, rest))


def _feature(name: str, ranks: dict[int, str], rest: str = "first - 0") -> int:
    return GAME.rules.evaluation().features(_state(ranks, rest))[name]


@pytest.mark.parametrize(("start", "extras"), OPTIONS)
def test_over_is_having_no_action(start: str, extras: str) -> None:
    game = strata.game("kyo", start=start, extras=extras)
    ended = 0
    for seed in range(3):
        for state in _walk(game, seed, 1500):
            over = not state.codes()
            assert state.get_over() == over
            ended += over
    assert ended


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("9,dk/10/10/10/10/10/10/10/10/K,9 first - 0", True),
        ("10/10/10/10/10/10/10/10/10/DK,9 second - 0", True),
        ("9,dk/10/10/10/10/10/10/10/10/DK,9 first - 199", False),
        ("9,dk/10/10/10/10/10/10/10/h,h,8/dDN,h,8 first - 0", True),  # no King
        ("9,dk/10/10/10/10/10/10/10/S,S,8/DK,S,8 first - 0", False),  # attacks a shield
        ("9,dk/10/10/10/10/10/10/10/DP,DP,8/DK,DP,8 first - 0", False),
    ],
)
def test_over_where_little_can_be_done(text: str, over: bool) -> None:
    state = GAME.rules.parse(text)
    assert state.get_over() == over == (not state.codes())
    for code in state.codes():
        after = state.after(code)
        assert after.get_over() == (not after.codes())


def test_over_without_moves() -> None:
    """Light Pawns that do not outnumber, and a King behind them with a shield to lift."""
    state = GAME.rules.parse("9,dk/10/10/10/10/10/10/p,p,p,7/P,P,p,7/DSK,P,p,7 first - 0")
    assert state.get_over()
    assert str(GAME.rules.decode_result(state.get_outcome())) == "second wins, no-moves"


def test_the_clock_counts_near_its_end_only() -> None:
    board = {5: "4,DH,5"}
    keys = [_state(board, f"first - {clock}").get_memo_key() for clock in range(200)]
    assert len(set(keys[:180])) == 1
    assert len(set(keys)) == 21


def test_the_memory_of_the_turn_counts() -> None:
    turns = [
        "-",
        "e5:M:n:1:-",
        "e5:M:n:2:-",
        "e5:M:e:1:-",
        "e5:M:n:1:c",
        "e5:M:n:1:s",
        "e5:B:-:0:s",
    ]
    keys = [_state({5: "4,dDLQ,5"}, f"first {turn} 0").get_memo_key() for turn in turns]
    assert len(set(keys)) == len(turns)


@pytest.mark.parametrize(("start", "extras"), OPTIONS)
def test_mirrored_positions_have_opposite_scores(start: str, extras: str) -> None:
    game = strata.game("kyo", start=start, extras=extras)
    judge = game.rules.evaluation()
    for state in _walk(game, 7, 500):
        if state.get_over():
            break
        mirror = game.rules.parse(_mirrored(game.rules.format(state)))
        assert judge.features(mirror) == {
            name: -value for name, value in judge.features(state).items()
        }
        assert judge.get_score(mirror) == -judge.get_score(state)


def test_features_have_weights() -> None:
    judge = GAME.rules.evaluation()
    assert judge.weights_by_name() == FEATURES.by_name()
    assert tuple(judge.features(GAME.rules.start())) == tuple(FEATURES.by_name())


def test_weights_are_overridden_by_name() -> None:
    judge = KyoEvaluation({"mana": 17})
    assert judge.weights_by_name() == FEATURES.by_name() | {"mana": 17}
    with pytest.raises(UnknownFeature, match="mama"):
        KyoEvaluation({"mama": 17})


@pytest.mark.parametrize("pawn", ["P", "H", "T", "Q", "N", "C"])
def test_a_pawn_is_worth_something(pawn: str) -> None:
    assert _score({2: f"4,{pawn},5"}) > _score({}) + 20


def test_mana_is_worth_something_and_more_under_a_pawn() -> None:
    bare = _score({2: "4,H,5"})
    beside = _score({2: "H,3,DL,5"})
    under = _score({2: "4,DLH,5"})
    assert bare < beside < under


def test_the_last_mana_is_dear() -> None:
    def cost(have: int) -> int:
        more, less = ({1: "D" * number + "K,9"} for number in (have, have - 1))
        return _score(more) - _score(less)

    assert cost(2) > cost(4) > cost(8)


def test_mana_about_to_be_destroyed_is_gone() -> None:
    assert _feature("mana", {5: "4,ddH,5"}, "first e5:M:n:1:c 0") == 0
    assert _feature("mana", {5: "4,ddH,5"}, "first e5:M:n:1:- 0") == -2


@pytest.mark.parametrize(
    ("ranks", "strikes"),
    [
        ({9: "8,H,1"}, True),  # beside the King
        ({8: "9,H"}, False),
        ({8: "9,DH"}, False),  # the run ends beside it
        ({8: "9,DDH"}, True),
        ({8: "9,DDH", 9: "9,P"}, False),  # own pawn in the way
        ({8: "9,DDH", 9: "9,S"}, False),
        ({8: "9,DDT", 9: "9,S"}, True),
        ({8: "9,DH", 9: "9,d"}, True),  # over the enemy's mana
        ({8: "9,LLH"}, False),
        ({7: "6,LLLH,3"}, True),
        ({8: "8,N,1"}, True),
        ({5: "9,DC"}, True),
        ({5: "9,C"}, False),
        ({9: "8,P,1"}, False),  # one against one does not outnumber
        ({9: "7,P,P,P"}, True),
    ],
)
def test_a_king_that_can_be_struck_is_lost(ranks: dict[int, str], strikes: bool) -> None:
    state = _state(ranks)
    assert KyoEvaluation().features(state)["strike"] == strikes
    assert _can_capture_king(state) == strikes
    if strikes:
        assert _score(ranks) > 2000
        assert _feature("strike", ranks, "second - 0") <= 0
        assert _feature("check", ranks, "second - 0") >= (
            _feature("strike", ranks, "second - 0") == 0
        )


def _can_capture_king(state: State) -> bool:
    """Tries every turn of the acting seat."""
    seat = state.get_seat()
    for code in state.codes():
        after = state.after(code)
        if after.get_over() and after.get_outcome() == seat:
            return True
        if not after.get_turn_start() and _can_capture_king(after):
            return True
    return False


def test_a_run_that_can_go_on_to_the_king_wins() -> None:
    going = {8: "9,DDH"}
    assert _feature("strike", going, "first j8:M:n:1:- 0") == 1
    assert _feature("strike", going, "first j8:M:e:1:- 0") == 0


def test_who_moves_next_takes_what_is_loose() -> None:
    ranks = {5: "4,DDH,5", 6: "4,llh,5"}
    assert _feature("prize", ranks) > 0 > _feature("prize", ranks, "second - 0")
    defended = {5: "4,DDH,5", 6: "4,llh,5", 7: "4,h,5"}
    assert _feature("prize", defended) == 0


def test_shields_and_distance_keep_the_king() -> None:
    assert _score({2: "S,9"}) > _score({})
    assert _score({8: "4,H,5"}) > _score({3: "4,H,5"})
    assert _feature("pressure", {8: "7,H,2"}) > _feature("pressure", {7: "7,H,2"})


def test_promise_puts_strikes_first_and_shuffles_last() -> None:
    state = _state({5: "4,DLH,5", 6: "4,dh,p,4", 9: "8,H,1"})
    judge = GAME.rules.evaluation()
    names = {GAME.rules.format_action(state, code): code for code in state.codes()}
    order = ["i9j10+0", "e5e6+0", "e5f6+0", "e5d5+0", "e5d5-1", "e5~LD"]
    promises = [judge.get_promise(state, names[name]) for name in order]
    assert promises == sorted(promises, reverse=True)
    assert promises[2] > 0 == promises[3] > promises[4]


def _best(state: State, judge: Evaluation, rng: random.Random) -> int:
    sign = 1 - 2 * state.get_seat()
    found: list[tuple[int, float, int]] = []
    for code in state.codes():
        after = state.after(code)
        if after.get_over():
            value = {0: 100_000, 1: -100_000, 2: 0}[after.get_outcome() % 4]
        else:
            value = judge.get_score(after)
        found.append((sign * value, rng.random(), code))
    return max(found)[2]


def test_greed_beats_chance() -> None:
    if not strata.compiled():
        pytest.skip("slow in plain Python")
    judge = GAME.rules.evaluation()
    won = 0
    games = everyday(20, full=40)
    for number in range(games):
        rng = random.Random(number)
        state: State = GAME.rules.start()
        for _ in range(1000):
            if state.get_over():
                won += state.get_outcome() % 4 == number % 2
                break
            greedy = state.get_seat() == number % 2
            state = state.after(_best(state, judge, rng) if greedy else rng.choice(state.codes()))
    assert won >= 0.9 * games
