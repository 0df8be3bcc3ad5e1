"""Compiled and plain Python search alike: the same values, lines and visits."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import strata

CODE = """
import json, sys
import strata
from strata.search import Limits, make_searcher
name = sys.argv[1]
game = strata.game(name)
said = [strata.compiled()]
for method, nodes in (("alpha-beta", 120), ("mcts", 12), ("uct", 2)):
    record = game.record()
    for _ in range(2):
        report = make_searcher(game, method, seed=4).think(record, Limits(nodes=nodes), lines=2)
        said.append([method, report.nodes, report.depth, [
            [line.score.points, [str(action) for action in line.actions]] for line in report.lines
        ]])
        record.play(report.action)
print(json.dumps(said))
"""


def _run(name: str, **extra: str) -> list[object]:
    kept = {key: value for key, value in os.environ.items() if key != "STRATA_UNCOMPILED"}
    done = subprocess.run(
        [sys.executable, "-c", CODE, name],
        env=kept | extra,
        capture_output=True,
        text=True,
        check=True,
        timeout=500,
    )
    said = json.loads(done.stdout)
    assert isinstance(said, list)
    return said


@pytest.mark.skipif(not strata.compiled(), reason="nothing is compiled here")
@pytest.mark.parametrize("name", strata.games())
def test_both_say_the_same(name: str) -> None:
    fast, slow = _run(name), _run(name, STRATA_UNCOMPILED="1")
    assert (fast.pop(0), slow.pop(0)) == (True, False)
    assert fast == slow
