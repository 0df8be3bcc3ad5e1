"""Learn a game from nothing but its rules: self-play with a tree search, as in AlphaZero.

    pip install "strata-games[train]"
    python examples/learning/alphazero.py --game daikuni --iterations 20

Many games are played side by side in one batch. The search runs in a second batch: for each
simulation its games are set to the positions of the first, descend their trees step by step, and
the network evaluates all leaves at once. A checkpoint is saved after every iteration; `--resume`
continues from it.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from rich.progress import track
from torch import nn

import strata
from strata.core.learning.batch import Batch

EXPLORATION = 1.5
NOISE = 0.25
TEMPERATURE_STEPS = 20
"""The number of choices of a game that are drawn by visits; later ones are the most visited."""


class Network(nn.Module):
    """A policy and value network.

    It maps planes to the logits of all choices and the expected result of the acting seat.
    """

    def __init__(self, shape: tuple[int, int, int], choices: int, width: int = 64) -> None:
        super().__init__()
        planes, rows, columns = shape
        self.body = nn.Sequential(
            nn.Conv2d(planes, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(width * rows * columns, 256),
            nn.ReLU(),
        )
        self.policy = nn.Linear(256, choices)
        self.value = nn.Linear(256, 1)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(planes)
        return self.policy(hidden), torch.tanh(self.value(hidden)).squeeze(1)

    @torch.no_grad()
    def judge(self, planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the probabilities of the allowed choices, and the values."""
        logits, values = self(torch.from_numpy(planes).float())
        logits = logits.masked_fill(torch.from_numpy(masks) == 0, -1e9)
        return torch.softmax(logits, 1).numpy(), values.numpy()


@dataclass
class Node:
    """A position in the search tree: its choices with priors, visits and values."""

    seat: int
    choices: np.ndarray
    priors: np.ndarray
    visits: np.ndarray = field(init=False)
    values: np.ndarray = field(init=False)
    children: dict[int, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.visits = np.zeros(len(self.choices))
        self.values = np.zeros(len(self.choices))

    def select(self) -> int:
        """Return the index of the choice with the best upper bound (PUCT)."""
        total = self.visits.sum()
        mean = self.values / np.maximum(self.visits, 1)
        bound = EXPLORATION * self.priors * np.sqrt(total + 1) / (1 + self.visits)
        return int(np.argmax(mean + bound))


def make_node(batch: Batch, row: int, probabilities: np.ndarray) -> Node:
    choices = np.flatnonzero(batch.masks[row])
    priors = probabilities[row, choices]
    return Node(int(batch.seats[row]), choices, priors / priors.sum())


def search(
    games: Batch,
    trial: Batch,
    network: Network,
    simulations: int,
    random: np.random.Generator,
) -> list[Node]:
    """Return the trees of all games after `simulations` simulations each."""
    size = len(games)
    probabilities, _ = network.judge(games.observations, games.masks)
    roots = [make_node(games, row, probabilities) for row in range(size)]
    for root in roots:
        noise = random.dirichlet(np.full(len(root.choices), 0.3))
        root.priors = (1 - NOISE) * root.priors + NOISE * noise
    for _ in range(simulations):
        trial.follow(games, np.arange(size))
        paths: list[list[tuple[Node, int]]] = [[] for _ in range(size)]
        nodes: list[Node | None] = list(roots)
        results: np.ndarray = np.zeros((size, 2), np.float32)
        while any(node is not None for node in nodes):  # down all trees by one step
            steps = np.full(size, -1)
            for row, node in enumerate(nodes):
                if node is not None:
                    place = node.select()
                    paths[row].append((node, place))
                    steps[row] = node.choices[place]
            trial.step(steps)
            results += trial.rewards
            over = trial.terminated | trial.truncated
            for row, node in enumerate(nodes):
                if node is not None:
                    nodes[row] = None if over[row] else node.children.get(paths[row][-1][1])
        probabilities, values = network.judge(trial.observations, trial.masks)
        for row, path in enumerate(paths):
            if not (trial.terminated[row] or trial.truncated[row]):
                leaf = make_node(trial, row, probabilities)
                path[-1][0].children[path[-1][1]] = leaf
                results[row, leaf.seat], results[row, 1 - leaf.seat] = values[row], -values[row]
            for node, place in path:
                node.visits[place] += 1
                node.values[place] += results[row, node.seat]
    return roots


@dataclass
class Example:
    """A position, the policy of the search, and the result of the game for the acting seat."""

    planes: np.ndarray
    mask: np.ndarray
    policy: np.ndarray
    seat: int
    result: float = 0.0


def self_play(
    game: strata.Game, network: Network, size: int, simulations: int, seed: int
) -> list[Example]:
    """Play `size` games side by side to their ends and return their positions."""
    random = np.random.default_rng(seed)
    actions = game.encoding.spaces[-1]
    games, trial = (
        strata.batch(game, size, actions=actions, autoreset=False, limit=300) for _ in range(2)
    )
    histories: list[list[Example]] = [[] for _ in range(size)]
    finished: list[Example] = []
    step = 0
    while size:
        roots = search(games, trial, network, simulations, random)
        choices = np.zeros(size, np.int64)
        for row, root in enumerate(roots):
            policy = np.zeros(games.choices, np.float32)
            policy[root.choices] = root.visits / root.visits.sum()
            histories[row].append(
                Example(games.observations[row].copy(), games.masks[row].copy(), policy, root.seat)
            )
            best = root.visits == root.visits.max()
            weights = root.visits if step < TEMPERATURE_STEPS else best
            choices[row] = random.choice(root.choices, p=weights / weights.sum())
        games.step(choices)
        step += 1
        over = games.terminated | games.truncated
        for row in np.flatnonzero(over).tolist():
            for example in histories[row]:
                example.result = float(games.rewards[row, example.seat])
            finished += histories[row]
        if over.any():  # continue the others in smaller batches
            rest = np.flatnonzero(~over)
            histories = [histories[row] for row in rest]
            size = len(rest)
            if size:
                fewer, trial = (
                    strata.batch(game, size, actions=actions, autoreset=False, limit=300)
                    for _ in range(2)
                )
                fewer.follow(games, rest)
                games = fewer
    return finished


def train(network: Network, optimiser: torch.optim.Optimizer, examples: list[Example]) -> float:
    """Train once on the examples in random order and return the mean loss."""
    losses = []
    for rows in torch.randperm(len(examples)).split(256):
        chosen = [examples[int(row)] for row in rows]
        planes = torch.from_numpy(np.stack([each.planes for each in chosen])).float()
        masks = torch.from_numpy(np.stack([each.mask for each in chosen]))
        policies = torch.from_numpy(np.stack([each.policy for each in chosen]))
        results = torch.tensor([each.result for each in chosen])
        logits, values = network(planes)
        logits = logits.masked_fill(masks == 0, -1e9)
        loss = -(policies * torch.log_softmax(logits, 1)).sum(1).mean()
        loss = loss + nn.functional.mse_loss(values, results)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def points_against_random(game: strata.Game, network: Network, size: int, seed: int) -> float:
    """Return the network's share of points against a random player, without search.

    The network is first in half of the games.
    """
    actions = game.encoding.spaces[-1]
    batch = strata.batch(game, size, actions=actions, autoreset=False, limit=300, seed=seed)
    own = np.arange(size) % 2
    rewards = np.zeros(size)
    while not (over := batch.terminated | batch.truncated).all():
        probabilities, _ = network.judge(batch.observations, batch.masks)
        mine = batch.seats == own
        choices = np.where(mine, probabilities.argmax(1), batch.sample())
        batch.step(np.where(over, -1, choices))
        rewards += batch.rewards[np.arange(size), own]
    return float((1 + rewards).mean() / 2)


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="daikuni", choices=strata.games())
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--games", type=int, default=48, help="games of self-play an iteration")
    parser.add_argument("--simulations", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, default=Path("alphazero.pt"))
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    given = parser.parse_args(arguments)
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = strata.game(given.game)
    start = game.start().state
    if game.rules.conceal(start, None) is not start:
        parser.error(f"{given.game} hides something, and this search would look at it")
    actions = game.encoding.spaces[-1]
    shape = strata.batch(game, 1, actions=actions)
    network = Network(shape.shape, shape.choices)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    done = 0
    if given.resume and given.checkpoint.exists():
        stored = torch.load(given.checkpoint, weights_only=True)
        network.load_state_dict(stored["network"])
        optimiser.load_state_dict(stored["optimiser"])
        done = stored["iterations"]
    memory: list[Example] = []
    points = points_against_random(game, network, 100, given.seed)
    print(f"before: {points:.0%} of the points against a random player", flush=True)
    for iteration in track(range(done, given.iterations), description="learning"):
        seed = 1000 * given.seed + iteration
        memory += self_play(game, network, given.games, given.simulations, seed)
        memory = memory[-30_000:]
        loss = float(np.mean([train(network, optimiser, memory) for _ in range(2)]))
        stored = {"network": network.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**stored, "iterations": iteration + 1}, given.checkpoint)
        points = points_against_random(game, network, 100, given.seed)
        print(f"iteration {iteration + 1}: loss {loss:.3f}, {points:.0%} of the points", flush=True)
    return points


if __name__ == "__main__":
    main()
