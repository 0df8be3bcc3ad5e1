"""Makes golden runs (tests/golden.py) with the reference of a game, not with the program:

    python -m tests.golden_by_reference mygame > tests/data/playouts/mygame.playouts

Legal actions, positions, repetition and outcomes are the reference's. Of the program only the order
of its codes is taken, in which the random number counts; it must offer the same actions.

A reference that is a plain game (tests/games/mygame/reference.py) needs nothing else. Any other has
a module tests/games/mygame/golden.py beside it, with these names:

    read(text, settings)    the reference's position, with `actions`, `play`, `outcome` and `str`
    repeated_part(text)     what of a position counts for repetition; None inside a turn
    LATER                   the reasons that repetition comes before
    RUNS                    options, then seeds with the number of games; plain games may have it
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import strata
from strata.core.option import format_settings, parse_settings
from tests.splitmix import SplitMix

FOLDER = Path(__file__).parent / "games"
TIMES = 3
"""So often a position comes up before the game is a draw."""

Runs = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


class Reference(Protocol):
    """A game as the reference plays it, with its history."""

    def actions(self) -> Iterable[str]: ...

    def play(self, action: str, /) -> None: ...

    def outcome(self) -> str | None: ...


class PlainReference:
    """A plain game: its record knows about repetition."""

    def __init__(self, path: Path, text: str, settings: Mapping[str, str]) -> None:
        self.record = strata.game(path, **settings).record(text)

    def __str__(self) -> str:
        return str(self.record.position)

    def actions(self) -> Iterable[str]:
        return self.record.actions()

    def play(self, action: str) -> None:
        self.record.play(action)

    def outcome(self) -> str | None:
        outcome = self.record.outcome()
        return None if outcome is None else str(outcome)


class CountedReference:
    """Positions of any reference, with repetition counted here."""

    def __init__(
        self, position: Any, repeated_part: Callable[[str], str | None], later: tuple[str, ...]
    ) -> None:
        self.position = position
        self.repeated_part = repeated_part
        self.later = later
        self.seen: Counter[str | None] = Counter([repeated_part(str(position))])

    def __str__(self) -> str:
        return str(self.position)

    def actions(self) -> Iterable[str]:
        actions: Iterable[str] = self.position.actions()
        return actions

    def play(self, action: str) -> None:
        self.position = self.position.play(action)
        self.seen[self.repeated_part(str(self.position))] += 1

    def outcome(self) -> str | None:
        ended: str | None = self.position.outcome()
        if ended is None or ended.endswith(self.later):
            part = self.repeated_part(str(self.position))
            if part is not None and self.seen[part] >= TIMES:
                return "draw, repetition"
        return ended


def find_golden(name: str) -> ModuleType | None:
    """The module golden.py of a game, if there is one."""
    if not (FOLDER / name / "golden.py").exists():
        return None
    return import_module(f"tests.games.{name}.golden")


def begin(name: str, text: str, settings: Mapping[str, str]) -> Reference:
    """The reference in the position `text`."""
    golden = find_golden(name)
    if golden is not None and hasattr(golden, "read"):
        position = golden.read(text, settings)
        return CountedReference(position, golden.repeated_part, golden.LATER)
    path = FOLDER / name / "reference.py"
    return PlainReference(path if path.exists() else path.with_suffix(""), text, settings)


def find_runs(name: str) -> Runs:
    """The runs of golden.py; else the usual options, and each other value of each option."""
    golden = find_golden(name)
    if golden is not None and hasattr(golden, "RUNS"):
        runs: Runs = golden.RUNS
        return runs
    game = strata.game(name)
    others = [
        format_settings(dict(game.settings) | {option.name: value})
        for option in game.options
        for value in option.values
        if value != option.default
    ]
    return (
        (format_settings(game.settings), ((1, 5), (2, 5))),
        *((options, ((1, 3),)) for options in others),
    )


def play_game(name: str, settings: dict[str, str], seed: int, number: int) -> tuple[int, str]:
    """The length and the result of a random game."""
    generator = SplitMix.of_game(seed, number)
    position = strata.game(name, **settings).start()
    reference = begin(name, str(position), settings)
    length = 0
    while True:
        text = str(reference)
        if str(position) != text:
            raise AssertionError(f"program    {position}\nreference  {text}")
        ended = reference.outcome()
        if ended is not None:
            return length, ended
        if sorted(position.actions()) != sorted(reference.actions()):
            raise AssertionError(f"other actions in {text}")
        codes = position.state.codes()
        by_code = {action.code: action for action in position.actions()}
        action = by_code[codes[generator.below(len(codes))]]
        position = position.play(action)
        reference.play(str(action))
        length += 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden_by_reference")
    parser.add_argument("name", choices=strata.games())
    name = parser.parse_args().name
    runs = find_runs(name)
    print(f"# {strata.game(name).title}: the random games of these seeds, played by the reference")
    print("# in tests/games (python -m tests.golden_by_reference): they may never change.")
    for options, seeds in runs:
        print(f"\noptions {options}".rstrip(), flush=True)
        for seed, games in seeds:
            print(f"seed {seed}", flush=True)
            for number in range(games):
                began = time.monotonic()
                length, result = play_game(name, parse_settings(options), seed, number)
                print(f"game {length} {result}", flush=True)
                took = time.monotonic() - began
                print(f"{options} {seed} {number}: {took:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
