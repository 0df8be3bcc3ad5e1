"""Computer players by name: `make_player(game, "engine")`, a level, or a baseline.

`engine` is the search that plays the game best; the game names it. `alpha-beta` and `mcts` are the
two methods. `uct` is Monte-Carlo tree search with uniform random playouts and no evaluation.
`greedy` plays the action with the best static value, `random` any legal action.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Final

from strata.core.action import Action
from strata.core.chance import choose_random
from strata.core.errors import InvalidLimit, StrataError, listed, shown
from strata.core.game import Game
from strata.core.record import Record
from strata.search.information_set import information_set
from strata.search.iterative_deepening import TABLE_BITS, AlphaBetaSearcher
from strata.search.levels import LEVELS, Level, UnknownPlayer, level
from strata.search.monte_carlo_searcher import MonteCarloSearcher
from strata.search.one_ply import value_after
from strata.search.report import Limits, Report
from strata.search.searcher import NothingToSearch, Searcher

__all__ = [
    "LEVELS",
    "METHODS",
    "PLAYERS",
    "NoEvaluation",
    "Player",
    "UnknownPlayer",
    "make_player",
    "make_searcher",
]

METHODS: Final = ("engine", "alpha-beta", "mcts", "uct")
PLAYERS: Final = (*METHODS, "greedy", "random")
DEFAULT_MS: Final = 1000
_SMALL_TABLE: Final = 15
_WITHIN_TURN: Final = 4


class NoEvaluation(StrataError):
    """A player that plays by the game's evaluation, in a game that has none."""


def make_searcher(
    game: Game,
    name: str = "engine",
    *,
    seed: int = 0,
    workers: int = 1,
    table_bits: int = TABLE_BITS,
) -> Searcher:
    """Return a searcher of `game` that uses the method called `name`.

    Raises UnknownPlayer for an unknown name, and InvalidLimit unless `workers` is 1 to 64.
    """
    if not 1 <= workers <= 64:
        raise InvalidLimit(f"{workers} workers: expected 1 to 64")
    method = game.rules.method if name == "engine" else name
    if method == "alpha-beta":
        return AlphaBetaSearcher(game, seed, table_bits=table_bits)
    if method in ("mcts", "uct"):
        return MonteCarloSearcher(game, seed, informed=method == "mcts", workers=workers)
    raise UnknownPlayer(f"no method {shown(name)}: expected {listed(METHODS)}")


def make_player(
    game: Game, name: str, *, seed: int = 0, time_ms: int | None = None, workers: int = 1
) -> Player:
    """Return the player called `name`, or the level with that number.

    `time_ms` limits the time per action; a level never takes longer than its own limit. Raises
    UnknownPlayer, NoEvaluation for `greedy` in a game without an evaluation, and InvalidLimit for
    `time_ms` or `workers` out of range.
    """
    if name == "random":
        return RandomPlayer(game, name, seed)
    if name == "greedy":
        return GreedyPlayer(game, name, seed)
    if name in METHODS:
        limits = Limits(time_ms=DEFAULT_MS if time_ms is None else time_ms)
        searcher = make_searcher(game, name, seed=seed, workers=workers)
        return SearchPlayer(
            game, name, searcher, limits, within_turn=1 if name == "uct" else _WITHIN_TURN
        )
    if name.removeprefix("-").isdecimal():
        return LevelPlayer(game, level(name), seed, time_ms)
    raise UnknownPlayer(
        f"no player {shown(name)}: expected {listed(PLAYERS)} or a level, 1 to {len(LEVELS)}"
    )


class Player(ABC):
    """A player that chooses actions for the seat that acts, knowing only what that seat may see."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self.game: Final = game
        self.name: Final = name
        self.seed: Final = seed
        self.searcher: Searcher | None = None
        self.last: Report | None = None
        """The report behind the last choice; None if no search was needed."""

    def choose(self, record: Record) -> Action:
        """Return the action to play. Raises NothingToSearch when the game is over."""
        legal = record.actions()
        if not legal:
            raise NothingToSearch(f"nothing to choose: the game is over ({record.outcome()})")
        self.last = None
        return legal[0] if len(legal) == 1 else self._choose(record)

    def _ready_made(self, record: Record) -> Action | None:
        """Return the next action of a preset, where the game offers presets; None otherwise.

        The seed picks one preset for the whole set-up. No search does better at a long set-up that
        the other seat does not see, and none is as quick.
        """
        seat = record.seat
        offered = record.position.view(seat).presets(self.seed)
        if not offered:
            return None
        unknown = [preset for preset in offered if preset.varied]
        actions = Random(f"{self.seed}/{seat}").choice(unknown or offered).actions
        return record.position.find(actions[0]) if actions else None

    @abstractmethod
    def _choose(self, record: Record) -> Action: ...

    def stop(self) -> None:
        """Make a running `choose` return at once."""
        if self.searcher is not None:
            self.searcher.stop()

    def new_game(self) -> None:
        if self.searcher is not None:
            self.searcher.forget()


class RandomPlayer(Player):
    """A player that plays random legal actions."""

    def _choose(self, record: Record) -> Action:
        return choose_random(record.actions(), self.seed, record.length)


class GreedyPlayer(Player):
    """A player that plays the action with the best static value; a win outranks everything."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        """Raises NoEvaluation."""
        super().__init__(game, name, seed)
        if not game.rules.has_evaluation:
            raise NoEvaluation(
                f"{name} plays by an evaluation, and {game.name} has none: "
                f"expected {listed(other for other in PLAYERS if other != name)} or a level, "
                f"1 to {len(LEVELS)}"
            )
        self._evaluation: Final = game.rules.evaluation()

    def _choose(self, record: Record) -> Action:
        known = information_set(record, self.seed, 2)
        state = known.guesses[0]
        chance = Random(f"{self.seed}/{len(record.played)}")

        def worth(action: Action) -> tuple[int, float]:
            return value_after(self._evaluation, state, action.code), chance.random()

        return max(known.legal.values(), key=worth)


class SearchPlayer(Player):
    """A player that plays what a search finds.

    The first action of a turn gets the full limits, since its search already sees the whole turn.
    For the later actions of the turn the limits are divided by `within_turn`.
    """

    def __init__(
        self,
        game: Game,
        name: str,
        searcher: Searcher,
        limits: Limits,
        *,
        within_turn: int = _WITHIN_TURN,
    ) -> None:
        super().__init__(game, name, searcher.seed)
        self.searcher: Searcher = searcher
        self._limits: Final = limits
        self._shorter: Final = limits.divided(within_turn)

    def _choose(self, record: Record) -> Action:
        prepared = self._ready_made(record)
        if prepared is not None:
            return prepared
        limits = self._limits if record.position.begins_turn else self._shorter
        self.last = self.searcher.think(record, limits)
        return self.last.action


class LevelPlayer(SearchPlayer):
    """A player of a level (`strata.search.levels`)."""

    def __init__(self, game: Game, chosen: Level, seed: int, time_ms: int | None) -> None:
        self.level: Final = chosen
        allowed = chosen.time_ms if time_ms is None else min(time_ms, chosen.time_ms)
        nodes = chosen.nodes(game)
        knows_nothing = game.rules.method == "uct"
        depth = None if knows_nothing else chosen.depth
        limits = Limits(time_ms=allowed, nodes=nodes, depth=depth)
        bits = TABLE_BITS if nodes is None or nodes > 100_000 else _SMALL_TABLE
        method = "alpha-beta" if chosen.notices < 1 and not knows_nothing else "engine"
        searcher = make_searcher(game, method, seed=seed, table_bits=bits)
        if isinstance(searcher, AlphaBetaSearcher):
            searcher.misjudge(chosen.misjudges)
        super().__init__(game, str(chosen.number), searcher, limits)

    def _choose(self, record: Record) -> Action:
        if self.level.notices == 1:
            return super()._choose(record)
        chance = Random(f"{self.seed}/{len(record.played)}")
        legal = record.position.view(record.seat).actions()
        unseen = {action.code for action in legal if chance.random() >= self.level.notices}
        if isinstance(self.searcher, AlphaBetaSearcher):
            self.searcher.overlook(unseen)
            return super()._choose(record)
        return self._best_noticed(record, unseen)

    def _best_noticed(self, record: Record, unseen: set[int]) -> Action:
        """Return the best action outside of `unseen`, by a search of all actions."""
        prepared = self._ready_made(record)
        if prepared is not None:
            return prepared
        limits = self._limits if record.position.begins_turn else self._shorter
        self.last = self.searcher.think(record, limits, lines=len(record.actions()))
        found = (line.actions[0] for line in self.last.lines)
        return next((action for action in found if action.code not in unseen), self.last.action)
