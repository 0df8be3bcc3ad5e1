"""Plays seeded games and prints what happens, for comparing compiled and plain Python rules.

Run as a program: reads jobs as JSON from standard input, prints one line a position. The first line
says which rules ran.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time

import msgspec

import strata

_FEW = 16
"""With fewer actions than these, what follows them is counted too."""


class Job(msgspec.Struct, frozen=True):
    """One stretch of a random game: from `position`, so many actions."""

    game: str
    definition: str | None
    options: dict[str, str]
    position: str
    seed: str
    actions: int


def trace(job: Job) -> list[str]:
    game = strata.game(job.game, definition=job.definition, **job.options)
    start = position = game.position(job.position)
    choose = random.Random(job.seed)
    lines = []
    for step in range(job.actions + 1):
        lines.append(f"{job.seed} step {step}: {_facts(position)}")
        if len(position.actions()) < _FEW:
            lines.append(f"{job.seed} step {step}: {position.perft(2, divide=True)}")
        if not position.actions() or step == job.actions:
            break
        position = position.play(choose.choice(position.actions()))
    lines.append(f"{job.seed} playouts: {_random_games(start, job.actions)}")
    return lines


def _facts(position: strata.Position) -> str:
    state = position.state
    listed = " ".join(f"{action}={action.code}" for action in position.actions())
    codes = state.codes()
    digest = hashlib.sha256(f"{listed} {codes}".encode()).hexdigest()[:16]
    return (
        f"{position} | {len(codes)} actions {digest} | {position.seat} {position.begins_turn} "
        f"{position.outcome()} | key {state.get_key():016x}"
    )


def _random_games(start: strata.Position, limit: int) -> str:
    played = strata.Game(start.rules).playouts(
        3, seed=2**64 - 3, first=2**64 - 2, start=start, limit=limit
    )
    results = [str(result) for result in played.results]
    return f"{played.lengths} {played.turns} {results} {played.choices} {played.widest}"


def main() -> None:
    jobs = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Job])
    print("compiled" if strata.compiled() else "plain")
    begin = time.perf_counter()
    for job in jobs:
        print("\n".join(trace(job)))
    print(f"{time.perf_counter() - begin:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
