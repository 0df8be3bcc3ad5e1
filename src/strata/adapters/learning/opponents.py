"""The opponents that play the other seat in an environment for one player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from strata.core.errors import IllegalAction, StrataError, shown
from strata.core.game import Game
from strata.core.learning.batch import Batch
from strata.core.position import Position
from strata.search.players import make_player

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Policy = Callable[[Any, Any], Any]
"""A function that takes observations and masks, a row for each game, and returns choices."""


class UnknownOpponent(StrataError):
    """An object that cannot play the other seat."""


class Opponent(ABC):
    """A player that chooses for the seat that acts, in the games of `rows`."""

    @abstractmethod
    def choose(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int32]: ...

    def begin(self, rows: NDArray[np.intp], seeds: NDArray[np.int64]) -> None:  # noqa: B027
        """Note that the games of `rows` begin anew; `seeds` determine random choices in them."""


class RandomOpponent(Opponent):
    """A player of uniformly random legal choices, drawn from the streams of the batch."""

    def choose(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        return batch.sample()[rows]


class PolicyOpponent(Opponent):
    """A player that calls a function of observations and masks."""

    def __init__(self, policy: Policy) -> None:
        self._policy: Final = policy

    def choose(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        import numpy as np

        given = np.asarray(self._policy(batch.observations[rows], batch.masks[rows]))
        if given.shape != rows.shape or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"the opponent gave an array of {given.dtype} {given.shape}, expected "
                f"{len(rows)} whole numbers, a choice for each game given to it"
            )
        for row, choice in zip(rows, given, strict=True):
            if not 0 <= choice < batch.choices or not batch.masks[row, choice]:
                raise IllegalAction(
                    f"the opponent chose {choice} in game {row}, which the mask does not allow"
                )
        return given.astype(np.int32)


class EngineOpponent(Opponent):
    """A computer player that knows what its seat may see, and nothing of earlier positions."""

    def __init__(self, game: Game, name: str) -> None:
        self._game: Final = game
        self._name: Final = name
        self._plans: Final[dict[int, list[int]]] = {}
        self._seeds: Final[dict[int, int]] = {}
        make_player(game, name)  # raises UnknownPlayer early

    def begin(self, rows: NDArray[np.intp], seeds: NDArray[np.int64]) -> None:
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            self._seeds[row] = seed
            self._plans.pop(row, None)

    def choose(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        import numpy as np

        return np.array([self._next(batch, int(row)) for row in rows], np.int32)

    def _next(self, batch: Batch, row: int) -> int:
        chosen = batch.chosen(row)
        if not chosen or row not in self._plans:
            position = batch.position(row)
            player = make_player(self._game, self._name, seed=self._seed(batch, row, position))
            action = player.choose(self._game.record(position))
            self._plans[row] = batch.spell(row, action.code)
        return self._plans[row][len(chosen)]

    def _seed(self, batch: Batch, row: int, position: Position) -> int:
        """Return a seed that differs for each action, but is the same for all of a preset."""
        seed = self._seeds.get(row, 0)
        view = position.view(position.seat)
        return seed if view.presets(seed) else seed + int(batch.lengths[row])


def make_opponent(game: Game, given: object) -> Opponent:
    """Return the opponent for `random`, a level (1 to 10), a player's name, or a function.

    Raises UnknownOpponent, or UnknownPlayer for a name.
    """
    if given == "random":
        return RandomOpponent()
    if isinstance(given, Opponent):
        return given
    if isinstance(given, str) or (hasattr(given, "__index__") and not isinstance(given, bool)):
        return EngineOpponent(game, str(given))
    if callable(given):
        return PolicyOpponent(given)
    raise UnknownOpponent(
        f"opponent: got {shown(repr(given))}, expected 'random', a level from 1 to 10, the name of "
        "a computer player or a function of observations and masks"
    )
