"""The compiled rules against the slow reading of the rulebook in reference/.

compare.py does the same at any length.
"""

from __future__ import annotations

from functools import cache

import pytest

import strata
from tests.games.frozen.compare import Comparison
from tests.games.frozen.reference import Rules, read
from tests.games.frozen.reference.geometry import CAPTURERS, KINDS
from tests.perft.entries import Entry, perft_path, read_perft
from tests.volume import everyday

SAMPLE = everyday(250, full=400) if strata.compiled() else 40


@cache
def _sample() -> Comparison:
    """Positions, and a few plays from each, compared; raises Difference."""
    comparison = Comparison("a")
    for _ in comparison.run():
        if comparison.positions >= SAMPLE:
            break
    return comparison


def test_the_sample_agrees() -> None:
    comparison = _sample()
    assert comparison.positions >= SAMPLE
    assert comparison.plays > SAMPLE


@pytest.mark.skipif(not strata.compiled(), reason="the sample is too small in plain Python")
def test_the_sample_reaches_everything() -> None:
    """Else the comparison would say little: every action, phase, kind and reason comes up."""
    seen = _sample().seen
    words = (
        *("convert", "shoot", "para", "treb", "quake", "throw", "blast", "jump", "walltrap"),
        *("deton", "tele", "portal", "tornado", "aval", "exch", "transfer", "spawn", "swap"),
        *("push", "pull", "shadow", "unshadow", "strike", "respawn", "promote", "morph", "kind"),
        *("rot", "at", "turn", "mind", "end", "move", "capture", "leap-capture", "fuse", "load"),
        *("de-fuse", "unload", "shadow-move", "shadow-capture", "shadow-load", "shadow-unload"),
    )
    wanted = {f"played {word}" for word in words}
    wanted |= {f"phase {letter}" for letter in "-DUBMPRX"}
    wanted |= {f"move of {kind}" for kind in KINDS if kind not in "XZ"}
    wanted |= {f"capture of {kind}" for kind in CAPTURERS}
    wanted |= {"None", "king-captured", "king-exploded", "both-kings"}
    wanted |= {"checkmate", "no-moves", "ply-limit"}
    assert wanted - seen.keys() == set()


@pytest.mark.parametrize("entry", read_perft(perft_path("frozen")), ids=lambda entry: entry.id)
def test_counts_agree(entry: Entry) -> None:
    """The reference counts what it can in reasonable time, the first depth always."""
    mechanics = entry.options.get("mechanics", "full")
    ply_limit = int(entry.options.get("ply_limit", "1000"))
    position = read(entry.position, Rules.of(mechanics, ply_limit))
    for depth, count in entry.counts.items():
        if depth > 1 and count > 1_500:
            break
        assert position.perft(depth) == count
