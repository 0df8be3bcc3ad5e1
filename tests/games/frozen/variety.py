"""Seeded games that together use every action type, printed for comparing two builds.

Run as a program: plays by choosing a type of action that was seldom played, one never played before
all others, and prints every position with a digest of its actions; last the table of types.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter

import strata
from tests.both_builds import name_build
from tests.conformance.trace import judge
from tests.games.frozen.layout import position_text

SEEDS = range(1, 4)
LENGTH = 260
JUDGED = 10
# Positions from which rare types are near.
STARTS = (
    position_text(
        {
            "c9": "Q",
            "g9": "c",
            "f8": "p",
            "e7": "P+N",
            "g6": "S{R}",
            "c5": "Z{M}",
            "e5": "J(s10)",
            "d4": "A",
            "c3": "T",
            "f3": "N",
            "i3": "O",
            "c2": "X",
            "f2": "F",
            "i2": "B",
            "l2": "D",
            "m1": "R",
            "k12": "q",
            "n13": "r(wm4.n4)",
            "h16": "P",
            "l12": "C",
            "n8": "J",
            "p10": "x",
        },
        shadows="e4:R,d5:S,h9:q,f10:N",
        tombs="h3*:R.n,c8:p",
    ),
    position_text(
        {
            "h16": "k",
            "g15": "n",
            "i15": "r",
            "f14": "p",
            "c13": "s{p}",
            "i11": "q",
            "d10": "j(s10)",
            "f8": "f",
            "i8": "t",
            "d6": "L",
            "g6": "Q",
            "e5": "B",
            "c4": "P",
            "i3": "R",
            "g2": "C",
            "h1": "K",
            "b12": "z{m}",
            "m14": "a(p3)",
            "l5": "x",
            "k5": "m",
        },
        side="b",
        shadows="b5:d,c7:s{~n},c9:r",
        tombs="d9*:n.P,k9:R",
        traps="Jc3,jm9",
        weather="Te9:4,vb5:s3",
        turn=9,
    ),
)


def kind_of(action: str) -> str:
    """The type of an action: its word or signs."""
    if (found := re.match(r"([a-z]+):", action)) and found[1] not in "abcdefghijklmnop":
        return found[1]
    return re.sub(r"[a-p]\d+|:[A-Z]|(?<=/)[A-Z]|(?<=<)\d+", "", action) or action


def play(seed: int, counts: Counter[str]) -> list[str]:
    game = strata.game("frozen")
    choose = random.Random(seed)
    position = game.start() if seed == 3 else game.position(STARTS[seed - 1])
    lines = []
    for step in range(LENGTH):
        actions = position.actions()
        if step % JUDGED == 0:
            lines.append(judge(position))
        digest = hashlib.sha256(" ".join(actions).encode()).hexdigest()[:16]
        key = position.state.get_key()
        lines.append(f"{position} | {len(actions)} {digest} {key:016x} {position.outcome()}")
        if not actions:
            break
        kinds = sorted({kind_of(action) for action in actions})
        wanted = min(kinds, key=lambda kind: (counts[kind], choose.random()))
        if counts[wanted] and choose.random() < 0.3:
            wanted = choose.choice(kinds)
        action = choose.choice([action for action in actions if kind_of(action) == wanted])
        counts[wanted] += 1
        position = position.play(action)
    return lines


def main() -> None:
    print(name_build())
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        print("\n".join(play(seed, counts)))
    for kind, count in sorted(counts.items()):
        print(f"TYPE {kind} {count}")


if __name__ == "__main__":
    main()
