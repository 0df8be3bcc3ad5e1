"""Measure how much hints lose, as judged by a search of ten times as many positions.

    python benchmarks/hints.py [--positions 500] [--seed 0] [--workers 2] [--show] [GAME …]

The positions are sampled from games between players of different levels, so that many of them are
far ahead or far behind. A loss above the margin is one of more than an ordinary piece. `--show`
prints these positions. The judge errs as well: a loss of a few points means nothing.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

import strata
from strata.core.outcome import SEATS
from strata.search import find_hint, make_player

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.search.hint_judge import MARGIN, judge_of, loss_of

_PAIRS = (("4", "4"), ("1", "6"), ("3", "6"), ("6", "2"), ("5", "5"), ("7", "1"))
_FROM_EACH = 5
_LONGEST = 400


def sample(name: str, count: int, seed: int) -> list[str]:
    """Return positions in which there is a choice and nothing is hidden."""
    game = strata.game(name)
    found: list[str] = []
    while len(found) < count:
        chance = random.Random(f"hints/{name}/{seed}")
        levels = _PAIRS[seed % len(_PAIRS)]
        players = {
            seat: make_player(game, level, seed=seed)
            for seat, level in zip(SEATS, levels, strict=True)
        }
        record, seen = game.record(), []
        while record.seat is not None and record.length < _LONGEST:
            view = record.position.view(record.seat)
            if len(record.actions()) > 1 and not view.hidden and not view.presets(0):
                seen.append(str(record.position))
            record.play(players[record.seat].choose(record))
        found += chance.sample(seen, min(_FROM_EACH, len(seen)))
        seed += 1
    return found[:count]


def loss_at(name: str, text: str) -> tuple[int, str]:
    """Return what the hint for a position loses, and the hint."""
    game = strata.game(name)
    record = strata.Record(game.position(text))
    advice = find_hint(record)
    loss = loss_of(judge_of(game), record, advice)
    return loss, " ".join(advised.action for advised in advice.actions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(strata.games()))
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print hints beyond the margin")
    given = parser.parse_args()
    console = Console()
    table = Table("game", "positions", f"loss > {MARGIN}", "loss > 50", "mean loss", box=SIMPLE)
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.games:
            texts = sample(name, given.positions, given.seed)
            judged = list(
                track(
                    pool.map(loss_at, [name] * len(texts), texts),
                    name,
                    total=len(texts),
                    transient=True,
                    console=console,
                )
            )
            losses = [loss for loss, _ in judged]
            shares = [sum(loss > most for loss in losses) / len(losses) for most in (MARGIN, 50)]
            table.add_row(
                name,
                str(len(losses)),
                *(f"{share:.1%}" for share in shares),
                f"{mean(min(loss, 500) for loss in losses):.1f}",
            )
            if given.show:
                for text, (loss, hint) in zip(texts, judged, strict=True):
                    if loss > MARGIN:
                        console.print(f"{name} {loss}: {hint}: {text}", soft_wrap=True)
    console.print(table)
    console.print(f"{platform.machine()}, Python {sys.version.split()[0]}; losses capped at 500")


if __name__ == "__main__":
    main()
