"""Where a search ends: finished games, and leaves that are judged when captures are played out."""

from __future__ import annotations

import cython

from strata.search import values

if not cython.compiled:
    from strata.core.kernel.evaluation import Evaluation
    from strata.search.kernel.judging import Judging

    NOISY_PLIES = 12  # leaves.pxd has them as constants of C
    NOISY_A_DEPTH = 4
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.search.kernel.judging import Judging

WIN = cython.declare(cython.int, values.WIN)
INFINITE = cython.declare(cython.int, values.INFINITE)
DRAWN = cython.declare(cython.int, 2)
MOST = cython.declare(cython.int, 1 << 30)


class Leaves:
    """The ends of one tree, and how much it has looked at."""

    def __init__(self, evaluation: Evaluation, selective: bool) -> None:
        self.evaluation = evaluation
        self.judging = Judging(evaluation)
        self.selective = selective
        self.halted = False
        self.nodes = 0
        self.most_nodes = 0
        self.deepest = 0
        self.noisy_plies = 0

    def begin_depth(self, depth):
        """Noisy actions are followed further with each depth."""
        self.deepest = 0
        self.noisy_plies = NOISY_A_DEPTH * (depth - 1)
        if self.noisy_plies > NOISY_PLIES:
            self.noisy_plies = NOISY_PLIES

    def settle(self, frame, state):
        """What `state`, which is not over, is worth for first when its captures are played out.

        `frame` is the first of `NOISY_A_DEPTH` and one more.
        """
        value: cython.int
        frame.state.assign(state)
        self.noisy_plies = NOISY_A_DEPTH
        value = self.quiesce(frame, -INFINITE, INFINITE, 0, NOISY_A_DEPTH)
        return -value if state.seat() else value

    def look(self):
        """Counts one more position; whether the search goes on."""
        self.nodes += 1
        if self.most_nodes and self.nodes >= self.most_nodes:
            self.halted = True
        return not self.halted

    def final(self, frame, ply):
        """What a finished game is worth, seen from the seat that the state says acts."""
        winner: cython.int = frame.state.outcome() & 3
        if winner == DRAWN:
            return 0
        return WIN - ply if winner == frame.state.seat() else ply - WIN

    def most_followed(self, left):
        """How many noisy actions of a position are followed, `left` plies before no more are.

        Of a game with hundreds of actions few are: half as many with each action after the leaf.
        """
        most: cython.int = 1 + 2 * left
        narrow: cython.int
        if not self.selective:
            return MOST
        if self.evaluation.breadth:
            narrow = self.evaluation.breadth >> (self.noisy_plies - left)
            narrow = narrow if narrow > 1 else 1
            most = narrow if narrow < most else most
        return most

    def quiesce(self, frame, alpha, beta, ply, left):
        """The value when nothing but noisy actions is played; the seat may leave them alone."""
        noisy: cython.int
        enough: cython.int
        number: cython.int
        value: cython.int
        best: cython.int
        seat: cython.int
        if ply > self.deepest:
            self.deepest = ply
        if frame.state.over(frame.room):
            return self.final(frame, ply)
        best = self.judging.judge(frame.state, frame.state.memo_key())
        if best >= beta or left == 0 or self.evaluation.is_quiet(frame.state):
            return best
        if best > alpha:
            alpha = best
        noisy = self.evaluation.noisy(frame.state, frame.room, frame.ranks)
        if noisy == 0:
            return best
        seat = frame.state.seat()
        enough = self.most_followed(left)
        for number in range(enough if enough < noisy else noisy):
            frame.bring_forward(number, noisy)
            frame.next.state.assign(frame.state)
            frame.next.state.apply(frame.room[number])
            if not self.look():
                return best
            if frame.next.state.seat() == seat:
                value = self.quiesce(frame.next, alpha, beta, ply + 1, left - 1)
            else:
                value = -self.quiesce(frame.next, -beta, -alpha, ply + 1, left - 1)
            if self.halted:
                return best
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best
