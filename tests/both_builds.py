"""One program run twice, compiled and as plain Python: what it prints must be equal."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import zip_longest

import pytest

import strata
from strata.source_only import VARIABLE
from tests.places import ROOT

_TIMEOUT_S = 900


def name_build() -> str:
    """What such a program prints first."""
    return "compiled" if strata.compiled() else "plain"


def refuse_plain() -> None:
    """Fail where compiled rules are required, skip on a machine without a compiler."""
    message = "the extensions are not built: python setup.py build_ext --inplace"
    if os.environ.get("CI") or os.environ.get("STRATA_REQUIRE_COMPILED", "") == "1":
        pytest.fail(message)
    pytest.skip(message)


def compare_builds(module: str, given: bytes = b"") -> list[str]:
    """Run `python -m module` in both builds with `given` as its input; return what both printed.

    The program prints `name_build()` in its first line and the same lines after it.
    """
    runs = [_start(module, given, plain) for plain in (True, False)]
    plain, compiled = (_lines(run) for run in runs)
    assert plain.pop(0) == "plain"
    if compiled.pop(0) != "compiled":
        refuse_plain()
    for one, other in zip_longest(compiled, plain):
        assert one == other
    return compiled


def _start(module: str, given: bytes, plain: bool) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if plain:
        environment[VARIABLE] = "1"
    process = subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(given)
    process.stdin.close()
    process.stdin = None
    return process


def _lines(process: subprocess.Popen[bytes]) -> list[str]:
    output, errors = process.communicate(timeout=_TIMEOUT_S)
    assert process.returncode == 0, errors.decode()
    return output.decode().splitlines()
