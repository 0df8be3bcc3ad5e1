"""The program against the reference, at length:

    python -m tests.games.frozen.compare 20000 [--seed SEED]

Progress goes to stderr. Ctrl-C stops with the summary of what was compared so far. The first
difference is shown in full and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator

import strata
from tests.games.frozen.reference import MECHANICS, Position, Rules, read
from tests.games.frozen.scattered import DOOMED, cornered, scattered

_SIGNS = (
    ("leap-capture", "*"),
    ("shadow-", "~"),
    ("fuse", "+"),
    ("load", ">"),
    ("de-fuse", "/"),
    ("unload", "<"),
    ("capture", "x"),
    ("move", "-"),
)


class Difference(Exception):
    """Where the two disagree, in full."""


def kind_of(action: str) -> str:
    """What an action is called in the counts."""
    word = re.match(r"([a-z]{2,}):|end$", action)
    if word:
        return word[1] or "end"
    found = [name for name, sign in _SIGNS if sign in action]
    if found[0] == "leap-capture":
        return found[0]
    return "".join(found[:2]) if found[0] == "shadow-" else found[0]


def mechanics_of(names: set[str], bare: bool) -> str:
    """The option for those switched on (`bare`) or off."""
    sign = "+" if bare else "-"
    return ("bare" if bare else "full") + "".join(
        sign + name for name in MECHANICS if name in names
    )


class Comparison:
    """Compares positions and counts what came up."""

    def __init__(self, seed: str) -> None:
        self.choose = random.Random(seed)
        self.positions = 0
        self.plays = 0
        self.seen: Counter[str] = Counter()
        """Kinds of actions, of phases and of outcomes."""

    def some_mechanics(self) -> str:
        choose = self.choose
        if choose.random() < 0.5:
            return "full"
        if choose.random() < 0.2:
            return "bare"
        names = set(choose.sample(MECHANICS, choose.randint(1, 6)))
        return mechanics_of(names, bare=choose.random() < 0.5)

    def check(self, position: strata.Position, reference: Position, how: str) -> None:
        """Everything that can be asked about a position."""
        actions, expected = list(position.actions()), reference.actions()
        text = str(position)
        if actions != expected:
            missing = sorted({*expected} - {*actions})
            wrong = sorted({*actions} - {*expected})
            raise Difference(
                f"{how}\nposition  {text}\n"
                f"only the reference has  {' '.join(missing)}\nonly the program has  "
                f"{' '.join(wrong)}"
            )
        pairs = (
            ("text", text, str(reference)),
            ("outcome", str(position.outcome()), str(reference.outcome())),
            ("seat", position.seat, reference.seat),
            ("begins_turn", position.begins_turn, reference.begins_turn),
        )
        for name, ours, theirs in pairs:
            if ours != theirs:
                raise Difference(
                    f"{how}\nposition  {text}\n{name} of the program    {ours}\n"
                    f"{name} of the reference  {theirs}"
                )
        self.positions += 1
        self.seen[f"phase {text.split(' ')[6][0]}"] += 1
        self.seen[str(position.outcome()).rpartition(" ")[2]] += 1
        for name in {kind_of(action) for action in actions}:
            self.seen[f"offered {name}"] += 1
        for name, kind in {(act.name, act.kind) for act in reference.legal.values()}:
            if name in ("move", "capture"):
                self.seen[f"{name} of {kind}"] += 1

    def check_play(
        self, position: strata.Position, reference: Position, action: str, how: str
    ) -> tuple[strata.Position, Position]:
        after, expected = position.play(action), reference.play(action)
        if str(after) != str(expected):
            raise Difference(
                f"{how}\nposition   {position}\naction     {action}\n"
                f"program    {after}\nreference  {expected}"
            )
        self.plays += 1
        self.seen[f"played {kind_of(action)}"] += 1
        return after, expected

    def some_of_each(self, actions: list[str], count: int) -> list[str]:
        """Up to `count` actions of different kinds: first those seldom played so far."""
        by_kind: dict[str, list[str]] = {}
        for action in actions:
            by_kind.setdefault(kind_of(action), []).append(action)
        kinds = sorted(by_kind)
        self.choose.shuffle(kinds)
        rare = sorted(kinds, key=lambda kind: self.seen[f"played {kind}"])[: count // 2]
        kinds = rare + [kind for kind in kinds if kind not in rare]
        return [self.choose.choice(by_kind[kind]) for kind in kinds[:count]]

    def walk(self, start: str, mechanics: str, steps: int, plays: int) -> None:
        """Compares positions from `start` on, and a few plays in each."""
        limit = self.choose.choice((1000, 1000, 1000, 500, 0))
        game = strata.game("frozen", mechanics=mechanics, ply_limit=limit)
        rules = Rules.of(mechanics, limit)
        position = game.position(start)
        how = f"mechanics  {mechanics}\nply_limit  {limit}"
        for _ in range(steps):
            reference = read(str(position), rules)
            self.check(position, reference, how)
            chosen = self.some_of_each(reference.actions(), plays)
            if not chosen:
                return
            afters = []
            for action in chosen:
                after, _ = self.check_play(position, reference, action, how)
                if after.outcome():
                    self.check(after, read(str(after), rules), how)
                afters.append(after)
            # Else what is inside a turn would come up less often.
            by_phase = {str(after).split(" ")[6][0]: after for after in afters}
            inside = sorted(by_phase.keys() - {"-"})
            position = by_phase[self.choose.choice(inside)] if inside else afters[-1]

    def game_walk(self, steps: int = 12, plays: int = 4) -> None:
        """A stretch somewhere in a random game."""
        mechanics = self.some_mechanics()
        game = strata.game("frozen", mechanics=mechanics)
        position = game.start()
        uniform = self.choose.random() < 0.5
        depths = (0, 10, 60, 200, 500, 1000) if strata.compiled() else (0, 10)
        for _ in range(self.choose.choice(depths)):
            if position.outcome():
                break
            before = position
            if uniform:
                code = self.choose.choice(position.state.codes())
                position = strata.Position(game.rules, position.state.after(code))
            else:
                actions = [str(action) for action in position.actions()]
                position = position.play(self.some_of_each(actions, 1)[0])
        if position.outcome():
            position = before
        self.walk(str(position), mechanics, steps, plays)

    def scattered_walk(self, steps: int = 6, plays: int = 4) -> None:
        self.walk(scattered(self.choose), self.some_mechanics(), steps, plays)

    def cornered_walk(self, steps: int = 2, plays: int = 4) -> None:
        self.walk(cornered(self.choose), "bare", steps, plays)

    def run(self) -> Iterator[None]:
        """One walk after the other, for ever."""
        self.walk(DOOMED, "bare+weather", 2, 4)
        while True:
            self.cornered_walk()
            yield
            for _ in range(4):
                self.scattered_walk()
                yield
            self.game_walk()
            yield

    def summary(self) -> str:
        lines = [f"{self.positions} positions and {self.plays} actions compared"]
        lines += [f"  {name}: {count}" for name, count in sorted(self.seen.items())]
        return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.frozen.compare")
    parser.add_argument("positions", type=int)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    comparison = Comparison(options.seed)
    begin = shown = time.monotonic()
    try:
        for _ in comparison.run():
            now = time.monotonic()
            if now - shown > 5:
                shown = now
                rate = comparison.positions / (now - begin)
                print(f"{comparison.positions} positions, {rate:.0f}/s", file=sys.stderr)
            if comparison.positions >= options.positions:
                break
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    except Difference as difference:
        print(comparison.summary())
        print(f"DIFFERENCE\n{difference}")
        return 1
    print(comparison.summary())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
