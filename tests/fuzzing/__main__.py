"""`scripts/fuzz`: tries inputs on every parser of every game and reports."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Final

from tests.examples.known import examples_known
from tests.fuzzing.campaign import Campaign, plan_by_parser, plan_by_weight
from tests.fuzzing.parsers import PARSERS
from tests.fuzzing.report import report_lines
from tests.fuzzing.target import Target, all_targets
from tests.places import ROOT

INPUTS: Final = 10_000_000
HANG_S: Final = 10.0
FOLDER: Final = ROOT / "artefacts" / "fuzz"
_QUIET_S: Final = 30
"""Between two lines of progress where nobody watches a terminal."""
_INTERRUPTED: Final = 130


def positive(text: str) -> int:
    """A whole number over 0, also as 1e6."""
    value = int(float(text)) if "e" in text else int(text)
    if value < 1:
        raise ValueError
    return value


def parse_arguments(words: list[str], targets: list[Target]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    games = sorted({target.game for target in targets})
    parser.add_argument("--inputs", type=positive, default=INPUTS, help="in all (default: 10^7)")
    parser.add_argument(
        "--per-parser", action="store_true", help="--inputs is for each parser, not in all"
    )
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--game", action="append", choices=games, help="this game only")
    parser.add_argument("--parser", action="append", choices=PARSERS, help="this parser only")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other inputs")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--hang", type=float, default=HANG_S, help="processor seconds that an input may take"
    )
    parser.add_argument(
        "--input", type=int, help="print the input of this number and try it alone, in this process"
    )
    parser.add_argument("--out", type=Path, default=FOLDER, help="where failures are saved")
    given = parser.parse_args(words)
    if given.input is not None and not (given.game and given.parser):
        parser.error("--input needs --game and --parser")
    return given


def main() -> int:
    with examples_known():
        targets = all_targets()
        given = parse_arguments(sys.argv[1:], targets)
        chosen = [
            target
            for target in targets
            if target.game in (given.game or [target.game])
            and target.parser in (given.parser or [target.parser])
        ]
        if not chosen:
            print("error: that game has nothing for that parser", file=sys.stderr)
            return 2
        if given.input is not None:
            return _try_one(chosen[0], given.seed, given.input)
        return _run(chosen, given)


def _run(chosen: list[Target], given: argparse.Namespace) -> int:
    plan = (plan_by_parser if given.per_parser else plan_by_weight)(chosen, given.inputs)
    campaign = Campaign(plan, given.seed, hang_s=given.hang, folder=given.out)
    interrupted = False
    try:
        campaign.run(given.jobs, seconds=given.seconds, tell=Progress(campaign).show)
    except KeyboardInterrupt:
        interrupted = True
    print("", file=sys.stderr)
    print("\n".join(report_lines(campaign)))
    if interrupted:
        print("interrupted: not all inputs were tried")
    if campaign.found:
        return 1
    return _INTERRUPTED if interrupted else 0


def _try_one(target: Target, seed: int, number: int) -> int:
    """Try one input here, where a debugger can follow it."""
    text = target.input(seed, number)
    print(f"{target} with {target.corpus(number).game!r}\n{text!a}", flush=True)
    print(target.attempt(seed, number, text))
    return 0


class Progress:
    """One line on a terminal that changes; elsewhere a line now and then."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign: Final = campaign
        self._shown = time.monotonic()

    def show(self) -> None:
        campaign = self._campaign
        line = (
            f"{campaign.tried:,} of {campaign.planned:,} inputs, {campaign.elapsed_s:,.0f} s, "
            f"{len(campaign.found)} failures"
        )
        if sys.stderr.isatty():
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._shown >= _QUIET_S:
            self._shown = time.monotonic()
            print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
