"""Gymnasium: its own checks pass for every game, alone and as vectors."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import strata
from strata.adapters import gymnasium as adapter
from strata.adapters.learning.opponents import UnknownOpponent
from strata.core.learning.batch import UnknownSeat
from tests.adapters.environments import CASE_NAMES, CASES


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    """Warnings of the checks are errors, but for two that are meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*we recommend using a symmetric.*")
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        yield


def _random(mask: np.ndarray[Any, Any], choose: np.random.Generator) -> np.ndarray[Any, Any]:
    return np.asarray((mask * choose.random(mask.shape)).argmax(-1))


def _play(env: adapter.StrataEnv, seed: int = 1) -> tuple[float, dict[str, Any], int]:
    choose = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for step in range(1, 100_000):
        _, reward, terminated, truncated, info = env.step(int(_random(info["action_mask"], choose)))
        if terminated or truncated:
            return float(reward), info, step
    raise AssertionError("no end")


@pytest.mark.parametrize(("name", "options"), CASES, ids=CASE_NAMES)
def test_check_env(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(adapter.environment_id(name), seat="second", **options)
    check_env(env.unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_what_is_rendered(mode: str) -> None:
    env = adapter.StrataEnv("daikuni", render_mode=mode)
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    picture = env.render()
    if mode == "ansi":
        assert isinstance(picture, str)
    else:
        assert picture.shape[2] == 3
        assert picture.dtype == np.uint8


@pytest.mark.parametrize("name", strata.games())
def test_games_are_registered(name: str) -> None:
    env = gymnasium.make(f"strata/{name}-v0")
    assert isinstance(env.unwrapped, adapter.StrataEnv)
    assert env.unwrapped.game.name == name
    vector = gymnasium.make_vec(f"strata/{name}-v0", num_envs=3)
    assert isinstance(vector.unwrapped, adapter.StrataVectorEnv)
    assert vector.num_envs == 3
    assert vector.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_the_opponent_may_be_a_level() -> None:
    env = adapter.StrataEnv("daikuni", opponent=2, seat="second")
    rewards = [_play(env, seed)[0] for seed in range(3)]
    assert set(rewards) <= {-1.0, 1.0}
    assert rewards.count(-1.0) >= 2


def _first_moves(opponent: object, seeds: list[int | None]) -> list[bytes]:
    """What second sees when first, the opponent, has acted, and acts again."""
    env = adapter.StrataEnv("daikuni", opponent=opponent, seat="second", actions="whole")
    found = []
    for seed in seeds:
        seen, info = env.reset(seed=seed)
        again, *_ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        found.append(seen.tobytes() + again.tobytes())
    return found


@pytest.mark.parametrize("opponent", ["random", 1, "greedy"])
def test_opponents_play_other_games_and_the_same_by_the_same_seed(opponent: object) -> None:
    assert len(set(_first_moves(opponent, [1, 1, 1]))) == 1
    assert len(set(_first_moves(opponent, [1, None, None, None, None]))) > 2
    assert len(set(_first_moves(opponent, [1, 2, 3, 4, 5]))) > 2


def test_a_level_sets_up_otherwise_in_every_game() -> None:
    env = adapter.StrataEnv("rhodium", opponent=1, seat="second")
    positions = set()
    for seed in range(4):
        env.reset(seed=seed)
        positions.add(str(env._duel.batch.position(0)))
    assert len(positions) > 1


def test_an_opponent_who_is_interrupted_leaves_nothing_to_play_on_with() -> None:
    def interrupted(observations: Any, masks: Any) -> Any:
        raise KeyboardInterrupt

    env = adapter.StrataEnv("daikuni", opponent=interrupted, actions="whole")
    env.reset(seed=1)
    with pytest.raises(KeyboardInterrupt):
        env.step(0)
    with pytest.raises(ResetNeeded):
        env.step(1)
    envs = adapter.StrataVectorEnv("daikuni", 2, opponent=interrupted, actions="whole")
    envs.reset(seed=1)
    with pytest.raises(KeyboardInterrupt):
        envs.step(np.array([0, 0]))
    with pytest.raises(ResetNeeded):
        envs.step(np.array([1, 1]))


def test_options_come_with_a_name_only() -> None:
    with pytest.raises(strata.UnknownOption, match="got entry with an opened game"):
        adapter.StrataEnv(strata.game("daikuni"), entry="first")
    with pytest.raises(strata.UnknownOption, match="got definition with an opened game"):
        adapter.StrataVectorEnv(strata.game("dzura"), 2, definition="mini")


@pytest.mark.parametrize("actions", ["tokens", "whole"])
def test_the_opponent_may_be_a_function(actions: Any) -> None:
    asked = []

    def first_allowed(observations: Any, masks: Any) -> Any:
        asked.append(observations.shape)
        return masks.argmax(1)

    env = adapter.StrataEnv("daikuni", opponent=first_allowed, actions=actions)
    reward, info, _ = _play(env)
    assert reward in (-1.0, 1.0)
    assert info["outcome"] in ("no-moves", "king-in-check")
    assert asked
    assert all(shape[0] == 1 for shape in asked)


def test_an_opponent_who_plays_wrong_is_named() -> None:
    env = adapter.StrataEnv("daikuni", opponent=lambda observations, masks: np.array([0]))
    with pytest.raises(strata.IllegalAction, match="the opponent chose 0"):
        _play(env)
    env = adapter.StrataEnv("daikuni", opponent=lambda observations, masks: "d4")
    with pytest.raises(strata.IllegalAction, match="the opponent gave an array"):
        _play(env)
    with pytest.raises(UnknownOpponent, match="expected 'random', a level"):
        adapter.StrataEnv("daikuni", opponent=1.5)


def test_seats() -> None:
    for seat in ("first", "second"):
        env = adapter.StrataEnv("daikuni", seat=seat)
        assert env.reset(seed=1)[1]["seat"] == seat
    env = adapter.StrataEnv("daikuni", seat="random")
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {"first", "second"}
    with pytest.raises(UnknownSeat, match="expected 'first', 'second' or 'random'"):
        adapter.StrataEnv("daikuni", seat="third")  # type: ignore[arg-type]


def test_an_illegal_choice_loses() -> None:
    env = adapter.StrataEnv("daikuni")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]
    assert not info["action_mask"].any()


@pytest.mark.parametrize("action", [67, -1, 1.5, None, "64"])
def test_actions_outside_the_space_are_refused(action: Any) -> None:
    env = adapter.StrataEnv("daikuni")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="expected a whole number from 0 to 66"):
        env.step(action)


def test_no_step_before_reset_or_after_the_end() -> None:
    env = adapter.StrataEnv("daikuni")
    with pytest.raises(ResetNeeded):
        env.step(64)
    _play(env)
    with pytest.raises(ResetNeeded):
        env.step(64)


# Vectors.


@pytest.mark.parametrize(("name", "options"), CASES, ids=CASE_NAMES)
def test_vectors_keep_the_contract(name: str, options: dict[str, Any]) -> None:
    envs = adapter.StrataVectorEnv(name, 4, seat="random", limit=50, **options)
    choose = np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    ended = np.zeros(4, np.bool_)
    seen = 0
    for _ in range(250):
        assert envs.observation_space.contains(observations)
        assert infos["action_mask"].dtype == np.int8
        assert (infos["action_mask"].any(1) | ended).all()
        observations, rewards, terminated, truncated, infos = envs.step(
            _random(infos["action_mask"], choose)
        )
        assert rewards.shape == terminated.shape == truncated.shape == (4,)
        assert not (terminated | truncated)[ended].any()  # a game that begins anew is not over
        assert not rewards[ended].any()
        ended = terminated | truncated
        seen += int(ended.sum())
    assert seen > 4
    envs.close()


def test_vectors_play_as_single_environments_do() -> None:
    """The same choices against the same opponent lead to the same games."""

    def last_allowed(observations: Any, masks: Any) -> Any:
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    envs = adapter.StrataVectorEnv("kyo", 3, opponent=last_allowed)
    env = adapter.StrataEnv("kyo", opponent=last_allowed)
    observations, infos = envs.reset(seed=1)
    observation, info = env.reset(seed=1)
    for step in range(60):
        assert (observations == observation).all()
        assert (infos["action_mask"] == info["action_mask"]).all()
        allowed = np.flatnonzero(info["action_mask"])
        action = int(allowed[step % len(allowed)])
        observations, rewards, terminated, *_, infos = envs.step(np.full(3, action))
        observation, reward, over, _, info = env.step(action)
        assert (rewards == reward).all()
        assert (terminated == over).all()
        if over:
            break


def test_games_begin_anew_in_the_same_step_where_that_is_asked_for() -> None:
    envs = adapter.StrataVectorEnv("daikuni", 3, autoreset_mode=AutoresetMode.SAME_STEP)
    choose = np.random.default_rng(2)
    _, infos = envs.reset(seed=2)
    while True:
        observations, _, terminated, _, infos = envs.step(_random(infos["action_mask"], choose))
        if terminated.any():
            break
    row = int(terminated.argmax())
    assert (infos["_final_obs"] == terminated).all()
    assert infos["final_obs"][row].shape == observations[row].shape
    assert not (infos["final_obs"][row] == observations[row]).all()
    assert infos["action_mask"][row].any()
    assert not infos["final_info"]["action_mask"][row].any()
    assert infos["final_info"]["outcome"][row] in ("no-moves", "king-in-check")


def test_modes_are_known_by_their_names() -> None:
    for mode in AutoresetMode:
        for given in (mode, mode.name, mode.value):
            envs = adapter.StrataVectorEnv("daikuni", 1, autoreset_mode=given)
            assert envs.metadata["autoreset_mode"] is mode
    with pytest.raises(strata.StrataError, match="expected one of NEXT_STEP, SAME_STEP, DISABLED"):
        adapter.StrataVectorEnv("daikuni", 1, autoreset_mode="never")


def test_some_games_are_begun_anew_by_a_seed() -> None:
    envs = adapter.StrataVectorEnv("daikuni", 2, seat="second", autoreset_mode="DISABLED")
    some = {"reset_mask": np.array([True, False])}
    with pytest.raises(ResetNeeded, match="before it was called for all"):
        envs.reset(options=some)
    envs.reset(seed=1)
    seen = {envs.reset(seed=5, options=some)[0][0].tobytes() for _ in range(4)}
    assert len(seen) == 1


def test_games_wait_where_autoreset_is_disabled() -> None:
    envs = adapter.StrataVectorEnv("daikuni", 2, limit=1, autoreset_mode="Disabled")
    choose = np.random.default_rng(2)
    _, infos = envs.reset(seed=2)
    ended = np.zeros(2, np.bool_)
    while not ended.any():
        _, _, terminated, truncated, infos = envs.step(_random(infos["action_mask"], choose))
        ended = terminated | truncated
    with pytest.raises(ResetNeeded, match="autoreset is disabled"):
        envs.step(_random(infos["action_mask"], choose))
    _, infos = envs.reset(options={"reset_mask": ended})
    assert infos["action_mask"].any(1).all()
    with pytest.raises(strata.StrataError, match="expected 2 booleans"):
        envs.reset(options={"reset_mask": [1, 0]})


def test_what_is_returned_is_copied_or_not_as_asked() -> None:
    for copy in (True, False):
        envs = adapter.StrataVectorEnv("daikuni", 2, copy=copy)
        observations, infos = envs.reset(seed=1)
        before = observations.copy()
        envs.step(_random(infos["action_mask"], np.random.default_rng(1)))
        assert (observations == before).all() == copy


def test_wrong_arrays_are_refused() -> None:
    envs = adapter.StrataVectorEnv("daikuni", 2)
    with pytest.raises(ResetNeeded):
        envs.step(np.array([64, 64]))
    envs.reset(seed=1)
    with pytest.raises(InvalidAction, match="expected 2 whole numbers"):
        envs.step(np.array([64]))
    with pytest.raises(InvalidAction, match="expected 2 whole numbers"):
        envs.step(np.array([64.0, 64.0]))
    *_, infos = envs.step(np.array([64, 3]))
    assert infos["illegal"].tolist() == [False, True]


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "strata.adapters.gymnasium")
    with pytest.raises(strata.StrataError, match=r'pip install "strata-games\[rl\]"'):
        import_module("strata.adapters.gymnasium")
