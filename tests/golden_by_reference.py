"""Makes golden runs (tests/golden.py) with the reference of a game, not with the program:

    python -m tests.golden_by_reference frozen > tests/data/playouts/frozen.playouts

Legal actions, positions, repetition and outcomes are the reference's. Of the program only the order
of its codes is taken, in which the random number counts; it must offer the same actions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any, Protocol

import strata
from strata.core.option import parse_settings
from tests.games.frozen.reference import Rules
from tests.games.frozen.reference import read as read_frozen
from tests.games.kyo.reference import read_board as read_kyo
from tests.splitmix import SplitMix


class Reference(Protocol):
    """A position of a reference."""

    def actions(self) -> list[str]: ...

    def play(self, action: str, /) -> Any: ...

    def outcome(self) -> str | None: ...


RUNS: dict[str, tuple[tuple[str, tuple[tuple[int, int], ...]], ...]] = {
    "frozen": (
        ("mechanics=full", ((1, 3), (45, 3))),
        ("mechanics=full-rotation-morph", ((22, 3), (25, 3))),
        ("mechanics=bare+fusion+bounce+wall+empower+pull", ((36, 3), (14, 3))),
        ("mechanics=full ply_limit=60", ((1, 3),)),
    ),
    "kyo": (
        ("start=trench extras=none", ((1, 5), (18, 5))),
        ("start=open-field extras=both", ((1, 5),)),
        ("start=deadlock extras=knights", ((1, 5),)),
        ("start=trench extras=cannons", ((11, 3),)),
    ),
}
"""Options, then seeds with the number of games: seeds whose games are not too long."""
LATER = ("ply-limit", "no-progress")
"""The reasons that repetition comes before (F79, F80; K31, K32)."""


def read(name: str, text: str, settings: dict[str, str]) -> Reference:
    if name == "frozen":
        limit = int(settings.get("ply_limit", "1000"))
        return read_frozen(text, Rules.of(settings["mechanics"], limit))
    return read_kyo(text)


def begins_turn(text: str) -> bool:
    """By the position string."""
    return text.split(" ")[-2] == "-"


def play_game(name: str, settings: dict[str, str], seed: int, number: int) -> tuple[int, str]:
    """The length and the result of a random game."""
    generator = SplitMix.of_game(seed, number)
    position = strata.game(name, **settings).start()
    reference = read(name, str(position), settings)
    seen: Counter[str] = Counter()
    length = 0
    while True:
        text = str(reference)
        if str(position) != text:
            raise AssertionError(f"program    {position}\nreference  {text}")
        if begins_turn(text):
            seen[text.rpartition(" ")[0]] += 1
        ended = reference.outcome()
        if ended is None or ended.endswith(LATER):
            repeated = begins_turn(text) and seen[text.rpartition(" ")[0]] >= 3
            ended = "draw, repetition" if repeated else ended
        if ended is not None:
            return length, ended
        if list(position.actions()) != reference.actions():
            raise AssertionError(f"other actions in {text}")
        codes = position.state.codes()
        by_code = {action.code: action for action in position.actions()}
        action = by_code[codes[generator.below(len(codes))]]
        position, reference = position.play(action), reference.play(str(action))
        length += 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden_by_reference")
    parser.add_argument("name", choices=sorted(RUNS))
    name = parser.parse_args().name
    print(f"# {strata.game(name).title}: the random games of these seeds, played by the reference")
    print("# in tests/games (python -m tests.golden_by_reference): they may never change.")
    for options, seeds in RUNS[name]:
        print(f"\noptions {options}", flush=True)
        for seed, games in seeds:
            print(f"seed {seed}", flush=True)
            for number in range(games):
                begin = time.monotonic()
                length, result = play_game(name, parse_settings(options), seed, number)
                print(f"game {length} {result}", flush=True)
                took = time.monotonic() - begin
                print(f"{options} {seed} {number}: {took:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
