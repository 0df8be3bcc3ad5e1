"""OpenSpiel versions of Strata's games: importing this module registers each as `strata_NAME`.

    import pyspiel
    import strata.adapters.openspiel
    game = pyspiel.load_game("strata_NAME(option=value)")

The options of a game are parameters. So are `limit` (the number of actions after which a game is a
draw) and `actions` (`tokens` or `whole`). With tokens the same player acts until its action is
complete. Where something is hidden, an observation has a public part, which is what a spectator
sees, and a private part. An information state adds all that the player did and saw done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import strata
from strata.adapters.learning.opening import require
from strata.core.game import Game
from strata.core.kernel.lane import Lane
from strata.core.learning.batch import LIMIT, decode_result, make_desk
from strata.core.learning.encoding import NoEncoding
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position

require("pyspiel", "OpenSpiel games", "openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX: Final = "strata_"
_PLAYERS: Final = 2
_EYES: Final[tuple[Seat | None, ...]] = (*SEATS, None)


def hides_something(game: Game) -> bool:
    """Return whether something is hidden from a spectator at the start."""
    start = game.start()
    return game.rules.conceal(start.state, None) is not start.state


def describe_type(game: Game) -> pyspiel.GameType:
    hidden = hides_something(game)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_PLAYERS,
        min_num_players=_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "limit": LIMIT,
            "actions": "tokens",
            **{option.name: option.default for option in game.options},
        },
    )


class StrataGame(pyspiel.Game):
    """A game of Strata; each subclass sets its `name`."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        limit = given.pop("limit", LIMIT)
        actions = given.pop("actions", "tokens")
        self.game: Final = strata.game(self.name, **given)
        self.encoding, self.desk, self.limit = make_desk(self.game.rules, actions, limit, False)
        if not self.limit:
            raise NoEncoding("limit: got 0, expected at least 1: games of OpenSpiel must end")
        self.whole: Final = actions == "whole"
        self.hides: Final = hides_something(self.game)
        longest = 1 if self.whole else self.encoding.encoder.longest
        info = pyspiel.GameInfo(
            num_distinct_actions=self.desk.choices,
            max_chance_outcomes=0,
            num_players=_PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit * longest,
        )
        super().__init__(describe_type(self.game), info, params or {})

    def new_initial_state(self) -> StrataState:
        return StrataState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> StrataObserver:
        return StrataObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class Run:
    """The choices of a game and the position they led to; OpenSpiel copies and pickles it."""

    def __init__(self, game: StrataGame) -> None:
        self._game: Final = game
        self.choices: list[int] = []
        self.lane = Lane(game.desk, 0, game.game.start().state)
        self.lane.restart()

    def take(self, choice: int) -> None:
        self.lane.take(choice)
        self.choices.append(choice)

    def __deepcopy__(self, memo: dict[int, Any]) -> Run:
        twin = Run.__new__(Run)
        vars(twin).update(_game=self._game, choices=self.choices.copy(), lane=self.lane.copy())
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_run, (str(self._game), tuple(self.choices))


def _restore_run(game: str, choices: tuple[int, ...]) -> Run:
    run = Run(pyspiel.load_game(game))
    for choice in choices:
        run.take(choice)
    return run


class StrataState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: StrataGame) -> None:
        super().__init__(game)
        self.run = Run(game)
        self.memories: dict[Seat | None, list[str]] = {seat: [] for seat in _EYES}
        """By seat, what it did and saw done; by None, what a spectator saw."""

    @property
    def lane(self) -> Lane:
        return self.run.lane

    def strata_game(self) -> StrataGame:
        game: StrataGame = self.get_game()
        return game

    def position(self) -> Position:
        return Position(self.strata_game().game.rules, self.lane.get_state())

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.lane.over else self.lane.get_seat()

    def _legal_actions(self, player: int) -> list[int]:
        return self.lane.get_choices() if player == self.lane.get_seat() else []

    def _apply_action(self, action: int) -> None:
        actor = SEATS[self.lane.get_seat()]
        text = self._action_to_string(SEATS.index(actor), action)
        blind = self._who_is_blind()
        self.run.take(action)
        for eye in _EYES:
            self.memories[eye].append("?" if eye in blind and eye != actor else text)
        for eye in blind - self._who_is_blind():  # everything is shown to it
            self.memories[eye].append(f"[{self.position()}]")

    def _who_is_blind(self) -> set[Seat | None]:
        """Return the seats from which something is hidden; None stands for a spectator."""
        game = self.strata_game()
        if not game.hides:
            return set()
        state = self.lane.get_state()
        return {eye for eye in _EYES if game.game.rules.conceal(state, eye) is not state}

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.strata_game()
        if game.whole:
            return f"action {action}"
        token = game.encoding.token(action, SEATS[player])
        return f"{token.kind} {token.id}"

    def is_terminal(self) -> bool:
        return bool(self.lane.over)

    def returns(self) -> list[float]:
        if not self.lane.over:
            return [0.0, 0.0]
        rules = self.strata_game().game.rules
        outcome = decode_result(rules, self.lane.result, self.lane.get_seat())
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "first" else [-1.0, 1.0]

    def chosen(self) -> str:
        """Return the tokens of the action in progress."""
        chosen = self.lane.get_chosen()
        if not chosen:
            return ""
        seat = SEATS[self.lane.get_seat()]
        gesture = self.strata_game().encoding.gesture(chosen, seat)
        return " > " + " ".join(token.id for token in gesture)

    def __str__(self) -> str:
        return f"{self.position()}{self.chosen()}"


class StrataObserver:
    """An observer of what a player sees; the public part is what a spectator sees."""

    def __init__(
        self, game: StrataGame, iig_obs_type: pyspiel.IIGObservationType, params: Any
    ) -> None:
        if params:
            raise ValueError(f"observers take no parameters, got {params}")
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("observers show the private information of one player, not of all")
        self._game: Final = game
        self._type: Final = iig_obs_type
        self._hides: Final = game.hides
        private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._private: Final = private
        encoder = game.encoding.encoder
        shape = (game.desk.planes, encoder.rows, encoder.columns)
        size = int(np.prod(shape))
        pieces = [name for name, there in self._pieces() if there]
        self.tensor: NDArray[np.float32] = np.zeros(size * len(pieces), np.float32)
        self.dict = {
            name: self.tensor[size * place : size * (place + 1)].reshape(shape)
            for place, name in enumerate(pieces)
        }

    def _pieces(self) -> tuple[tuple[str, bool], ...]:
        """Return which tensors exist; a requested view of a player includes the public part."""
        public = bool(self._type.public_info)
        own = self._private and (self._hides or public)
        return ("public", public and not own), ("view", own)

    def set_from(self, state: StrataState, player: int) -> None:
        rules = self._game.game.rules
        if "view" in self.dict:
            flat = np.frombuffer(state.lane.get_view(player), np.uint8)
            self.dict["view"][:] = flat.reshape(self.dict["view"].shape)
        if "public" in self.dict and not self._hides:
            flat = np.frombuffer(state.lane.get_view(player), np.uint8)
            self.dict["public"][:] = flat.reshape(self.dict["public"].shape)
        elif "public" in self.dict:
            planes = self.dict["public"]
            planes.fill(0)
            encoder = self._game.encoding.encoder
            seen = rules.conceal(state.lane.get_state(), None)
            flat = np.frombuffer(encoder.get_planes(seen, player), np.uint8)
            planes[: encoder.planes] = flat.reshape((-1, *planes.shape[1:]))

    def string_from(self, state: StrataState, player: int) -> str:
        position, seat = state.position(), SEATS[player]
        open_to_all = self._game.game.rules.conceal(position.state, None) is position.state
        parts = []
        if self._type.perfect_recall and (self._private or self._type.public_info):
            parts.append(" ".join(state.memories[seat if self._private else None]))
        if self._type.public_info:
            parts.append(f"{position.view(None)}{state.chosen() if open_to_all else ''}")
        if self._private and not open_to_all:
            parts.append(f"{position.view(seat)}")
        if self._private and self._type.public_info:
            parts.insert(0, seat)
        return " | ".join(parts)


def register_games() -> None:
    """Register every game that has an encoding, once."""
    known = set(pyspiel.registered_names())
    for name in strata.games():
        game = strata.game(name)
        if f"{PREFIX}{name}" in known or game.rules.encoding() is None:
            continue
        kind = type(f"Strata_{name}", (StrataGame,), {"name": name, "__module__": __name__})
        globals()[kind.__name__] = kind  # pickle looks for it there
        pyspiel.register_game(describe_type(game), kind)


register_games()
