"""PettingZoo: its own suite passes for every game, and actions that are wrong do what it says."""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import strata
from strata.adapters import pettingzoo
from strata.adapters.learning.rendering import UnknownRenderMode
from tests.adapters.environments import CASE_NAMES, CASES
from tests.volume import everyday, outermost

_PECULIAR = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask",
    "The observation",
    "We recommend agents to be named",
)
"""What the suite warns of where observations are dictionaries, and where nobody may act."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for text in _PECULIAR:
            warnings.filterwarnings("ignore", message=text)
        yield


def _play(env: pettingzoo.StrataEnv, steps: int, seed: int = 1) -> None:
    choose = np.random.default_rng(seed)
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        env.step(int(choose.choice(np.flatnonzero(observation["action_mask"]))))


@pytest.mark.parametrize(("name", "options"), CASES, ids=CASE_NAMES)
def test_api(name: str, options: dict[str, Any]) -> None:
    api_test(pettingzoo.env(name, limit=40, **options), num_cycles=200)
    api_test(pettingzoo.raw_env(name, limit=40, **options), num_cycles=100)


@pytest.mark.parametrize("name", strata.games())
def test_seed(name: str) -> None:
    seed_test(lambda: pettingzoo.env(name), num_cycles=50)


@pytest.mark.parametrize("name", outermost(strata.games()))
def test_render(name: str) -> None:
    def make(render_mode: str | None = None) -> pettingzoo.StrataEnv:
        return pettingzoo.env(name, limit=4, render_mode=render_mode)

    render_test(make)


def test_performance_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    """It steps for five seconds, which here have passed after some games."""
    clock = SimpleNamespace(time=count(step=5 / everyday(300, full=30_000)).__next__)
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(pettingzoo.env("daikuni"))
    assert "Finished performance benchmark" in said.getvalue()


def test_whole_actions() -> None:
    api_test(pettingzoo.env("daikuni", actions="whole"), num_cycles=200)


def test_custom_games() -> None:
    env = pettingzoo.env("dzura", definition="mini", limit=40)
    api_test(env, num_cycles=100)
    env.reset()
    assert env.observe("first")["observation"].shape[1:] != (9, 9)


def test_an_agent_acts_until_its_action_is_complete() -> None:
    env = pettingzoo.raw_env("daikuni")
    env.reset()
    acting = [env.agent_selection]
    for action in (64, 0):
        env.step(action)
        acting.append(env.agent_selection)
    assert acting == ["first", "first", "second"]


def test_who_does_not_act_may_choose_nothing() -> None:
    env = pettingzoo.raw_env("kyo")
    env.reset()
    assert env.observe("first")["action_mask"].any()
    assert not env.observe("second")["action_mask"].any()


def test_observations_are_not_overwritten() -> None:
    env = pettingzoo.raw_env("daikuni")
    env.reset()
    before = env.observe("first")
    kept = {name: value.copy() for name, value in before.items()}
    env.step(64)
    assert all((before[name] == kept[name]).all() for name in kept)


def test_the_winner_gets_one_and_the_loser_pays_one() -> None:
    env = pettingzoo.raw_env("daikuni")
    env.reset()
    _play(env, 10_000)
    assert sorted(env.rewards.values()) == [-1, 1]
    assert all(env.terminations.values())
    assert {info["outcome"] for info in env.infos.values()} <= {"no-moves", "king-in-check"}


def test_illegal_actions_end_the_game() -> None:
    """As TerminateIllegalWrapper does: -1 for who did it, nothing for the other."""
    env = pettingzoo.env("daikuni")
    env.reset()
    env.step(5)
    assert env.rewards == {"first": -1, "second": 0}
    assert all(env.terminations.values())
    for _ in range(2):
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("action", [67, -1, 1.5, None, "64", True])
def test_actions_outside_the_space_are_refused(action: object) -> None:
    checked, raw = pettingzoo.env("daikuni"), pettingzoo.raw_env("daikuni")
    checked.reset()
    raw.reset()
    if action is not True:  # which Python and Gymnasium take for 1
        with pytest.raises(AssertionError, match="not in the action space"):
            checked.step(action)  # type: ignore[arg-type]
    with pytest.raises(strata.IllegalAction):
        raw.step(action)  # type: ignore[arg-type]
    assert raw.agent_selection == "first"


def test_raw_illegal_actions_are_refused() -> None:
    env = pettingzoo.raw_env("daikuni")
    env.reset()
    with pytest.raises(strata.IllegalAction, match="expected one that the mask allows"):
        env.step(5)


def test_no_step_before_reset_or_after_the_end() -> None:
    env = pettingzoo.env("daikuni", limit=1)
    with pytest.raises(ResetNeeded):
        env.step(64)
    env.reset()
    _play(env, 10)
    assert all(env.truncations.values())
    for _ in range(2):
        env.step(None)
    with pytest.raises(ResetNeeded):
        env.step(None)


def test_there_is_no_state_that_would_tell_what_is_hidden() -> None:
    with pytest.raises(NotImplementedError):
        pettingzoo.env("rhodium").state()


def test_unknown_render_modes_are_refused() -> None:
    with pytest.raises(UnknownRenderMode, match="expected one of human, ansi, rgb_array"):
        pettingzoo.env("daikuni", render_mode="3d")


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "strata.adapters.pettingzoo")
    with pytest.raises(strata.StrataError, match=r'pip install "strata-games\[rl\]"'):
        import_module("strata.adapters.pettingzoo")
