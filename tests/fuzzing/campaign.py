"""A campaign: inputs for many targets, spread over worker processes, and what came of them."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.fuzzing.minimising import minimised
from tests.fuzzing.parsers import PARSERS
from tests.fuzzing.process import WORKER, WorkerDied, WorkerProcess
from tests.fuzzing.target import Target, parse_target
from tests.fuzzing.verdict import ACCEPTED
from tests.fuzzing.worker import Answer, Command, from_bytes, to_bytes

CHUNK: Final = 200
"""Inputs that a worker tries between two answers, at most."""
MOST_TRIES: Final = 400
"""To minimise an input; a crash costs a new process each."""
MOST_CRASH_TRIES: Final = 60
MOST_DEATHS: Final = 20
"""Of workers by one cause at one target, which then is given up: each costs a new process."""


@dataclass
class Found:
    """A failure, by its signature: the first input that showed it, and how many did."""

    target: Target
    seed: int
    number: int
    signature: str
    detail: str
    text: str
    count: int = 1
    file: Path | None = None


@dataclass
class Tally:
    """What came of the inputs of one target."""

    tried: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    failed: int = 0
    slowest_s: float = 0.0
    slowest: int = 0
    cpu_s: float = 0.0

    @property
    def accepted(self) -> int:
        return self.verdicts[ACCEPTED]

    def add(self, answer: Answer) -> None:
        self.tried += sum(answer.verdicts.values()) + answer.failed
        self.verdicts.update(answer.verdicts)
        self.failed += answer.failed
        self.cpu_s += answer.cpu_s
        if answer.slowest_s > self.slowest_s:
            self.slowest_s, self.slowest = answer.slowest_s, answer.slowest


def plan_by_weight(targets: Iterable[Target], inputs: int) -> dict[Target, int]:
    """`inputs` in all, spread over the targets by the weights of their parsers."""
    weights = {target: PARSERS[target.parser].weight for target in targets}
    total = sum(weights.values())
    plan = {target: inputs * weight // total for target, weight in weights.items()}
    for target in list(plan)[: inputs - sum(plan.values())]:
        plan[target] += 1
    return plan


def plan_by_parser(targets: Iterable[Target], inputs: int) -> dict[Target, int]:
    """`inputs` for every parser, spread evenly over the games that it reads."""
    chosen = list(targets)
    games = Counter(target.parser for target in chosen)
    return {target: -(-inputs // games[target.parser]) for target in chosen}


class Campaign:
    """Runs a plan. `tallies` and `found` grow while it runs, also when it is interrupted."""

    def __init__(
        self,
        plan: Mapping[Target, int],
        seed: int,
        *,
        hang_s: float,
        folder: Path | None = None,
        module: str = WORKER,
    ) -> None:
        """`folder` is where minimised inputs are saved; None saves nothing."""
        self.seed: Final = seed
        self.planned: Final = sum(plan.values())
        self.tallies: Final = {target: Tally() for target in plan}
        self.found: Final[dict[tuple[Target, str], Found]] = {}
        self.elapsed_s = 0.0
        self._hang_s: Final = hang_s
        self._module: Final = module
        self._folder: Final = folder
        self._queue: Final = deque(chunks(plan, seed))
        self._lock: Final = threading.Lock()
        self._stopped: Final = threading.Event()
        self._broken: list[BaseException] = []

    @property
    def tried(self) -> int:
        return sum(tally.tried for tally in self.tallies.values())

    def run(
        self, jobs: int, *, seconds: float | None = None, tell: Callable[[], None] | None = None
    ) -> None:
        """Try everything, or what `seconds` allow; `tell` is called about once a second."""
        began = time.monotonic()
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                for thread in threads:
                    thread.join(1 / jobs)
                self.elapsed_s = time.monotonic() - began
                if seconds is not None and self.elapsed_s >= seconds:
                    self._queue.clear()
                if tell is not None:
                    tell()
        finally:
            self._stopped.set()
            self._queue.clear()
            for thread in threads:
                thread.join()
            self.elapsed_s = time.monotonic() - began
        if self._broken:
            raise self._broken[0]

    def _work(self) -> None:
        worker = WorkerProcess(self._hang_s, self._module)
        try:
            while not self._stopped.is_set() and (command := self._next()) is not None:
                self._ask(worker, command)
        except BaseException as error:  # for `run` to raise
            self._broken.append(error)
            self._stopped.set()
        finally:
            worker.close()

    def _next(self) -> Command | None:
        with self._lock:
            return self._queue.popleft() if self._queue else None

    def _ask(self, worker: WorkerProcess, command: Command) -> None:
        target = parse_target(command.target)
        try:
            answer = worker.ask(command)
        except WorkerDied as death:
            self._bury(worker, command, death)
            return
        with self._lock:
            self.tallies[target].add(answer)
        for failure in answer.failures:
            self._note(worker, target, failure.number, failure.signature, failure.detail)

    def _bury(self, worker: WorkerProcess, command: Command, death: WorkerDied) -> None:
        """Note what a worker died of, and have the inputs before and after it tried again."""
        target = parse_target(command.target)
        if not command.first <= death.number < command.first + command.count:
            raise RuntimeError(f"a worker does not start: {death.signature}\n{death.said}")
        with self._lock:
            tally = self.tallies[target]
            tally.tried += 1
            tally.failed += 1
            before = death.number - command.first
            for first, count in (
                (command.first, before),
                (death.number + 1, command.count - before - 1),
            ):
                if count:
                    self._queue.appendleft(Command(command.target, command.seed, first, count))
        self._note(worker, target, death.number, death.signature, death.said)
        if self.found[target, death.signature].count >= MOST_DEATHS:
            self._give_up(target)

    def _give_up(self, target: Target) -> None:
        with self._lock:
            others = [command for command in self._queue if command.target != str(target)]
            self._queue.clear()
            self._queue.extend(others)

    def _note(
        self, worker: WorkerProcess, target: Target, number: int, signature: str, detail: str
    ) -> None:
        with self._lock:
            known = self.found.get((target, signature))
            if known is not None:
                known.count += 1
                return
            found = Found(target, self.seed, number, signature, detail, "")
            self.found[target, signature] = found
        found.text = self._minimise(worker, found)
        if self._folder is not None:
            found.file = _save(found, self._folder)

    def _minimise(self, worker: WorkerProcess, found: Found) -> str:
        """The shortest text that fails so; empty if not even the input itself can be made."""

        def fails(text: str) -> bool:
            if self._stopped.is_set():
                return False
            command = Command(str(found.target), found.seed, found.number, 1, to_bytes(text))
            try:
                failures = worker.ask(command).failures
            except WorkerDied as death:
                return death.signature == found.signature
            return any(failure.signature == found.signature for failure in failures)

        try:
            made = worker.ask(Command(str(found.target), found.seed, found.number, 0))
        except WorkerDied:
            return ""
        crashed = not found.detail.startswith("Traceback")
        tries = MOST_CRASH_TRIES if crashed else MOST_TRIES
        return minimised(from_bytes(made.text), fails, tries)


def chunks(plan: Mapping[Target, int], seed: int) -> Iterator[Command]:
    """The inputs in rounds, each with the same part of every target.

    So a run that ends early has tried each, and every round takes about as long.
    """
    rounds = max(1, -(-max(plan.values(), default=0) // CHUNK))
    for number in range(rounds):
        for target, count in plan.items():
            first, end = count * number // rounds, count * (number + 1) // rounds
            if first < end:
                yield Command(str(target), seed, first, end - first)


def _save(found: Found, folder: Path) -> Path:
    """The minimised input, exact to the byte; what else is known stands in a file beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{found.target.parser}-{found.target.game}-seed{found.seed}-{found.number}"
    path = folder / f"{name}.input"
    path.write_bytes(to_bytes(found.text))
    (folder / f"{name}.txt").write_text(
        f"{found.signature}\nreproduce: {reproduction(found)}\n"
        f"minimised: {found.text!a}\n\n{found.detail}\n",
        encoding="utf-8",
    )
    return path


def reproduction(found: Found) -> str:
    """The command that tries that input again."""
    return (
        f"scripts/fuzz --parser {found.target.parser} --game {found.target.game} "
        f"--seed {found.seed} --input {found.number}"
    )
