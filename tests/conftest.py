"""What every test shares: Hypothesis profiles and where things lie."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

import strata
from strata.games import VARIABLE
from tests.doubles.building import build_double

# In CI every run tries the same inputs; at a desk every run tries new ones.
_DEADLINE = timedelta(seconds=2)
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=_DEADLINE,
    max_examples=150,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("desk", deadline=_DEADLINE, max_examples=150)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# A suite that runs in the background inherits an ignored SIGINT, and would hand it on to the
# programs whose reaction to Ctrl-C is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parents[1]


# What scripts/test quick leaves out: tests that start programs, compile, play for long, or compare
# thousands of positions with a second program.
SLOW_FOLDERS = {"browser", "cli", "conformance", "install", "lab", "search", "server"}
SLOW_MODULES = {
    "test_build",
    "test_engine_client",
    "test_evaluation",
    "test_guards",
    "test_kings",
    "test_reference",
    "test_source_only",
    "test_variety",
    "test_views",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow."""
    for item in items:
        folder = item.path.relative_to(ROOT / "tests").parts[0]
        if folder in SLOW_FOLDERS or item.path.stem in SLOW_MODULES:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)  # where pytest-xdist is at work
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from tests.scheduling import Scheduling

    return Scheduling(config, log)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def daikuni() -> strata.Game:
    return strata.game("daikuni")


@pytest.fixture(autouse=True)
def _no_games_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in files that a test adds are known to no other test."""
    monkeypatch.setenv(VARIABLE, os.environ.get(VARIABLE, ""))


@pytest.fixture(scope="session")
def stairs(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The module of a small game whose rules can be made wrong: tests/doubles/stairs.py."""
    return build_double("stairs", tmp_path_factory.mktemp("stairs"))
