"""What every test shares: Hypothesis profiles and where things lie."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

import strata
from strata.games import VARIABLE
from tests.doubles.building import build_double
from tests.places import ROOT
from tests.volume import everyday

# In CI every run tries the same inputs; at a desk every run tries new ones. No deadline: how long
# an input takes depends on what else the machine does. tests/fuzzing measures processor time.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=everyday(100, full=150),
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("desk", deadline=None, max_examples=150)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# A suite that runs in the background, or outlives its terminal, inherits ignored signals and would
# hand them on to the programs whose reaction to them is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


# What scripts/test quick leaves out: tests that start programs, compile, play for long, or compare
# thousands of positions with a second program.
SLOW_FOLDERS = {"browser", "cli", "conformance", "fuzzing", "install", "lab", "search", "server"}
SLOW_MODULES = {
    "test_audit",
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow. In a parallel run what takes long comes first."""
    for item in items:
        folder = item.path.relative_to(ROOT / "tests").parts[0]
        if folder in SLOW_FOLDERS or item.path.stem in SLOW_MODULES:
            item.add_marker(pytest.mark.slow)
    if hasattr(config, "workerinput"):
        from tests.scheduling import rank

        items.sort(key=lambda item: rank(item.nodeid))


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests and modules that stay until the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    from tests.scheduling import WAITING_GROUPS

    return (os.cpu_count() or 1) + WAITING_GROUPS


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
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return build_double("stairs", tmp_path_factory.mktemp("stairs"))
    folder = tmp_path_factory.getbasetemp().parent / f"stairs-{run}"  # of all processes of the run
    folder.mkdir(exist_ok=True)
    return build_double("stairs", folder)
