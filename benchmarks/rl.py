"""Measure the steps a second of learning programs, masks and observations included.

    python benchmarks/rl.py                       batches of every game, and PettingZoo
    python benchmarks/rl.py --peers PYTHON        compared with EnvPool, pgx and PettingZoo's chess

All players choose at random among the allowed actions. Rates are in processor time, so that a busy
machine matters little; the rate of `--threads` threads is by the clock. The peers are measured in
the same run by the given interpreter, which must have them installed: envpool, pgx with jax, and
pettingzoo[classic].
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import strata
from strata.adapters import pettingzoo

PEERS = {
    "EnvPool Chess-v1": """
import envpool, numpy as np
envs = envpool.make_gymnasium("Chess-v1", num_envs=SIZE, num_threads=1)
random = np.random.default_rng(1)
observation, info = envs.reset()
def step():
    global info
    mask = np.asarray(info["legal_action_mask"]).reshape(SIZE, -1).astype(float)
    actions = (mask * random.random(mask.shape)).argmax(1).astype(np.int32)
    *_, info = envs.step(actions)
""",
    "pgx chess": """
import jax, pgx, numpy as np
env = pgx.make("chess")
init, forward = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
state = init(jax.random.split(jax.random.PRNGKey(1), SIZE))
random = np.random.default_rng(1)
def step():
    global state
    mask = np.asarray(state.legal_action_mask).astype(float)
    actions = (mask * random.random(mask.shape)).argmax(1).astype(np.int32)
    state = forward(state, actions)
    np.asarray(state.observation)
""",
    "PettingZoo chess_v6": """
from pettingzoo.classic import chess_v6
import numpy as np
env = chess_v6.raw_env()
env.reset()
random = np.random.default_rng(1)
def step():
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        env.reset()
    else:
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
""",
}
_RUN = """
import time
for _ in range(3):
    step()
began, used, count = time.perf_counter(), time.process_time(), 0
while time.perf_counter() - began < SECONDS:
    step()
    count += 1
print(count * SIZE / (time.process_time() - used))
"""


def rate(step: Callable[[], None], size: int, seconds: float) -> tuple[float, float]:
    """Return the steps a second by the clock and by processor time."""
    for _ in range(3):
        step()
    began, used, count = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - began < seconds:
        step()
        count += size
    return count / (time.perf_counter() - began), count / (time.process_time() - used)


def batch_step(name: str, size: int, threads: int) -> Callable[[], None]:
    batch = strata.batch(name, size, threads=threads, seed=1)
    for _ in range(200):  # into the middle of games
        batch.step(batch.sample())

    def step() -> None:
        batch.step(batch.sample())

    return step


def pettingzoo_step(name: str) -> Callable[[], None]:
    env = pettingzoo.raw_env(name)
    env.reset()
    random = np.random.default_rng(1)

    def step() -> None:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
        else:
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))

    return step


def measure_peer(python: str, name: str, size: int, seconds: float) -> float | None:
    """Return the steps a second of a peer by processor time, or None if it is missing.

    The peer runs in a process of its own.
    """
    program = f"SIZE, SECONDS = {size}, {seconds}\n{PEERS[name]}{_RUN}"
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["no word"])[-1]
        print(f"{name:22} not measured: {said[:90]}")
        return None
    return float(done.stdout.split()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--peers", metavar="PYTHON", help="the interpreter that has the peers")
    given = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, {given.size} games a batch")
    peers: dict[str, Any] = {}
    if given.peers:
        for name in PEERS:
            size = 1 if name.startswith("PettingZoo") else given.size
            found = measure_peer(given.peers, name, size, given.seconds)
            if found:
                peers[name] = found
                print(f"{name:22} {found:12,.0f} steps a core-second")
    for name in strata.games():
        clock, core = rate(batch_step(name, given.size, 1), given.size, given.seconds)
        several, _ = rate(batch_step(name, given.size, given.threads), given.size, given.seconds)
        times = ", ".join(
            f"{core / found:.0f} × {peer}" for peer, found in peers.items() if "Zoo" not in peer
        )
        print(
            f"{name:10} batch      {core:12,.0f} steps a core-second; by the clock {clock:,.0f} on "
            f"one thread, {several:,.0f} on {given.threads}   {times}"
        )
    for name in strata.games():
        _, core = rate(pettingzoo_step(name), 1, given.seconds)
        times = ", ".join(
            f"{core / found:.0f} × {peer}" for peer, found in peers.items() if "Zoo" in peer
        )
        print(f"{name:10} pettingzoo {core:12,.0f} steps a core-second   {times}")


if __name__ == "__main__":
    main()
