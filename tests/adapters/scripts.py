"""Engines that misbehave: small programs, each with one fault."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

_GREETING = 'print("id name Bad 1\\noption name Seed type spin", flush=True)'
_LOOP = """
import sys, time
import strata
game = record = None
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "strata":
        {greeting}
        print("strataok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "newgame":
        game = strata.game(words[1])
    elif words[0] == "position":
        text, _, actions = line.partition(" actions ")
        record = game.record().play_all(actions.split())
    elif words[0] == "quit":
        break
    elif words[0] == "go":
        asked += 1
        legal = record.actions()
        {answer}
"""
_ANSWERS = {
    "good": 'print(f"info depth 1\\nbestmove {legal[0]}", flush=True)',
    "dies-in-the-game": (
        "if asked == 3: raise SystemExit(f'no idea what to do')\n"
        '        print(f"bestmove {legal[0]}", flush=True)'
    ),
    "hangs": "time.sleep(600)",
    "garbage": 'print("\\x00\\xff what? \\u20ac", flush=True)',
    "floods": 'while True: print("info " + 200 * "x", flush=True)',
    "illegal": 'print("bestmove z99", flush=True)',
    "empty": 'print("bestmove", flush=True)',
    "error": 'print("error I do not know this game", flush=True)',
}
_WHOLE = {
    "dies-at-once": "import sys; sys.exit('cannot start')",
    "never-answers": "import time; time.sleep(600)",
    "prints-garbage": "print('hello?' * 3); import sys; sys.stdin.read()",
    "deaf": "import time; print('strataok', flush=True); time.sleep(600)",
}
FAULTS = tuple(name for name in _ANSWERS if name != "good")


def engine(folder: Path, kind: str) -> str:
    """The command of an engine of that kind."""
    code = _WHOLE.get(kind) or _LOOP.format(greeting=_GREETING, answer=_ANSWERS[kind])
    script = folder / f"{kind}.py"
    script.write_text(code, encoding="utf-8")
    return shlex.join([sys.executable, str(script)])


OURS = shlex.join(
    [
        sys.executable,
        "-c",
        "import sys; from strata.cli.main import main; sys.exit(main(['engine']))",
    ]
)
