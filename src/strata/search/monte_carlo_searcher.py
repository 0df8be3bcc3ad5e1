"""Monte-Carlo tree search: simulations on several threads until a limit, with the tree reused.

Each thread grows a tree of its own, and the visits of all trees are added up. Where something is
hidden, each guess at the position has its own tree.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import repeat
from random import Random
from typing import Final

from strata.core.game import Game
from strata.core.kernel.constants import SCALE
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.core.record import Record
from strata.search.information_set import InformationSet, information_set, spell
from strata.search.kernel.constants import DRAW, WIN
from strata.search.kernel.monte_carlo_tree import MonteCarloTree
from strata.search.report import (
    NOTHING_KNOWN,
    Limits,
    Line,
    Report,
    Score,
    Tell,
    score_of_games,
)
from strata.search.searcher import Searcher

TREE_SIZE: Final = 1 << 20  # nodes of a tree, 34 bytes each
_SLICE_S: Final = 0.1  # time between two reports
_FIRST_SLICE: Final = 16
_EXPLORATION: Final = {True: 1.0, False: 0.9}
_CERTAIN: Final = {1: 1, 2: -1}  # `TreeNodes.certain` as a sign: 1 first wins, -1 second


class _Choice:
    """An action of the root, with its statistics over all trees."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.certain = 0
        self.tree = 0
        self.most = -1

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.5


class MonteCarloSearcher(Searcher):
    """Monte-Carlo tree search, with priors and an evaluation (PUCT) or without (plain UCT).

    With `informed`, the game's evaluation judges the leaves; without it, uniform random playouts
    do.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        informed: bool = True,
        workers: int = 1,
        tree_size: int = TREE_SIZE,
    ) -> None:
        super().__init__(game, seed)
        self._informed: Final = informed
        self._workers: Final = workers
        self._tree_size: Final = tree_size
        self._trees: list[MonteCarloTree] = []
        self._halted = False
        self._known: tuple[State, tuple[int, ...]] | None = None

    def stop(self) -> None:
        self._halted = True
        for tree in self._trees:
            tree.halt()

    def forget(self) -> None:
        self._known = None

    def _ready(self) -> None:
        self._halted = False
        for tree in self._trees:
            tree.ready()

    def _think(self, record: Record, limits: Limits, tell: Tell | None, lines: int) -> Report:
        seen = information_set(record, self.seed, max(2, self._workers))
        self._prepare(record, seen)
        with ThreadPoolExecutor(self._workers) as pool:
            try:
                if limits.nodes is None and len(self._trees) == self._workers:
                    self._run_freely(pool, seen, limits, tell, lines)
                else:
                    self._run_in_slices(pool, seen, limits, tell, lines)
            except BaseException:
                self.stop()  # else the pool would wait for trees that still grow
                self.forget()
                raise
        report = self._report(seen, lines)
        if tell is not None:
            tell(report)
        return report

    def _run_freely(
        self,
        pool: ThreadPoolExecutor,
        seen: InformationSet,
        limits: Limits,
        tell: Tell | None,
        lines: int,
    ) -> None:
        """Run each tree in a thread of its own, at its own pace, until a limit."""
        running = {pool.submit(tree.run, 1 << 62) for tree in self._trees}
        while running:
            done, running = wait(running, _SLICE_S, FIRST_COMPLETED)
            for one in done:
                one.result()
            report = self._report(seen, lines)
            if self._is_enough(report, limits):
                self.stop()
            elif tell is not None:
                tell(report)

    def _run_in_slices(
        self,
        pool: ThreadPoolExecutor,
        seen: InformationSet,
        limits: Limits,
        tell: Tell | None,
        lines: int,
    ) -> None:
        """Run the trees for equally many simulations; seed and node limit determine the result."""
        simulations = _FIRST_SLICE
        while True:
            began = time.perf_counter()
            share = self._share(simulations, limits)
            list(pool.map(MonteCarloTree.run, self._trees, repeat(share)))
            took = time.perf_counter() - began
            report = self._report(seen, lines)
            if tell is not None and took > _SLICE_S / 2:
                tell(report)
            if self._is_enough(report, limits):
                break
            if took < _SLICE_S:
                simulations *= 2

    def _prepare(self, record: Record, seen: InformationSet) -> None:
        """Make trees for the position, or reuse those of the last search where possible."""
        count = len(seen.guesses) if seen.hidden else self._workers
        while len(self._trees) < count:
            self._trees.append(self._new_tree())
        del self._trees[count:]
        if self._halted:  # `stop` came after `_ready`
            self.stop()
        codes = tuple(action.code for action in record.played)
        if not seen.hidden and self._grow_on(record, codes, seen):
            return
        for number, tree in enumerate(self._trees):
            guess = seen.guesses[number % len(seen.guesses)]
            tree.begin(guess, list(seen.earlier), _seed(self.seed, len(codes), number))
        self._known = None if seen.hidden else (record.start.state, codes)

    def _new_tree(self) -> MonteCarloTree:
        evaluation = self.game.rules.evaluation() if self._informed else Evaluation()
        return MonteCarloTree(
            self.game.start().state,
            evaluation,
            self.game.rules.repetition,
            self._tree_size,
            self._informed,
            _EXPLORATION[self._informed],
        )

    def _grow_on(self, record: Record, codes: tuple[int, ...], seen: InformationSet) -> bool:
        if self._known is None:
            return False
        start, before = self._known
        if start is not record.start.state or codes[: len(before)] != before:
            return False
        for tree in self._trees:
            for code in codes[len(before) :]:
                if not tree.advance(code, list(seen.earlier)):
                    return False
        self._known = (start, codes)
        return True

    def _share(self, simulations: int, limits: Limits) -> int:
        """Return the number of simulations each tree runs next."""
        if limits.nodes is None:
            return simulations
        left = limits.nodes - sum(tree.looked() for tree in self._trees)
        return max(1, min(simulations, left // len(self._trees)))

    def _is_enough(self, report: Report, limits: Limits) -> bool:
        if self._halted or any(tree.decided() for tree in self._trees):
            return True
        if limits.nodes is not None and report.nodes >= limits.nodes:
            return True
        return limits.depth is not None and report.depth >= limits.depth

    def _report(self, seen: InformationSet, lines: int) -> Report:
        choices: dict[int, _Choice] = {code: _Choice() for code in seen.legal}
        for number, tree in enumerate(self._trees):
            for code, visits, mean, certain in tree.choices():
                choice = choices.get(code)
                if choice is None:  # legal in the guess only
                    continue
                choice.visits += visits
                choice.total += visits * mean
                if visits > choice.most:
                    choice.most, choice.tree = visits, number
                if certain and not seen.hidden:
                    choice.certain = certain
        sign = seen.sign()
        ranked = sorted(choices.items(), key=lambda item: _rank(item[1], sign), reverse=True)
        return Report(
            tuple(self._line(seen, code, choice) for code, choice in ranked[:lines]),
            max(tree.height() for tree in self._trees),
            sum(tree.looked() for tree in self._trees),
            self.elapsed_ms(),
        )

    def _line(self, seen: InformationSet, code: int, choice: _Choice) -> Line:
        codes = self._trees[choice.tree].line_after(code) or [code]
        state = seen.guesses[choice.tree % len(seen.guesses)]
        return Line(spell(self.game, state, codes), self._score(choice, len(codes), seen.sign()))

    def _score(self, choice: _Choice, length: int, sign: int) -> Score:
        """Return the score of an action: by proof, else by the evaluation or by random games."""
        if choice.certain in _CERTAIN:
            winner = _CERTAIN[choice.certain]
            return Score(winner * WIN, winner * length)
        if choice.certain == DRAW:
            return Score(0)
        if not self._informed:
            return score_of_games(choice.total, choice.visits, sign)
        mean = min(max(choice.mean, 0.0001), 0.9999)
        doubt = 0.0 if self.game.rules.has_evaluation else NOTHING_KNOWN
        return Score(sign * round(SCALE * math.log(mean / (1 - mean))), doubt=doubt)


def _rank(choice: _Choice, sign: int) -> tuple[int, int, float]:
    """Rank proven wins first and proven losses last, the others by visits."""
    return (_CERTAIN.get(choice.certain, 0) * sign, choice.visits, choice.mean)


def _seed(seed: int, played: int, number: int) -> int:
    """Return the random seed of a tree, the same on every machine."""
    return Random(f"{seed}/{played}/{number}").getrandbits(63)
