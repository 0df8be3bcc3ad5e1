"""One player against an opponent in many games at once: the base of the Gymnasium environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from strata.adapters.learning.opponents import Opponent
from strata.core.game import Game
from strata.core.learning.batch import LEAVE, Batch, UnknownSeat
from strata.core.learning.encoding import ActionSpace
from strata.core.outcome import SEATS
from strata.core.position import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SEEDS: Final = 1 << 62
OwnSeat = Literal["first", "second", "random"]


class Duel:
    """Games in which the learner has one seat and the opponent the other.

    After every reset and step the learner acts in all games that are not over.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        opponent: Opponent,
        *,
        seat: OwnSeat = "first",
        actions: ActionSpace = "tokens",
        limit: int | None = None,
        threads: int = 1,
    ) -> None:
        if seat not in (*SEATS, "random"):
            raise UnknownSeat(f"seat: got {seat!r}, expected 'first', 'second' or 'random'")
        self.batch: Final = Batch(
            game.start(),
            size,
            actions=actions,
            threads=threads,
            limit=limit,
            autoreset=False,
            illegal="forfeit",
        )
        import numpy as np

        self._opponent: Final = opponent
        self._seat: Final = seat
        self.own: Final[NDArray[np.int8]] = np.zeros(size, np.int8)
        """The learner's seat in each game: 0 first, 1 second."""
        self._rows: Final = np.arange(size)

    @property
    def over(self) -> NDArray[np.bool_]:
        return self.batch.terminated | self.batch.truncated

    def reset(
        self,
        random: np.random.Generator,
        rows: NDArray[np.bool_] | None = None,
        *,
        seeded: bool = True,
    ) -> None:
        """Begin all games anew, or those of `rows`; with `seeded`, the batch's streams too."""
        import numpy as np

        which = np.ones(len(self.own), np.bool_) if rows is None else rows
        if self._seat == "random":
            drawn = random.integers(0, 2, len(self.own), dtype=np.int8)
            self.own[which] = drawn[which]
        else:
            self.own[which] = SEATS.index(self._seat)
        seeds = random.integers(0, _SEEDS, len(self.own))
        self._opponent.begin(np.flatnonzero(which), seeds[which])
        self.batch.reset(which, seed=int(seeds[0]) if seeded else None)
        self._answer()

    def step(self, choices: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play the learner's choices; return the rewards, and which choices were illegal.

        An illegal choice loses the game. Games that are over are left alone.
        """
        import numpy as np

        batch = self.batch
        over = self.over
        possible = np.clip(choices, 0, batch.choices - 1)
        illegal = ~over & ((choices != possible) | (batch.masks[self._rows, possible] == 0))
        batch.step(np.where(over, LEAVE, np.where(illegal, batch.choices, choices)))
        rewards = batch.rewards[self._rows, self.own]
        return rewards + self._answer(), illegal

    def _answer(self) -> NDArray[np.float32]:
        """Let the opponent act wherever it is its turn; return the learner's rewards from that."""
        import numpy as np

        total = np.zeros(len(self.own), np.float32)
        while True:
            rows = np.flatnonzero(~self.over & (self.batch.seats != self.own))
            if not len(rows):
                return total
            choices = np.full(len(self.own), LEAVE, np.int32)
            choices[rows] = self._opponent.choose(self.batch, rows)
            self.batch.step(choices)
            total += self.batch.rewards[self._rows, self.own]

    def observe(self) -> NDArray[np.uint8]:
        """Return what the learner sees in each game, in a new array."""
        seen: NDArray[np.uint8] = self.batch.observations.copy()
        over = self.over
        for number, seat in enumerate(SEATS):
            rows = over & (self.own == number)
            if rows.any():
                seen[rows] = self.batch.observe(seat)[rows]
        return seen

    def view(self, row: int) -> View:
        """Return the position of a game as the learner may see it."""
        return self.batch.position(row).view(SEATS[int(self.own[row])])

    def close(self) -> None:
        self.batch.close()
