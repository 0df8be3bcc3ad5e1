"""`strata engine`: the engine's side of the line protocol in docs/engine-protocol.md.

One thread reads lines and another searches, so that `stop`, `isready`, `show` and `quit` work
during a search. The session ends only on `quit`, at the end of the input, or when the output is
closed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

import strata
from strata.adapters.engine_options import OFF, EngineOptions, option_lines
from strata.adapters.engine_search import EngineSearch
from strata.adapters.go_command import parse_go
from strata.adapters.words import BadLine, Quoted, keyword, quoted, split_words
from strata.core.errors import StrataError, UnknownOption, listed, shown
from strata.core.game import Game
from strata.core.option import parse_settings
from strata.core.record import Record
from strata.games import rules_class
from strata.search.players import make_player
from strata.search.searcher import NothingToSearch

if TYPE_CHECKING:
    from strata.search.players import Player

PROTOCOL: Final = 1
LONGEST_LINE: Final = 4 * 1024 * 1024
_LEAVE_SECONDS: Final = 2.0


class Session:
    """One conversation with the program that drives the engine."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source: Final = source
        self._target: Final = target
        self._saying: Final = threading.Lock()
        self._gone = False
        self._options = EngineOptions()
        self._record: Record | None = None
        self._player: Player | None = None
        self._search: EngineSearch | None = None
        self._commands: Final[dict[str, Callable[[list[str]], None]]] = {
            "strata": self._introduce,
            "isready": self._ready,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "show": self._show,
        }

    def run(self) -> None:
        """Execute commands until `quit`, the end of the input, or a closed output."""
        try:
            while not self._gone:
                line = self._source.readline(LONGEST_LINE)
                if not line or line.split() == ["quit"]:
                    break
                if len(line) == LONGEST_LINE and not line.endswith("\n"):
                    self._drop_rest()
                    self._say(f"error line too long: expected at most {LONGEST_LINE} characters")
                    continue
                self._obey(line)
        finally:
            if self._search is not None:
                self._search.stop()
                self._search.wait(_LEAVE_SECONDS)

    def _drop_rest(self) -> None:
        while (more := self._source.readline(LONGEST_LINE)) and not more.endswith("\n"):
            pass

    def _obey(self, line: str) -> None:
        try:
            words = split_words(line)
            if not words:
                return
            name = keyword(words, "a command")
            command = self._commands.get(name)
            if command is None:
                known = listed([*self._commands, "quit"])
                raise BadLine(f"no command {shown(name)}: expected one of {known}")
            command(words)
        except StrataError as error:
            self._say(f"error {error}")
        except Exception as error:  # no line may end the session
            self._say(f"error {type(error).__name__}: {error}")

    def _say(self, line: str) -> None:
        """Write one line, whole and at once, from whichever thread."""
        with self._saying:
            try:
                self._target.write(" ".join(line.splitlines()) + "\n")
                self._target.flush()
            except (OSError, ValueError):
                self._gone = True

    # The commands. Each takes the words after its name.

    def _introduce(self, words: list[str]) -> None:
        _expect_end(words)
        self._say(f"id name Strata {strata.__version__}")
        self._say("id author the authors of Strata")
        self._say(f"protocol {PROTOCOL}")
        self._say(f"games {' '.join(strata.games())}")
        for line in option_lines():
            self._say(line)
        self._say("strataok")

    def _ready(self, words: list[str]) -> None:
        _expect_end(words)
        self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        """Execute `setoption name X value Y`."""
        self._expect_idle()
        _expect(words, "name")
        name = keyword(words, "the name of an option")
        _expect(words, "value")
        value = keyword(words, "a value")
        _expect_end(words)
        self._options = self._options.with_option(name, value)
        self._player = None

    def _new_game(self, words: list[str]) -> None:
        """Execute `newgame GAME [option=value …] [definition "TEXT"]`."""
        self._expect_idle()
        name = keyword(words, "the name of a game")
        settings: list[str] = []
        definition: str | None = None
        while words:
            word = keyword(words, "option=value")
            if word != "definition":
                settings.append(word)
            elif not words or not isinstance(words[0], Quoted) or definition is not None:
                raise BadLine("expected one text in quotation marks after definition")
            else:
                definition = words.pop(0)
        game = _open_game(name, settings, definition)
        self._record, self._player = game.record(), None

    def _set_position(self, words: list[str]) -> None:
        """Execute `position start|"TEXT" [actions A B …]`. A faulty line changes nothing."""
        self._expect_idle()
        game = Game(self._need_record().rules)
        if not words:
            raise BadLine(
                "got the end of the line, expected start or a position in quotation marks"
            )
        where = words.pop(0)
        if not isinstance(where, Quoted) and where != "start":
            raise BadLine(f"got {shown(where)}, expected start or a position in quotation marks")
        record = game.record(str(where) if isinstance(where, Quoted) else None)
        if words:
            _expect(words, "actions")
            record.play_all(words)
        self._record = record

    def _go(self, words: list[str]) -> None:
        self._expect_idle()
        record = self._need_record()
        command = parse_go(words, record.seat)
        own_limits = self._options.level != OFF
        if own_limits and (command.limits.nodes or command.limits.depth):
            raise BadLine("a level looks as far as it does: nodes and depth need Level off")
        outcome = record.outcome()
        if outcome is not None:
            raise NothingToSearch(f"there is nothing to choose: the game is over ({outcome})")
        if self._player is None:
            self._player = make_player(
                Game(record.rules),
                self._options.player,
                seed=self._options.seed,
                workers=self._options.workers,
            )
        self._search = EngineSearch(
            self._player,
            record,
            command,
            lines=self._options.lines,
            own_limits=own_limits,
            say=self._say,
        )
        self._search.start()

    def _stop(self, words: list[str]) -> None:
        _expect_end(words)
        if self._search is not None:
            self._search.stop()

    def _show(self, words: list[str]) -> None:
        _expect_end(words)
        record = self._need_record()
        outcome = record.outcome()
        state = f"over {quoted(str(outcome))}" if outcome else f"seat {record.seat}"
        count = len(record.actions())
        self._say(f"shown position {quoted(str(record.position))} {state} actions {count}")

    def _expect_idle(self) -> None:
        if self._search is not None and self._search.is_running:
            raise BadLine("a search is running: expected stop, isready, show or quit")

    def _need_record(self) -> Record:
        if self._record is None:
            raise BadLine("no game yet: expected newgame GAME first")
        return self._record


def _open_game(name: str, settings: list[str], definition: str | None) -> Game:
    given = parse_settings(" ".join(settings))
    kind = rules_class(name)
    if definition is not None and not kind.definable:
        raise UnknownOption(f"{name} takes no definition: its rules cannot be customised")
    return Game(kind.open(given, definition))


def _expect(words: list[str], word: str) -> None:
    found = keyword(words, word)
    if found != word:
        raise BadLine(f"got {shown(found)}, expected {word}")


def _expect_end(words: list[str]) -> None:
    if words:
        raise BadLine(f"got {shown(' '.join(words))}, expected the end of the line")
