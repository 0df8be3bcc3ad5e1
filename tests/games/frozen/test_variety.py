"""Compiled and plain rules agree on games that together use every action type."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import strata

# Section 9: every row of the table, by its word or signs.
TYPES = {
    *("-", "x", "-*", "+", ">", "/-", "<-", "~-", "~x", "~>", "~<-", "end"),
    *("convert", "shoot", "para", "treb", "quake", "throw", "blast"),
    *("jump", "walltrap", "deton", "tele", "portal", "tornado", "aval", "exch"),
    *("transfer", "spawn", "swap", "push", "pull", "shadow", "unshadow", "strike"),
    *("respawn", "promote", "morph", "kind", "rot", "at", "turn", "mind"),
}


def _start(root: Path, plain: bool) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "STRATA_UNCOMPILED"}
    if plain:
        environment["STRATA_UNCOMPILED"] = "1"
    return subprocess.Popen(
        [sys.executable, "-m", "tests.games.frozen.variety"],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _lines(process: subprocess.Popen[str]) -> list[str]:
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return output.splitlines()


def test_every_type_of_action_plays_the_same(root: Path) -> None:
    """The table is shown with `pytest -s`."""
    if not strata.compiled():
        pytest.skip("the extensions are not built, or are not wanted")
    runs = [_start(root, plain) for plain in (True, False)]
    plain, compiled = (_lines(run) for run in runs)
    assert plain[plain.index("plain") + 1 :] == compiled[compiled.index("compiled") + 1 :]
    assert plain[: plain.index("plain")] == compiled[: compiled.index("compiled")]
    table = {}
    for line in compiled:
        if line.startswith("TYPE "):
            _, kind, count = line.split(" ")
            table[kind] = int(count)
    print("\n".join(f"{kind:10} {table.get(kind, 0):4}" for kind in sorted(TYPES)))
    assert {kind for kind in TYPES if not table.get(kind)} == set(), "never played"
    assert table.keys() == TYPES
