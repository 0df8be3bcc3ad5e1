"""Alpha-beta search with iterative deepening; it has a principal variation at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from strata.core.game import Game
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.core.record import Record
from strata.search.information_set import InformationSet, information_set, spell
from strata.search.kernel.alphabeta import AlphaBeta
from strata.search.kernel.constants import INFINITE, PROVEN, WIN
from strata.search.one_ply import value_after
from strata.search.report import (
    DEEPEST,
    NOTHING_KNOWN,
    Limits,
    Line,
    Report,
    Score,
    Tell,
)
from strata.search.searcher import Searcher
from strata.search.turn_price import price_of_going_on

_ASPIRATION_WINDOW: Final = 40  # its half-width in points around the last value
_ASPIRATION_DEPTH: Final = 4  # the first depth that is searched with an aspiration window
TABLE_BITS: Final = 20  # 32 MB
_TRIES: Final = 12  # most actions tried at each depth until one does not lose at once
_AS_GOOD_AS_LOST: Final = -5000  # another action of the turn may still help

Found = list[tuple[int, list[int]]]
"""Values for the seat that acts, each with the action codes of its line; the best first."""


class AlphaBetaSearcher(Searcher):
    """Alpha-beta search to increasing depths, with quiescence search at the leaves."""

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        table_bits: int = TABLE_BITS,
        evaluation: Evaluation | None = None,
    ) -> None:
        """Make a searcher; `evaluation` replaces the game's own."""
        super().__init__(game, seed)
        self._evaluation: Final = evaluation or game.rules.evaluation()
        self._tree: Final = AlphaBeta(
            game.start().state,
            self._evaluation,
            game.rules.repetition,
            table_bits,
        )
        knows = evaluation is not None or game.rules.has_evaluation
        self._doubt: Final = 0.0 if knows else NOTHING_KNOWN
        self._unseen: Collection[int] = ()

    def stop(self) -> None:
        self._tree.halt()

    def forget(self) -> None:
        self._tree.forget()

    def misjudge(self, points: int) -> None:
        """Offset every evaluation by up to `points`, always alike for the same position."""
        self._tree.misjudge(points, self.seed)

    def overlook(self, actions: Collection[int]) -> None:
        """Exclude these legal actions at the root of the next searches.

        If they are all the legal actions of a root, none is excluded there.
        """
        self._unseen = actions

    def _ready(self) -> None:
        self._tree.ready()

    def _think(self, record: Record, limits: Limits, tell: Tell | None, lines: int) -> Report:
        seen = information_set(record, self.seed)
        lines = min(lines, len(seen.legal))
        unseen = [code for code in seen.legal if code in self._unseen]
        if len(unseen) == len(seen.legal):
            unseen = []
        unsearched = self._at_a_glance(seen, unseen, lines)
        report = self._report(seen, unsearched, 0, 0)
        known: dict[int, Found] = {}
        nodes = 0
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            for number, guess in enumerate(seen.guesses):
                left = 0 if limits.nodes is None else max(1, limits.nodes - nodes)
                self._tree.begin(guess, list(seen.earlier), left, price_of_going_on(seen.steps))
                found = self._at_depth(
                    depth, lines, unseen, known.get(number, []), careful=limits.depth is None
                )
                nodes += self._tree.count()
                if self._tree.is_halted():
                    break
                known[number] = found
            if self._tree.is_halted():
                if found and not seen.hidden:  # part of this depth, then the last one
                    best = _first_of(found, known.get(0, unsearched))
                    report = self._report(seen, best, depth - 1, nodes)
                break
            report = self._report(seen, _merged(known.values())[:lines], depth, nodes)
            if tell is not None:
                tell(report)
            if _is_solved(report, depth, lines):
                break
        report = Report(report.lines, report.depth, nodes, self.elapsed_ms())
        if tell is not None and self._tree.is_halted():
            tell(report)
        return report

    def _at_a_glance(self, seen: InformationSet, unseen: Collection[int], lines: int) -> Found:
        """Return actions with their static values, for a search stopped before depth 1 ends."""
        evaluation, state = self._evaluation, seen.guesses[0]
        codes = [code for code in seen.legal if code not in unseen]
        codes.sort(key=lambda code: -evaluation.get_promise(state, code))
        found: Found = []
        for code in codes[:lines]:
            value = value_after(evaluation, state, code)
            found.append((value - _price(seen, state, code, value), [code]))
        return sorted(found, key=lambda pair: -pair[0])

    def _at_depth(
        self, depth: int, lines: int, unseen: list[int], last: Found, *, careful: bool
    ) -> Found:
        """Return the best lines at `depth`; fewer, perhaps none, if the search is stopped midway.

        If `careful`, an action that lets the other side win at once is ranked last and replaced by
        another. A search with a depth limit is not careful.
        """
        found: Found = []
        lost: Found = []
        while len(found) < lines and len(found) + len(lost) < max(lines, _TRIES):
            self._tree.exclude([*unseen, *(line[0] for _, line in (*found, *lost))])
            value = self._value(depth, last[len(found)][0] if len(found) < len(last) else None)
            line = self._tree.line()
            if not line:
                break
            halted = self._tree.is_halted()
            if halted:
                value = _last_value(last, value)
            if careful and abs(value) < PROVEN and self._tree.loses_at_once(line):
                lost.append((min(value, _AS_GOOD_AS_LOST), line))
            else:
                found.append((value, line))
            if halted:
                break
        return sorted([*found, *lost], key=lambda pair: -pair[0])[:lines]

    def _value(self, depth: int, near: int | None) -> int:
        """Return the value at `depth`, searched with an aspiration window around `near` first."""
        if near is None or depth < _ASPIRATION_DEPTH or abs(near) >= PROVEN:
            return self._tree.run(depth, -INFINITE, INFINITE)
        below = above = _ASPIRATION_WINDOW
        while True:
            alpha, beta = max(near - below, -INFINITE), min(near + above, INFINITE)
            value = self._tree.run(depth, alpha, beta)
            if self._tree.is_halted() or alpha < value < beta:
                return value
            if value <= alpha:
                below = INFINITE if below > 300 else 4 * below
            else:
                above = INFINITE if above > 300 else 4 * above

    def _report(self, seen: InformationSet, found: Found, depth: int, nodes: int) -> Report:
        return Report(
            tuple(self._line(seen, value, codes) for value, codes in found),
            depth,
            nodes,
            self.elapsed_ms(),
        )

    def _line(self, seen: InformationSet, value: int, codes: list[int]) -> Line:
        state = seen.guesses[0]
        if seen.hidden:
            state = next((s for s in seen.guesses if _can_be_played(s, codes)), state)
        value += _price(seen, state, codes[0], value)
        return Line(spell(self.game, state, codes), score_of(value, seen.sign(), self._doubt))


def _price(seen: InformationSet, state: State, code: int, value: int) -> int:
    """Return the points by which the tree lowers the value of an action that continues the turn."""
    if abs(value) >= PROVEN or state.after(code).get_seat() != state.get_seat():
        return 0
    return price_of_going_on(seen.steps)


def _can_be_played(state: State, codes: list[int]) -> bool:
    """Return whether the line is legal in this guess."""
    for code in codes:
        if code not in state.codes():
            return False
        state = state.after(code)
    return True


def _last_value(last: Found, value: int) -> int:
    """Return the last depth's best value, for a line that a stopped search left without one."""
    return last[0][0] if last else value


def _first_of(found: Found, last: Found) -> Found:
    """Return the best line of a stopped depth, followed by those of the last completed depth.

    If that line is as good as lost and the last depth has a better one, the last depth's lines win.
    """
    first = found[0]
    others = [pair for pair in last if pair[1][0] != first[1][0]]
    if others and first[0] <= _AS_GOOD_AS_LOST < others[0][0]:
        return others
    return [first, *others][: max(1, len(last))]


def _merged(guesses: Collection[Found]) -> Found:
    """Merge the lines of several guesses; the action that is best in most guesses comes first."""
    votes: Counter[int] = Counter()
    known: dict[int, Found] = {}
    for found in guesses:
        votes[found[0][1][0]] += 1
        for value, line in found:
            known.setdefault(line[0], []).append((value, line))
    merged = [(sum(v for v, _ in pairs) // len(pairs), pairs[0][1]) for pairs in known.values()]
    return sorted(merged, key=lambda pair: (-votes[pair[1][0]], -pair[0]))


def _is_solved(report: Report, depth: int, lines: int) -> bool:
    """Return whether the only wanted line is a proven win or loss within `depth` actions."""
    return lines == 1 and report.score.wins_in is not None and abs(report.score.wins_in) <= depth


def score_of(value: int, sign: int, doubt: float = 0.0) -> Score:
    """Convert a value of the tree, seen from the seat of `sign`, to a score for first.

    `doubt` is that of a value which is not proven.
    """
    if abs(value) < PROVEN:
        return Score(sign * value, doubt=doubt)
    distance = max(1, WIN - abs(value))
    return Score(sign * value, sign * distance if value > 0 else -sign * distance)
