"""Batches: many games stepped by one call play by the rules, alike on any number of threads."""

from __future__ import annotations

import copy
import gc
import hashlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import strata
from strata.core.gesture import GestureTree, Token
from strata.core.learning.batch import LEAVE, Batch, ClosedBatch, UnknownSeat
from strata.core.learning.encoding import NoEncoding
from strata.core.outcome import SEATS
from tests.conformance.settings import fewer
from tests.patience import PATIENCE
from tests.volume import everyday

GAMES = strata.games()
FEW = 40


def _digest(batch: Batch, steps: int) -> str:
    found = hashlib.sha256()
    for _ in range(steps):
        batch.step(batch.sample())
        for values in (batch.observations, batch.masks, batch.rewards, batch.seats, batch.lengths):
            found.update(values.tobytes())
        found.update(batch.terminated.tobytes() + batch.truncated.tobytes())
    return found.hexdigest()


def _allowed(batch: Batch, row: int) -> set[Token]:
    seat = SEATS[int(batch.seats[row])]
    return {batch.encoding.token(int(number), seat) for number in np.flatnonzero(batch.masks[row])}


def _after_forced(tree: GestureTree) -> GestureTree:
    """Where the only clicks lead."""
    while tree.action is None and len(tree.children) == 1:
        tree = next(iter(tree.children.values()))
    return tree


@pytest.mark.parametrize("name", GAMES)
def test_masks_walk_the_gesture_tree_and_games_go_on_as_records_do(name: str) -> None:
    game = strata.game(name)
    batch = strata.batch(game, 1, autoreset=False, limit=0, seed=5)
    record = game.record()
    tree = record.position.gesture_tree()
    for _ in range(everyday(120, full=300) if strata.compiled() else 20):
        if batch.terminated[0]:
            break
        assert SEATS[int(batch.seats[0])] == record.seat
        assert _allowed(batch, 0) == set(tree.children)
        choice = batch.sample()
        token = batch.encoding.token(int(choice[0]), SEATS[int(batch.seats[0])])
        tree = _after_forced(tree.children[token])
        batch.step(choice)
        if tree.action is not None:
            record.play(tree.action)
            tree = record.position.gesture_tree()
        assert str(batch.position(0)) == str(record.position)
        assert batch.lengths[0] == len(record.played)
    assert batch.outcome(0) == record.outcome()


@pytest.mark.parametrize("name", GAMES)
def test_games_end_as_records_do(name: str) -> None:
    """By the rules, repetition included, and pay who won."""
    game, limit = strata.game(name), fewer(4000)
    batch = strata.batch(game, 6, autoreset=False, limit=limit, seed=2)
    over = np.zeros(6, np.bool_)
    for _ in range(200_000):
        before = over.copy()
        batch.step(batch.sample())
        over = batch.terminated | batch.truncated
        for row in np.flatnonzero(over & ~before):
            outcome = batch.outcome(int(row))
            expected = {None: [0, 0], "first": [1, -1], "second": [-1, 1]}
            assert batch.rewards[row].tolist() == expected[outcome.winner if outcome else None]
            position = batch.position(int(row))
            if batch.truncated[row]:
                assert outcome is None
                assert batch.lengths[row] == limit
            else:
                assert outcome is not None
                assert outcome == (position.outcome() or strata.Outcome(None, "repetition"))
        assert not batch.masks[over].any()
        if over.all():
            break
    assert over.all()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_on_any_number_of_threads(name: str) -> None:
    digests = set()
    for threads in (1, 2, 5):
        with strata.batch(name, 7, threads=threads, seed=11, limit=30) as batch:
            digests.add(_digest(batch, FEW))
    assert len(digests) == 1
    assert _digest(strata.batch(name, 7, seed=12, limit=30), FEW) not in digests


def test_a_game_of_a_batch_does_not_depend_on_its_size() -> None:
    small, large = (strata.batch("kyo", size, seed=3) for size in (2, 9))
    for _ in range(FEW):
        small.step(small.sample())
        large.step(large.sample())
        assert (small.observations == large.observations[:2]).all()


def test_whole_actions_are_those_of_the_position() -> None:
    game = strata.game("daikuni")
    batch = strata.batch(game, 1, actions="whole", autoreset=False)
    while not batch.terminated[0]:
        position = batch.position(0)
        numbers = {batch.spell(0, action.code)[0]: action for action in position.actions()}
        assert set(np.flatnonzero(batch.masks[0]).tolist()) == set(numbers)
        choice = batch.sample()
        batch.step(choice)
        assert str(batch.position(0)) == str(position.play(numbers[int(choice[0])]))


def test_both_seats_see_the_board_from_their_own_end() -> None:
    """Daikuni's board begins empty: what second lays looks to him as first's did to her."""
    batch = strata.batch("daikuni", 1, actions="whole")
    batch.step([0])
    mine = batch.observe("first")[0]
    batch.step([1])
    batch.reset()
    batch.step([1])
    assert (batch.masks[0] == 1).any()
    assert mine[0, 0, 0] == 1
    assert batch.observe("second")[0][3, 7, 6] == 1


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    batch = strata.batch("daikuni", 3, seed=1)
    start = strata.game("daikuni").start()
    while not batch.terminated.any():
        batch.step(batch.sample())
    row = int(batch.terminated.argmax())
    assert sorted(batch.rewards[row].tolist()) == [-1, 1]
    assert str(batch.position(row)) == str(start)
    assert batch.lengths[row] == 0
    batch.step(batch.sample())
    assert not batch.terminated[row]
    assert not batch.rewards[row].any()


def test_the_limit_truncates() -> None:
    batch = strata.batch("kyo", 2, limit=3, autoreset=False)
    while not batch.truncated.all():
        batch.step(batch.sample())
    assert not batch.terminated.any()
    assert batch.lengths.tolist() == [3, 3]
    assert not batch.rewards.any()
    assert batch.outcome(0) is None


def test_games_that_are_left_alone_or_over_stay_as_they_are() -> None:
    batch = strata.batch("daikuni", 3, autoreset=False)
    before = batch.observations.copy()
    choices = batch.sample()
    choices[1] = LEAVE
    batch.step(choices)
    assert (batch.observations[1] == before[1]).all()
    assert not (batch.observations[0] == before[0]).all()
    while not batch.terminated[0]:
        batch.step(batch.sample())
    last = batch.observations[0].copy()
    batch.step([0, LEAVE, LEAVE])
    assert batch.terminated[0]
    assert (batch.observations[0] == last).all()


def test_some_games_are_begun_anew() -> None:
    batch = strata.batch("daikuni", 3, autoreset=False)
    for _ in range(4):
        batch.step(batch.sample())
    second = str(batch.position(1))
    batch.reset([True, False, True])
    assert batch.lengths.tolist() == [0, 2, 0]
    assert str(batch.position(1)) == second


def test_batches_begin_from_a_position() -> None:
    start = strata.game("kyo").start()
    start = start.play(start.actions()[0])
    batch = strata.batch(start, 2)
    assert str(batch.position(1)) == str(start)


@pytest.mark.parametrize("name", GAMES)
def test_games_follow_others_and_go_their_own_way(name: str) -> None:
    one, two = strata.batch(name, 3, seed=1, limit=60), strata.batch(name, 4, seed=2, limit=60)
    for _ in range(FEW + 1):
        one.step(one.sample())
    two.follow(one, [0, 2], into=[3, 1])
    kept = str(one.position(2))
    for _ in range(5):
        for row, source in ((3, 0), (1, 2)):
            assert str(two.position(row)) == str(one.position(source))
            assert two.chosen(row) == one.chosen(source)
            assert (two.observations[row] == one.observations[source]).all()
            assert (two.masks[row] == one.masks[source]).all()
        choices = one.sample()
        one.step(choices)
        two.step([LEAVE, choices[2], LEAVE, choices[0]])
    two.follow(two, [1], into=[0])
    before = str(two.position(1))
    while str(two.position(0)) == before:
        two.step([*two.sample()[:1], LEAVE, LEAVE, LEAVE])
    assert str(two.position(1)) == before
    assert kept


def test_only_games_of_a_kind_follow_each_other() -> None:
    with pytest.raises(NoEncoding, match="expected the rules and actions"):
        strata.batch("kyo", 2).follow(strata.batch("daikuni", 2), [0])
    batch = strata.batch("kyo", 2)
    with pytest.raises(strata.InvalidLimit, match="expected 0 to 1"):
        batch.follow(batch, [2])
    with pytest.raises(strata.InvalidLimit, match="into"):
        batch.follow(batch, [0, 1], into=[1])
    for rows in ([True, False], [1.7], 1, [[0]]):
        with pytest.raises(strata.InvalidLimit, match="expected row numbers"):
            batch.follow(batch, rows)


def test_games_of_one_batch_change_places() -> None:
    batch = strata.batch("daikuni", 2)
    batch.step([64, 65])
    chosen = [batch.chosen(row) for row in range(2)]
    batch.follow(batch, [1, 0])
    assert [batch.chosen(row) for row in range(2)] == chosen[::-1]


def test_copies_go_their_own_way_and_draw_the_same() -> None:
    batch = strata.batch("kyo", 3, seed=4, threads=2)
    batch.step(batch.sample())
    twin = copy.deepcopy(batch)
    assert (twin.observations == batch.observations).all()
    assert _digest(twin, 20) == _digest(batch, 20)
    assert twin.observations is not batch.observations
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(batch)


@pytest.mark.skipif(sys.platform == "win32", reason="needs timers that raise signals")
def test_interrupts_leave_no_game_half_way() -> None:
    """Signals that raise at any moment: every step is taken whole, or not at all."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    batch, twin = (strata.batch("kyo", 40, seed=9, threads=3) for _ in range(2))
    before = signal.signal(signal.SIGALRM, interrupt)
    interrupts = 0
    try:
        for number in range(40):
            choices = twin.sample()
            twin.step(choices)
            signal.setitimer(signal.ITIMER_REAL, 0.0001 * (1 + number % 10))
            try:
                batch.step(choices)
            except KeyboardInterrupt:
                interrupts += 1
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                interrupts += 1
            if not (batch.observations == twin.observations).all():  # before it began
                batch.step(choices)
            assert (batch.observations == twin.observations).all()
            assert (batch.masks == twin.masks).all()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    batch.close()


def test_threads_end_with_their_batch() -> None:
    before = threading.active_count()
    for _ in range(5):
        strata.batch("daikuni", 4, threads=4)
    batch = strata.batch("daikuni", 4, threads=4)
    batch.close()
    gc.collect()
    for _ in range(1000):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    assert threading.active_count() <= before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_batch_works_in_a_forked_process() -> None:
    program = (
        "import os, strata\n"
        "batch = strata.batch('daikuni', 4, threads=2)\n"
        "child = os.fork()\n"
        "batch.step(batch.sample())\n"
        "if child:\n"
        "    raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)


@pytest.mark.parametrize("threads", [1, 2])
def test_several_threads_may_use_one_batch(threads: int) -> None:
    batch = strata.batch("dzura", 32, threads=threads, illegal="forfeit", limit=50)

    def use(_: int) -> None:
        for _ in range(40):
            batch.step(batch.sample())
            batch.observe("first")
            batch.position(3)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
    assert (batch.masks.sum(1) > 0).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_batch_says_so(threads: int) -> None:
    batch = strata.batch("daikuni", 4, threads=threads)
    batch.close()
    batch.close()
    with pytest.raises(ClosedBatch, match="is closed"):
        batch.step(np.full(4, 64))


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ([400, 64, 64], "game 0: got choice 400, expected -1 (none) or 0 to 66"),
        ([64, -2, 64], "game 1: got choice -2"),
        ([64, 64, 3], "game 2: got choice 3, expected one that the mask allows"),
        ([64, 64], "got an array of int64 (2,), expected 3 whole numbers"),
        ([64.0, 64.0, 64.0], "got an array of float64 (3,)"),
        ([True, True, True], "got an array of bool (3,)"),
    ],
)
def test_illegal_choices_are_refused_before_anything_happens(
    choices: list[float], said: str
) -> None:
    batch = strata.batch("daikuni", 3)
    before = batch.observations.copy()
    with pytest.raises(strata.IllegalAction) as caught:
        batch.step(choices)
    assert said in str(caught.value)
    assert (batch.observations == before).all()


@pytest.mark.parametrize("choice", [3, 66_000])
def test_illegal_choices_lose_where_that_is_asked_for(choice: int) -> None:
    batch = strata.batch("daikuni", 2, illegal="forfeit", autoreset=False)
    batch.step([choice, 64])
    assert batch.terminated.tolist() == [True, False]
    assert batch.rewards.tolist() == [[-1, 0], [0, 0]]
    assert batch.outcome(0) == strata.Outcome("second", "illegal-action")


@pytest.mark.parametrize(
    "arguments",
    [
        {"size": 0},
        {"size": 2, "threads": 0},
        {"size": 2, "seed": -1},
        {"size": 2, "limit": -1},
        {"size": 2, "limit": 2.5},
        {"size": "2"},
    ],
)
def test_numbers_out_of_range_are_refused(arguments: dict[str, object]) -> None:
    size = arguments.pop("size")
    with pytest.raises(strata.InvalidLimit, match="expected a whole number"):
        strata.batch("daikuni", size, **arguments)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    batch = strata.batch("daikuni", np.int64(2), seed=np.uint8(3), limit=np.int32(5))  # type: ignore[arg-type]
    assert len(batch) == 2
    assert batch.limit == 5


def test_unknown_ways_are_refused() -> None:
    with pytest.raises(NoEncoding, match="got '3', expected a game or a position"):
        strata.batch(3, 4)  # type: ignore[arg-type]
    with pytest.raises(UnknownSeat, match="expected 'first' or 'second'"):
        strata.batch("kyo", 2).observe("third")  # type: ignore[arg-type]
    with pytest.raises(strata.IllegalAction, match="expected a legal action's code"):
        strata.batch("kyo", 2).spell(0, 12345678)
    with pytest.raises(NoEncoding, match="kyo has too many actions for actions='whole'"):
        strata.batch("kyo", 2, actions="whole")
    with pytest.raises(NoEncoding, match="expected 'tokens' or 'whole'"):
        strata.batch("kyo", 2, actions="flat")  # type: ignore[arg-type]
    with pytest.raises(NoEncoding, match="expected 'raise' or 'forfeit'"):
        strata.batch("kyo", 2, illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(strata.InvalidLimit, match="expected 3 booleans"):
        strata.batch("kyo", 3).reset([1, 0, 1])


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(strata.StrataError, match=r'pip install "strata-games\[rl\]"'):
        strata.batch("daikuni", 2)
