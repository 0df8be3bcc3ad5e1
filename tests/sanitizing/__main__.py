"""`scripts/sanitize`: the compiled code of every game, and every parser, under sanitizers.

The script builds the modules and sets the environment; this runs what there is to run and reports.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import strata
from tests.conformance.settings import EXAMPLE_NAMES, GAME_NAMES
from tests.examples.known import examples_known
from tests.fuzzing.__main__ import Progress, positive
from tests.fuzzing.campaign import Campaign, plan_by_parser
from tests.fuzzing.report import report_lines
from tests.fuzzing.target import all_targets
from tests.places import ROOT
from tests.sanitizing.heap import is_sanitized

ACTIONS: Final = 1_000_000
INPUTS: Final = 100_000
_HANG_S: Final = 120.0
"""Processor seconds that an input may take: instrumented code is several times slower."""
_PLAIN_SHARE: Final = 100
"""Plain games play this part of the actions: they are Python on one compiled module."""
_FOLDER: Final = ROOT / "artefacts" / "sanitize"
_MARKS: Final = (b"__asan_init", b"__ubsan_handle")


def uninstrumented() -> list[Path]:
    """Compiled modules of the package in use that no sanitizer watches."""
    found = [
        path
        for path in sorted(Path(strata.__file__).parent.rglob("*"))
        if path.name.endswith(tuple(EXTENSION_SUFFIXES))
    ]
    if not found:
        return [Path(strata.__file__)]
    return [path for path in found if _MARKS[0] not in path.read_bytes()]


def exercise(name: str, actions: int) -> str:
    """Runs one game in a process of its own; returns what a sanitizer found, empty if nothing."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.sanitizing.exercise", name, str(actions)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        print(f"{name:<12} FAILED with code {done.returncode}", flush=True)
        return done.stderr
    counts = json.loads(done.stdout)
    said = "".join(f"{count:>12,} {what}" for what, count in counts.items())
    print(f"{name:<12}{said}{time.monotonic() - began:>8.0f} s", flush=True)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/sanitize", description=__doc__)
    parser.add_argument("--actions", type=positive, default=ACTIONS, help="random actions a game")
    parser.add_argument("--inputs", type=positive, default=INPUTS, help="fuzz inputs a parser")
    parser.add_argument("--game", action="append", choices=GAME_NAMES, help="this game only")
    parser.add_argument("--jobs", type=positive, default=1, help="games, then parsers, at once")
    parser.add_argument("--seed", type=int, default=0, help="of the fuzz inputs")
    given = parser.parse_args()
    if not is_sanitized() or (bare := uninstrumented()):
        where = f": {bare[0]}" if is_sanitized() else ""
        print(f"error: this does not run with sanitizers{where}; use the script", file=sys.stderr)
        return 2
    names = given.game or GAME_NAMES
    shares = [_PLAIN_SHARE if name in EXAMPLE_NAMES else 1 for name in names]
    with ThreadPoolExecutor(given.jobs) as pool:
        said_of = pool.map(exercise, names, [max(1, given.actions // share) for share in shares])
        found = dict(zip(names, said_of, strict=True))
    with examples_known():
        targets = [target for target in all_targets() if target.game in found]
        plan = plan_by_parser(targets, given.inputs)
        campaign = Campaign(plan, given.seed, hang_s=_HANG_S, folder=_FOLDER)
        campaign.run(given.jobs, tell=Progress(campaign).show)
    print("\n".join(report_lines(campaign)))
    for name, said in found.items():
        if said:
            print(f"\nFAILED {name}:\n{said}")
    clean = not campaign.found and not any(found.values())
    print("clean" if clean else "NOT clean")
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
