"""Teach a small network to play: maskable PPO against a random opponent.

    pip install "strata-games[train]"
    python examples/learning/ppo.py --steps 60000

Saves ten checkpoints and continues from one with `--resume`. At the end it prints the share of
games that the network wins against a random opponent, and the share of the untrained network.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import strata
from strata.adapters.gymnasium import StrataEnv


def make_env(game: str) -> MaskedEnv:
    """Return an environment of whole actions if the game numbers them, else of tokens.

    The planes are flattened to a vector, because Stable-Baselines takes planes of bytes for an
    image and would transpose them.
    """
    actions = strata.game(game).encoding.spaces[-1]
    env = StrataEnv(game, opponent="random", seat="random", actions=actions, limit=300)
    return MaskedEnv(gymnasium.wrappers.FlattenObservation(env))


class MaskedEnv(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A wrapper that exposes the action mask where MaskablePPO looks for it."""

    def action_masks(self) -> Any:
        return self.env.get_wrapper_attr("action_masks")()


def win_rate(model: MaskablePPO, game: str, games: int, seed: int) -> float:
    """Return the share of games that the model wins against a random opponent; a draw is half."""
    env = make_env(game)
    points = 0.0
    for number in range(games):
        observation, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        points += (1 + float(reward)) / 2
    return points / games


def train(given: argparse.Namespace) -> tuple[float, float]:
    """Train for `given.steps` steps and return the win rates before and after."""
    torch.set_num_threads(1)  # such a small network is slower on several
    envs = make_vec_env(lambda: make_env(given.game), n_envs=8, seed=given.seed)
    if given.resume and given.checkpoint.exists():
        model = MaskablePPO.load(given.checkpoint, env=envs)
    else:
        shape = {"net_arch": [256, 128]}
        model = MaskablePPO(
            "MlpPolicy",
            envs,
            seed=given.seed,
            n_steps=given.rollout,
            batch_size=2 * given.rollout,
            policy_kwargs=shape,
        )
    before = win_rate(model, given.game, given.games, given.seed + 10_000)
    print(f"before: {before:.0%} of {given.games} games against a random opponent", flush=True)
    for part in range(given.parts):
        model.learn(
            max(1, given.steps // given.parts),
            reset_num_timesteps=part == 0 and not given.resume,
            progress_bar=not given.quiet,
        )
        model.save(given.checkpoint)
        print(f"{model.num_timesteps:,} steps, saved as {given.checkpoint}", flush=True)
    after = win_rate(model, given.game, given.games, given.seed + 20_000)
    print(f"after: {after:.0%} of {given.games} games", flush=True)
    return before, after


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="daikuni", choices=strata.games())
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--parts", type=int, default=10, help="checkpoints on the way")
    parser.add_argument("--rollout", type=int, default=256, help="steps of a game between updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="games of each measurement")
    parser.add_argument("--checkpoint", type=Path, default=Path("ppo.zip"))
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    return train(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
