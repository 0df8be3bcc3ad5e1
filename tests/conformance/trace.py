"""Plays seeded games and prints what happens, for comparing compiled and plain Python.

Run as a program: reads jobs as JSON from standard input and prints what the rules, the evaluation
and the searches make of each position. The first line says which build ran.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

import msgspec

import strata
from strata.search import Limits, make_searcher
from tests.both_builds import name_build
from tests.volume import everyday

_FEW = 16
"""With fewer actions than these, what follows them is counted too."""
_JUDGED = 5
"""Every so manieth position is evaluated."""
_SEARCHES = (("alpha-beta", everyday(40, full=120)), ("mcts", everyday(4, full=12)), ("uct", 2))
"""Methods and the nodes that each may visit."""


class Job(msgspec.Struct, frozen=True):
    """One stretch of a random game: from `position`, so many actions."""

    game: str
    definition: str | None
    options: dict[str, str]
    position: str
    seed: str
    actions: int
    searched: bool = False
    """Whether the searches think about the position too."""


def trace(job: Job) -> list[str]:
    game = strata.game(job.game, definition=job.definition, **job.options)
    start = position = game.position(job.position)
    choose = random.Random(job.seed)
    lines = []
    for step in range(job.actions + 1):
        lines.append(f"{job.seed} step {step}: {_facts(position)}")
        if len(position.actions()) < _FEW:
            lines.append(f"{job.seed} step {step}: {position.perft(2, divide=True)}")
        if step % _JUDGED == 0:
            lines.append(f"{job.seed} step {step}: {judge(position)}")
            lines.append(f"{job.seed} step {step}: {_encoded(position)}")
        if not position.actions() or step == job.actions:
            break
        position = position.play(choose.choice(position.actions()))
    lines.append(f"{job.seed} playouts: {_random_games(start, job.actions // 3)}")
    lines.append(f"{job.seed} lanes: {_random_lanes(start, job.actions)}")
    if job.searched:
        lines += [f"{job.seed} {said}" for said in _searches(start)]
    return lines


def judge(position: strata.Position) -> str:
    """What the evaluation says of a position and of its actions."""
    evaluation, state = position.rules.evaluation(), position.state
    if evaluation is None or state.get_over():
        return "not judged"
    promises = [evaluation.get_promise(state, code) for code in sorted(state.codes())]
    return (
        f"score {evaluation.get_score(state)} {evaluation.features(state)} "
        f"quiet {evaluation.get_quiet(state)} noisy {sorted(evaluation.get_noisy(state).items())} "
        f"promises {promises}"
    )


def _encoded(position: strata.Position) -> str:
    """What learning programs see of a position, and its actions as tokens and as numbers."""
    encoding, state = position.rules.encoding(), position.state
    if encoding is None:
        return "not encoded"
    encoder = encoding.encoder
    digest = hashlib.sha256()
    for seat in range(2):
        digest.update(encoder.get_planes(state, seat))
    for code in state.codes():
        digest.update(
            f"{encoder.get_tokens(state, code)} {encoder.get_number(state, code)}".encode()
        )
    return digest.hexdigest()[:16]


def _random_lanes(start: strata.Position, steps: int) -> str:
    """Two games side by side, from token to token."""
    if start.rules.encoding() is None:
        return "not encoded"
    batch = strata.batch(start, 2, seed=7, limit=5)
    digest = hashlib.sha256()
    for _ in range(steps):
        batch.step(batch.sample())
        for values in (batch.observations, batch.masks, batch.rewards, batch.seats):
            digest.update(values.tobytes())
        digest.update(batch.terminated.tobytes() + batch.truncated.tobytes())
    return digest.hexdigest()[:16]


def _searches(position: strata.Position) -> Iterator[str]:
    """The values, lines and visits that each method finds in two actions of a game."""
    game = strata.Game(position.rules)
    for method, nodes in _SEARCHES:
        if method != "uct" and game.rules.evaluation() is None:
            continue
        record = game.record(position)
        for _ in range(2):
            if not record.actions():
                break
            searcher = make_searcher(game, method, seed=4)
            report = searcher.think(record, Limits(nodes=nodes), lines=2)
            lines = [f"{line.score} {' '.join(map(str, line.actions))}" for line in report.lines]
            yield f"{method}: {report.nodes} nodes, depth {report.depth}, {lines}"
            record.play(report.action)


def _facts(position: strata.Position) -> str:
    state = position.state
    listed = " ".join(f"{action}={action.code}" for action in position.actions())
    codes = state.codes()
    digest = hashlib.sha256(f"{listed} {codes}".encode()).hexdigest()[:16]
    return (
        f"{position} | {len(codes)} actions {digest} | {position.seat} {position.begins_turn} "
        f"{position.outcome()} | key {state.get_key():016x} "
        f"{state.get_memo_key():016x} over {state.get_over()}"
    )


def _random_games(start: strata.Position, limit: int) -> str:
    played = strata.Game(start.rules).playouts(
        3, seed=2**64 - 3, first=2**64 - 2, start=start, limit=limit
    )
    results = [str(result) for result in played.results]
    return f"{played.lengths} {played.turns} {results} {played.choices} {played.widest}"


def main() -> None:
    jobs = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Job])
    print(name_build())
    for job in jobs:
        print("\n".join(trace(job)))


if __name__ == "__main__":
    main()
