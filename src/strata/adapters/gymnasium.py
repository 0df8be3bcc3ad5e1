"""Gymnasium environments of Strata's games: one player against an opponent.

    import gymnasium
    import strata.adapters.gymnasium
    env = gymnasium.make("strata/NAME-v0", opponent=3, seat="random")
    envs = gymnasium.make_vec("strata/NAME-v0", num_envs=256, opponent="random")

The opponent is `random`, a level from 1 to 10, the name of a computer player, or a function that
takes observations and masks (a row for each game) and returns choices. An observation has planes,
rows and columns, seen from the player's side of the board. The allowed choices are in
`info["action_mask"]`, and `action_masks()` returns them too. An illegal choice loses the game:
reward -1 and `info["illegal"]`. The reward is 1 for a won game, -1 for a lost one, else 0.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import strata
from strata.adapters.learning.duel import Duel, OwnSeat
from strata.adapters.learning.opening import open_game, require
from strata.adapters.learning.opponents import make_opponent
from strata.adapters.learning.rendering import MODES, check_mode, render
from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.learning.encoding import ActionSpace

require("gymnasium", "Gymnasium environments", "rl")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.error import InvalidAction, ResetNeeded  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX: Final = "strata/"
_HIGHEST: Final = 255


class UnknownOptions(StrataError):
    """Arguments that an environment does not take."""


class StrataEnv(gymnasium.Env["NDArray[np.uint8]", int]):
    """An environment of one game for one player. Every array that it returns is new."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: object = "random",
        seat: OwnSeat = "first",
        actions: ActionSpace = "tokens",
        limit: int | None = None,
        render_mode: str | None = None,
        definition: str | os.PathLike[str] | None = None,
        **options: object,
    ) -> None:
        """Open an environment; `options` are those of the game.

        `seat` is the player's seat; `random` draws it for each game.
        """
        self.game: Final = open_game(game, definition, options)
        self.render_mode = check_mode(render_mode)
        self._duel: Final = Duel(
            self.game,
            1,
            make_opponent(self.game, opponent),
            seat=seat,
            actions=actions,
            limit=limit,
        )
        batch = self._duel.batch
        self.observation_space = spaces.Box(0, _HIGHEST, batch.shape, np.uint8)
        self.action_space = spaces.Discrete(batch.choices)  # type: ignore[assignment]
        self._ready = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a game. `options` are ignored."""
        super().reset(seed=seed)
        self._ready = False
        self._duel.reset(self.np_random)
        self._ready = True
        return self._duel.observe()[0], self._info(illegal=False)

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if not self._ready or self._duel.over[0]:
            raise ResetNeeded("step was called before reset or after the end of the game")
        if not self.action_space.contains(action):
            raise InvalidAction(
                f"got action {action!r}, expected a whole number from 0 to "
                f"{self._duel.batch.choices - 1}"
            )
        self._ready = False  # an interrupted opponent leaves its turn unfinished
        rewards, illegal = self._duel.step(np.array([action], np.int64))
        self._ready = True
        batch = self._duel.batch
        if self.render_mode == "human":
            self.render()
        return (
            self._duel.observe()[0],
            float(rewards[0]),
            bool(batch.terminated[0]),
            bool(batch.truncated[0]),
            self._info(illegal=bool(illegal[0])),
        )

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.action_masks(),
            "seat": "first" if self._duel.own[0] == 0 else "second",
        }
        if illegal:
            info["illegal"] = True
        if self._duel.over[0]:
            outcome = self._duel.batch.outcome(0)
            info["outcome"] = "truncated" if outcome is None else outcome.reason
        return info

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask of the allowed choices; sb3-contrib calls this name."""
        masks: NDArray[np.int8] = self._duel.batch.masks[0].copy()
        return masks

    def render(self) -> Any:
        """Render the board as the player may see it."""
        return render(self._duel.view(0), self.render_mode)

    def close(self) -> None:
        self._duel.close()


class StrataVectorEnv(VectorEnv["NDArray[np.uint8]", "NDArray[Any]", "NDArray[Any]"]):
    """An environment of many games at once, built on `strata.batch`.

    The default autoreset mode is NEXT_STEP: a game that ended begins anew with the next step,
    whatever its action is. Returned arrays are copies, unless `copy` is False; then the next step
    overwrites observations and masks.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES)}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponent: object = "random",
        seat: OwnSeat = "first",
        actions: ActionSpace = "tokens",
        limit: int | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        definition: str | os.PathLike[str] | None = None,
        **options: object,
    ) -> None:
        self.game: Final = open_game(game, definition, options)
        self.num_envs = num_envs
        self.render_mode = check_mode(render_mode)
        self._mode: Final = _autoreset_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self._mode}
        self._copies: Final = copy
        self._duel: Final = Duel(
            self.game,
            num_envs,
            make_opponent(self.game, opponent),
            seat=seat,
            actions=actions,
            limit=limit,
            threads=threads,
        )
        batch = self._duel.batch
        self.single_observation_space = spaces.Box(0, _HIGHEST, batch.shape, np.uint8)
        self.single_action_space = spaces.Discrete(batch.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ready = False
        self._ended: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games, or with autoreset disabled those of `options["reset_mask"]`."""
        super().reset(seed=seed)
        rows = _reset_mask(options, self.num_envs)
        if rows is not None and not self._ready:
            raise ResetNeeded("reset was called for some games before it was called for all")
        self._ready = False
        self._duel.reset(self.np_random, rows, seeded=rows is None or seed is not None)
        self._ended = self._duel.over
        self._ready = True
        return self._observe(), self._infos(np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if not self._ready:
            raise ResetNeeded("step was called before reset")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise InvalidAction(
                f"got an array of {given.dtype} {given.shape}, expected {self.num_envs} whole "
                "numbers"
            )
        duel = self._duel
        fresh = self._ended
        self._ready = False  # until all is done, since an opponent may be interrupted
        if self._mode is AutoresetMode.DISABLED and fresh.any():
            self._ready = True
            raise ResetNeeded(
                f"game {int(fresh.argmax())} is over, and autoreset is disabled: expected a reset "
                'with options={"reset_mask": ...}'
            )
        if fresh.any():  # NEXT_STEP
            rewards, illegal = duel.step(np.where(fresh, 0, given))
            duel.reset(self.np_random, fresh, seeded=False)
        else:
            rewards, illegal = duel.step(given)
        ended, truncated = duel.batch.terminated.copy(), duel.batch.truncated.copy()
        infos: dict[str, Any] = {}
        over = ended | truncated
        if self._mode is AutoresetMode.SAME_STEP and over.any():
            infos["final_obs"] = _some_rows(duel.observe(), over)
            infos["_final_obs"] = over
            infos["final_info"] = self._infos(illegal & over, over)
            infos["_final_info"] = over
            duel.reset(self.np_random, over, seeded=False)
            illegal = illegal & ~over
            over = duel.over
        self._ended = over
        self._ready = True
        infos.update(self._infos(illegal))
        return self._observe(), rewards.astype(np.float64), ended, truncated, infos

    def action_masks(self) -> NDArray[np.int8]:
        """Return the masks of the allowed choices, a row for each game."""
        masks = self._duel.batch.masks
        return masks.copy() if self._copies else masks

    def _observe(self) -> NDArray[np.uint8]:
        if self._copies or self._duel.over.any():
            return self._duel.observe()
        return self._duel.batch.observations

    def _infos(
        self, illegal: NDArray[np.bool_], rows: NDArray[np.bool_] | None = None
    ) -> dict[str, Any]:
        there = np.ones(self.num_envs, np.bool_) if rows is None else rows
        masks = self._duel.batch.masks
        infos: dict[str, Any] = {
            "action_mask": masks.copy() if self._copies or rows is not None else masks,
            "_action_mask": there,
            "seat": np.where(self._duel.own == 0, "first", "second").astype(object),
            "_seat": there,
        }
        if illegal.any():
            infos["illegal"] = infos["_illegal"] = illegal
        over = self._duel.over
        if over.any():
            infos["outcome"] = np.full(self.num_envs, None, object)
            infos["_outcome"] = over
            for row in np.flatnonzero(over).tolist():
                outcome = self._duel.batch.outcome(row)
                infos["outcome"][row] = "truncated" if outcome is None else outcome.reason
        return infos

    def render(self) -> tuple[Any, ...] | None:
        """Render the boards as the player may see them."""
        if self.render_mode is None:
            return None
        return tuple(render(self._duel.view(row), self.render_mode) for row in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self._duel.close()


def _autoreset_mode(given: AutoresetMode | str) -> AutoresetMode:
    for mode in AutoresetMode:
        if given in (mode, mode.value, mode.name):
            return mode
    names = ", ".join(mode.name for mode in AutoresetMode)
    raise UnknownOptions(f"autoreset_mode: got {given!r}, expected one of {names}")


def _reset_mask(options: dict[str, Any] | None, size: int) -> NDArray[np.bool_] | None:
    if not options or "reset_mask" not in options:
        return None
    mask = np.asarray(options["reset_mask"])
    if mask.shape != (size,) or mask.dtype != np.bool_:
        raise UnknownOptions(
            f"reset_mask: got an array of {mask.dtype} {mask.shape}, expected {size} booleans"
        )
    return mask


def _some_rows(values: NDArray[Any], rows: NDArray[np.bool_]) -> NDArray[Any]:
    """Return an array of objects: the rows of `values` where `rows` is true, None elsewhere."""
    found = np.full(len(values), None, object)
    for row in np.flatnonzero(rows):
        found[row] = values[row]
    return found


def environment_id(name: str) -> str:
    """Return the id under which the game called `name` is registered."""
    return f"{PREFIX}{name}-v0"


def register_games() -> None:
    """Register every game as `strata/NAME-v0`, once."""
    for name in strata.games():
        identity = environment_id(name)
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point=f"{__name__}:{StrataEnv.__name__}",
                vector_entry_point=f"{__name__}:{StrataVectorEnv.__name__}",
                kwargs={"game": name},
                disable_env_checker=True,
                order_enforce=False,
            )


register_games()
