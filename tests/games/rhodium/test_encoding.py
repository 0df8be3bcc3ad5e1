"""Learning programs learn nothing of the other's set-up: not a bit, wherever they look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import strata
from strata.adapters import gymnasium, pettingzoo
from strata.core.outcome import SEATS, other_seat
from strata.games.rhodium.rules.tables import ARMY_SIZE

GAME = strata.game("rhodium")
Choose = Callable[[np.ndarray[Any, Any]], int]


def _placed_by(hidden: strata.Seat, seed: int) -> Iterator[Choose]:
    """Two ways to place both armies that differ only in where `hidden` places."""
    for secret in range(2):
        own = np.random.default_rng([seed, secret])
        shared = np.random.default_rng(seed)
        step = iter(range(2 * ARMY_SIZE + 1))

        def choose(
            mask: np.ndarray[Any, Any],
            own: np.random.Generator = own,
            shared: np.random.Generator = shared,
            step: Iterator[int] = step,
        ) -> int:
            is_first = next(step) < ARMY_SIZE
            random = own if (hidden == "first") == is_first else shared
            return int(random.choice(np.flatnonzero(mask)))

        yield choose


@pytest.mark.parametrize("hidden", SEATS)
def test_batches_tell_nothing(hidden: strata.Seat) -> None:
    other = other_seat(hidden)
    one, two = strata.batch(GAME, 1), strata.batch(GAME, 1)
    for seed in range(20):
        one.reset()
        two.reset()
        choices = list(_placed_by(hidden, seed))
        differ = False
        for _ in range(2 * ARMY_SIZE - 1):
            for batch, choose in zip((one, two), choices, strict=True):
                batch.step([choose(batch.masks[0])])
            assert (one.observe(other) == two.observe(other)).all()
            assert one.seats[0] == two.seats[0]
            if SEATS[int(one.seats[0])] == other:
                assert (one.masks == two.masks).all()
                assert (one.observations == two.observations).all()
            differ = differ or bool((one.observe(hidden) != two.observe(hidden)).any())
        assert differ


@pytest.mark.parametrize("hidden", SEATS)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_pettingzoo_tells_nothing(hidden: strata.Seat, mode: str) -> None:
    other = other_seat(hidden)
    envs = [pettingzoo.env(GAME, render_mode=mode) for _ in range(2)]
    for env in envs:
        env.reset(seed=1)
    choices = list(_placed_by(hidden, 5))
    for _ in range(2 * ARMY_SIZE - 1):
        for env, choose in zip(envs, choices, strict=True):
            env.step(choose(env.observe(env.agent_selection)["action_mask"]))
        one, two = (env.observe(other) for env in envs)
        assert all((one[name] == two[name]).all() for name in one)
        assert envs[0].infos == envs[1].infos
        assert envs[0].rewards == envs[1].rewards
        assert envs[0].agent_selection == envs[1].agent_selection
    assert np.array_equal(envs[0].render(), envs[1].render())  # type: ignore[arg-type]


def test_gymnasium_tells_nothing() -> None:
    """The opponent places first, in two ways; the player sees and is told the same."""
    seen = []
    for seed in range(2):
        own = np.random.default_rng(seed)

        def place(observations: Any, masks: Any, own: np.random.Generator = own) -> Any:
            return np.array([own.choice(np.flatnonzero(mask)) for mask in masks])

        env = gymnasium.StrataEnv(GAME, opponent=place, seat="second", render_mode="ansi")
        observation, info = env.reset(seed=1)
        told = [observation.tobytes(), info["action_mask"].tobytes(), info["seat"], env.render()]
        for _ in range(ARMY_SIZE - 1):
            action = int(np.flatnonzero(info["action_mask"])[0])
            observation, reward, terminated, truncated, info = env.step(action)
            told += [observation.tobytes(), info["action_mask"].tobytes(), sorted(info)]
            told += [reward, terminated, truncated, env.render()]
        seen.append(told)
    assert seen[0] == seen[1]
