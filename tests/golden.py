"""Golden runs: tests/data/playouts/<game>.playouts, the random games of a seed as once played.

    # comment
    options entry=free sight=pieces tiles=32
    seed 1
    game 37 second wins, no-moves

A `seed` begins a run with the options above it; each `game` is its length and its result.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import strata
from strata.core.option import parse_settings

FOLDER = Path(__file__).parent / "data" / "playouts"


@dataclass(frozen=True)
class Run:
    name: str
    settings: dict[str, str]
    seed: int
    lengths: tuple[int, ...]
    results: tuple[str, ...]

    def game(self) -> strata.Game:
        return strata.game(self.name, **self.settings)


def golden_path(name: str) -> Path:
    return FOLDER / f"{name}.playouts"


def read_golden(name: str) -> list[Run]:
    runs: list[Run] = []
    settings: dict[str, str] = {}
    for number, line in enumerate(golden_path(name).read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "options":
            settings = parse_settings(rest)
        elif word == "seed":
            runs.append(Run(name, settings, int(rest), (), ()))
        elif word == "game" and runs:
            length, _, result = rest.partition(" ")
            run = runs[-1]
            lengths, results = (*run.lengths, int(length)), (*run.results, result)
            runs[-1] = Run(name, run.settings, run.seed, lengths, results)
        else:
            raise ValueError(f"{name}.playouts, line {number}: got {line!r}")
    return runs
