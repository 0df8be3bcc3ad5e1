"""Compiled and plain Python rules are the same rules: every list and position of a seed."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import msgspec
import pytest

from strata.compiling.places import is_compiled, modules_in_place
from tests.conformance.sample import random_states
from tests.conformance.settings import Setting, settings_of
from tests.conformance.trace import Job, trace

_TIMEOUT_S = 240


def is_required() -> bool:
    """Whether a build that did not compile is an error rather than a machine without compiler."""
    return bool(os.environ.get("CI")) or os.environ.get("STRATA_REQUIRE_COMPILED", "") == "1"


def _refuse_plain() -> None:
    message = "the extensions are not built: python setup.py build_ext --inplace"
    if is_required():
        pytest.fail(message)
    pytest.skip(message)


def _jobs(setting: Setting, actions: int) -> list[Job]:
    """Stretches from the start, the middle, near the end, the end and inside a turn of a game."""
    game = setting.game()
    states = random_states(game, f"trace {setting}")
    last = len(states) - 1
    inside = [place for place, state in enumerate(states) if not state.get_turn_start()]
    places = {0, last // 3, 2 * last // 3, max(0, last - actions // 2), last, *inside[-2:]}
    options = {name: str(value) for name, value in setting.options}
    definition = setting.definition or None
    return [
        Job(
            setting.name,
            definition,
            options,
            game.rules.format(states[place]),
            f"{setting}@{place}",
            actions,
        )
        for place in sorted(places)
    ]


def _start(jobs: list[Job], root: Path, plain: bool) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name != "STRATA_UNCOMPILED"}
    if plain:
        environment["STRATA_UNCOMPILED"] = "1"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.conformance.trace"],
        cwd=root,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(jobs))
    process.stdin.close()
    process.stdin = None
    return process


def _lines(process: subprocess.Popen[bytes]) -> list[str]:
    output, errors = process.communicate(timeout=_TIMEOUT_S)
    assert process.returncode == 0, errors.decode()
    return output.decode().splitlines()


def test_compiled_is_uncompiled(name: str, root: Path) -> None:
    settings = settings_of(name)
    jobs = [job for setting in settings for job in _jobs(setting, 30 if setting.options else 60)]
    runs = [_start(jobs, root, plain) for plain in (True, False)]
    plain, compiled = (_lines(run) for run in runs)
    assert plain.pop(0) == "plain"
    if compiled.pop(0) != "compiled":
        _refuse_plain()
    assert len(compiled) > 4 * len(settings)
    for one, other in zip_longest(compiled, plain):
        assert one == other


def test_every_compiled_module_is_compiled(root: Path) -> None:
    """Not one of those whose place says so is left to plain Python."""
    package = root / "src" / "strata"
    meant = [path for name, path in modules_in_place(root / "src") if is_compiled(name)]
    assert len(meant) >= 6
    built = {path.with_name(path.name.partition(".")[0]) for path in package.rglob("*.so")}
    built |= {path.with_name(path.name.partition(".")[0]) for path in package.rglob("*.pyd")}
    if not {path.with_suffix("") for path in meant} <= built:
        _refuse_plain()


def test_traces_reach_ends_of_games(name: str) -> None:
    """Else no result would be compared."""
    lines = [line for job in _jobs(Setting(name), 60) for line in trace(job)]
    assert any(" wins, " in line or "draw, " in line for line in lines)
