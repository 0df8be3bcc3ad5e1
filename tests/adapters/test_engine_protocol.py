"""`strata engine` as another program meets it: docs/engine-protocol.md."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strata
from strata.adapters import engine_protocol
from strata.adapters.engine_protocol import Session
from strata.adapters.words import quoted
from strata.core.record import Record
from strata.games import VARIABLE
from tests.patience import PATIENCE
from tests.places import ROOT

INFO = re.compile(
    r"info rank \d+ depth \d+ score (points -?\d+|wins -?\d+|unclear) "
    r"nodes \d+ nps \d+ time \d+ line \S.*"
)


class Conversation:
    """A session in a thread of its own, between two pipes."""

    def __init__(self) -> None:
        read_end, write_end = os.pipe()
        back_read, back_write = os.pipe()
        self.to_engine = os.fdopen(write_end, "w", encoding="utf-8")
        self.from_engine = os.fdopen(back_read, encoding="utf-8")
        source = os.fdopen(read_end, encoding="utf-8", errors="replace")
        target = os.fdopen(back_write, "w", encoding="utf-8", errors="replace")

        def run() -> None:
            with source, target:
                Session(source, target).run()

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def say(self, *lines: str) -> None:
        self.to_engine.write("".join(f"{line}\n" for line in lines))
        self.to_engine.flush()

    def hear(self, beginning: str) -> str:
        """The next line that begins so; only info lines may come before it."""
        for line in self.from_engine:
            if line.startswith(beginning):
                return line.rstrip("\n")
            assert line.startswith("info "), line
        raise AssertionError(f"the session ended before {beginning!r}")

    def hear_all(self) -> list[str]:
        """What is said until the answer to `isready`, without info lines."""
        self.say("isready")
        heard: list[str] = []
        for line in self.from_engine:
            if line == "readyok\n":
                return heard
            if not line.startswith("info "):
                heard.append(line.rstrip("\n"))
        raise AssertionError("the session ended")

    def close(self) -> None:
        self.to_engine.close()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.from_engine.close()


@pytest.fixture
def engine() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.close()


def test_handshake(engine: Conversation) -> None:
    engine.say("strata")
    lines = engine.hear_all()
    assert lines[0] == f"id name Strata {strata.__version__}"
    assert lines[1].startswith("id author ")
    assert lines[-1] == "strataok"
    assert f"games {' '.join(strata.games())}" in lines
    options = [line.split()[2] for line in lines if line.startswith("option name ")]
    assert options == ["Level", "Method", "Seed", "Lines", "Workers"]


@pytest.mark.parametrize("name", strata.games())
def test_every_game_is_played(engine: Conversation, name: str) -> None:
    record = strata.game(name).record()
    engine.say(f"newgame {name}")
    for _ in range(4):
        engine.say(_position(record), "go time 50")
        record.play(engine.hear("bestmove ").split()[1])


def _position(record: Record) -> str:
    actions = f" actions {' '.join(record.played)}" if record.played else ""
    return f"position start{actions}"


def test_options_of_a_game_and_positions_in_quotation_marks(engine: Conversation) -> None:
    game = strata.game("daikuni", tiles=16)
    position = game.start().play("Kd4").play("Qd5")
    engine.say("newgame daikuni tiles=16", f"position {quoted(str(position))} actions Kc4", "show")
    after = position.play("Kc4")
    assert engine.hear("shown ") == (
        f"shown position {quoted(str(after))} seat second actions {len(after.actions())}"
    )


def test_a_definition(engine: Conversation) -> None:
    game = strata.game("dzura", definition="mini")
    assert game.definition
    engine.say(f"newgame dzura definition {quoted(game.definition)}", "show")
    assert quoted(str(game.start())) in engine.hear("shown ")
    engine.say("go depth 1")
    assert engine.hear("bestmove ").split()[1] in game.start().actions()


def test_limits(engine: Conversation) -> None:
    engine.say("newgame daikuni")
    for order in ("depth 1", "nodes 10", "time 20", "clock first 1000 second 1000 increment 10"):
        engine.say(f"go {order}")
        assert engine.hear("bestmove ").split()[1] in strata.game("daikuni").start().actions()


def test_go_alone_ends_by_itself(engine: Conversation) -> None:
    engine.say("newgame daikuni", "setoption name Method value alpha-beta", "go")
    assert INFO.fullmatch(engine.hear("info "))
    engine.hear("bestmove ")


def test_games_without_an_evaluation(engine: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(ROOT / "examples" / "games" / "amazons.py"))
    engine.say("newgame amazons", "setoption name Method value uct", "go nodes 50")
    assert " score unclear nodes " in engine.hear("info ")
    engine.hear("bestmove ")
    engine.say("setoption name Method value greedy", "go")
    assert "greedy plays by an evaluation, and amazons has none" in engine.hear("error ")


def test_it_listens_while_it_thinks(engine: Conversation) -> None:
    engine.say("newgame daikuni", "go infinite")
    assert INFO.fullmatch(engine.hear("info "))
    engine.say("isready")
    engine.hear("readyok")
    for line in ("newgame kyo", "position start", "go", "setoption name Lines value 2"):
        engine.say(line)
        assert "a search is running" in engine.hear("error ")
    engine.say("show")
    engine.hear("shown ")
    engine.say("stop")
    engine.hear("bestmove ")
    assert engine.hear_all() == []


@pytest.mark.parametrize("name", strata.games())
def test_a_stop_right_after_go_is_heard(engine: Conversation, name: str) -> None:
    engine.say(f"newgame {name}")
    for _ in range(3):
        engine.say("go infinite", "stop")
        engine.hear("bestmove ")


def test_infinite_waits_for_stop_although_all_is_known(engine: Conversation) -> None:
    engine.say("newgame daikuni", "setoption name Method value random", "go infinite")
    time.sleep(0.1)
    assert engine.hear_all() == []
    engine.say("stop")
    engine.hear("bestmove ")


def test_stop_without_a_search_says_nothing(engine: Conversation) -> None:
    engine.say("stop", "newgame daikuni", "stop")
    assert engine.hear_all() == []


def test_lines(engine: Conversation) -> None:
    engine.say("newgame daikuni", "setoption name Lines value 3", "go depth 2")
    ranks = set()
    for line in engine.from_engine:
        if line.startswith("bestmove"):
            break
        assert INFO.fullmatch(line.rstrip("\n"))
        ranks.add(line.split()[2])
    assert ranks == {"1", "2", "3"}


def test_levels(engine: Conversation) -> None:
    engine.say("newgame daikuni", "setoption name Level value 2", "go")
    engine.hear("bestmove ")
    engine.say("go depth 3")
    assert "Level off" in engine.hear("error ")
    engine.say("setoption name Level value 10", "go time 100")
    engine.hear("bestmove ")
    engine.say("setoption name Level value off", "go depth 1")
    engine.hear("bestmove ")


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        '"strata"',
        "strata please",
        "isready now",
        "setoption",
        "setoption name Colour value red",
        "setoption name Level value 0",
        "setoption name Level value 11",
        "setoption name Seed value -1",
        "setoption name Seed value 99999999999999999999999999",
        f"setoption name Seed value {'0' * 20}{'9' * 5000}",
        f"setoption name Lines value {'0' * 19}9999",
        "setoption name Workers value 0",
        "setoption name Lines value two",
        "setoption name Method value guess",
        "newgame",
        "newgame chess",
        "newgame daikuni tiles=17x",
        "newgame daikuni colour=red",
        "newgame daikuni tiles",
        'newgame daikuni definition "x"',
        'newgame dzura definition "x"',
        "newgame dzura definition x",
        "newgame dzura definition=/etc/passwd",
        "position",
        "position nowhere",
        'position "nonsense"',
        "position start actions z99",
        "position start moves Kd4",
        "go quickly",
        "go time 0",
        'show "',
    ],
)
def test_bad_lines_are_answered_and_change_nothing(engine: Conversation, line: str) -> None:
    engine.say("newgame daikuni tiles=16", "position start actions Kd4", line)
    (answer,) = engine.hear_all()
    assert answer.startswith("error ")
    assert "Error:" not in answer, "an error that is not named"
    engine.say("show")
    after = strata.game("daikuni", tiles=16).start().play("Kd4")
    assert quoted(str(after)) in engine.hear("shown ")


@pytest.mark.parametrize("line", ["position start", "go", "show"])
def test_without_a_game(engine: Conversation, line: str) -> None:
    engine.say(line)
    assert engine.hear_all() == ["error no game yet: expected newgame GAME first"]


def test_a_finished_game(engine: Conversation) -> None:
    actions = "Qd2 Kg2 Sg8 Sg5 Kd4 Qd5 Kd3 Sg3"
    engine.say("newgame daikuni", f"position start actions {actions}", "show", "go")
    shown, error = engine.hear_all()
    assert 'over "second wins, king-in-check" actions 0' in shown
    assert error.startswith("error ")
    assert "over (second wins, king-in-check)" in error


def test_a_line_that_is_too_long(engine: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_protocol, "LONGEST_LINE", 100)
    engine.say("show")
    engine.hear("error ")
    engine.say("x" * 1000)
    (answer,) = engine.hear_all()
    assert answer == "error line too long: expected at most 100 characters"


@settings(max_examples=60)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5))
def test_no_rubbish_ends_the_session(lines: list[str]) -> None:
    conversation = Conversation()
    try:
        words = ("quit", "go", "newgame")
        conversation.say(*(line for line in lines if not any(word in line for word in words)))
        conversation.hear_all()
    finally:
        conversation.close()


@pytest.mark.parametrize("word", ["quit", ""])
def test_leaving_while_it_thinks_gives_what_is_known(word: str) -> None:
    conversation = Conversation()
    conversation.say("newgame daikuni", "go infinite")
    conversation.hear("info ")
    if word:
        conversation.say(word)
    else:
        conversation.to_engine.close()
    conversation.hear("bestmove ")
    conversation.thread.join(PATIENCE)
    assert not conversation.thread.is_alive()
    conversation.close()


def test_the_session_of_the_manual_answers_as_printed(root: Path) -> None:
    """Lines that begin with `> ` are sent; each other one must come, `…` being anything."""
    manual = (root / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
    example = re.search(r"```\n(> strata\n.*?)```", manual, re.DOTALL)
    assert example
    conversation = Conversation()
    for line in example[1].splitlines():
        if line.startswith("> "):
            conversation.say(line.removeprefix("> "))
            continue
        pattern = ".*".join(map(re.escape, line.split("…")))
        if not line.startswith("info "):
            said = conversation.hear(line.split()[0])
            assert re.fullmatch(pattern, said), (line, said)
    conversation.close()
