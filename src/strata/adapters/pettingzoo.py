"""PettingZoo environments of Strata's games: `env()` and `raw_env()` return turn-based (AEC) ones.

    from strata.adapters import pettingzoo
    env = pettingzoo.env(NAME)

The agents are `first` and `second`. An agent acts until its action is complete, which may take
several steps, and a turn may have several actions: read `agent_selection` and do not assume that
agents alternate. An observation is a dictionary: `observation` has planes, rows and columns from
the agent's side of the board, and `action_mask` has the allowed choices, all 0 for an agent that
does not act.

For an illegal choice `raw_env` raises IllegalAction, and `env` ends the game with -1 for the agent.
`env` also asserts that actions are in the action space. Both are done here, because PettingZoo's
wrappers take ten times as long as a step.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from strata.adapters.learning.opening import open_game, require
from strata.adapters.learning.rendering import MODES, check_mode, render
from strata.core.errors import IllegalAction
from strata.core.game import Game
from strata.core.learning.batch import Batch
from strata.core.learning.encoding import ActionSpace
from strata.core.outcome import SEATS, Seat

require("pettingzoo", "PettingZoo environments", "rl")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

Observation = dict[str, "NDArray[Any]"]
_HIGHEST: Final = 255


class StrataEnv(AECEnv[Seat, Observation, int]):
    """An environment of one game. It has no `state`, which would reveal what is hidden."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "strata",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game,
        *,
        actions: ActionSpace = "tokens",
        limit: int | None = None,
        render_mode: str | None = None,
        forgiving: bool = False,
    ) -> None:
        """Open an environment; with `forgiving` an illegal action ends the game instead of raising.

        Without it, an illegal action raises IllegalAction.
        """
        super().__init__()
        self.metadata = {**type(self).metadata, "name": f"strata_{game.name}_v0"}
        self.game: Final = game
        self.render_mode = check_mode(render_mode)
        self._forgiving: Final = forgiving
        self._batch: Final = Batch(
            game.start(),
            1,
            actions=actions,
            limit=limit,
            autoreset=False,
            illegal="forfeit" if forgiving else "raise",
        )
        self.possible_agents = list(SEATS)
        self.agents: list[Seat] = []
        shape, choices = self._batch.shape, self._batch.choices
        self._observation_space: Final = spaces.Dict(
            {
                "observation": spaces.Box(0, _HIGHEST, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (choices,), np.int8),
            }
        )
        self._action_spaces: Final = {seat: spaces.Discrete(choices) for seat in SEATS}
        self._nothing: Final = np.zeros(choices, np.int8)
        self._choice: Final = np.zeros(1, np.int32)

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        return self._observation_space

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The games have no chance; `seed` seeds the action spaces only."""
        self._batch.reset()
        if seed is not None:
            for number, space in enumerate(self._action_spaces.values()):
                space.seed(seed + number)
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos: dict[Seat, dict[str, Any]] = {seat: {} for seat in SEATS}
        self.agent_selection = SEATS[int(self._batch.seats[0])]

    def observe(self, agent: Seat) -> Observation:
        """Return what `agent` sees, in new arrays."""
        batch = self._batch
        if agent == SEATS[batch.seats[0]]:
            return {
                "observation": batch.observations[0].copy(),
                "action_mask": batch.masks[0].copy(),
            }
        return {"observation": batch.observe(agent)[0], "action_mask": self._nothing.copy()}

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise gymnasium.error.ResetNeeded(
                "step was called before reset or after the end of the game"
            )
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        if self._forgiving:
            assert self._action_spaces[agent].contains(action), (
                f"action {action!r} of {agent} is not in the action space"
            )
        elif (
            not isinstance(action, int | np.integer)
            or isinstance(action, bool)
            or not 0 <= action < batch.choices
        ):
            raise IllegalAction(
                f"got {action!r}, expected a whole number from 0 to {batch.choices - 1}"
            )
        self._cumulative_rewards[agent] = 0.0
        self._choice[0] = action  # type: ignore[assignment]  # None was refused
        batch.step(self._choice)
        if batch.terminated[0] or batch.truncated[0]:
            terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            first, second = batch.rewards[0].tolist()
            self.rewards = {"first": first, "second": second}
            outcome = batch.outcome(0)
            for info in self.infos.values():
                info["outcome"] = "truncated" if outcome is None else outcome.reason
            self._accumulate_rewards()
        self.agent_selection = SEATS[batch.seats[0]]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render the board as a spectator may see it, which reveals nothing to either agent."""
        return render(self._batch.position(0).view(None), self.render_mode)

    def close(self) -> None:
        self._batch.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(
    game: str | Game,
    *,
    actions: ActionSpace = "tokens",
    limit: int | None = None,
    render_mode: str | None = None,
    definition: str | os.PathLike[str] | None = None,
    **options: object,
) -> StrataEnv:
    """Return an environment that raises IllegalAction; `options` are those of the game."""
    return StrataEnv(
        open_game(game, definition, options), actions=actions, limit=limit, render_mode=render_mode
    )


def env(
    game: str | Game,
    *,
    actions: ActionSpace = "tokens",
    limit: int | None = None,
    render_mode: str | None = None,
    definition: str | os.PathLike[str] | None = None,
    **options: object,
) -> StrataEnv:
    """Return an environment in which an illegal action loses the game.

    `options` are those of the game.
    """
    return StrataEnv(
        open_game(game, definition, options),
        actions=actions,
        limit=limit,
        render_mode=render_mode,
        forgiving=True,
    )
