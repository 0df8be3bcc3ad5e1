"""The guide of a game: what a person needs to know before the first turn.

A guide is a folder. `guide.toml` holds the goal, the difficulty, what is special, the length and
the credits; `rules.md`, which is optional, is the short rulebook. Beside this module, cards.py
reads `cards.toml`, lesson_reader.py `lessons.toml` and puzzle.py `puzzles.jsonl`. A game without
that folder gets a guide derived from its summary.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec

from strata.core.errors import InvalidGuide, shown
from strata.core.explaining.telling import capitalised
from strata.core.option import Value, parse_settings

if TYPE_CHECKING:
    from strata.core.rules import Rules

Difficulty = Literal["easy", "medium", "hard", "extreme"]

FACTS: Final = "guide.toml"
SHORT_RULES: Final = "rules.md"
LONGEST_GOAL: Final = 140
LONGEST_TEXT: Final = 400
_DIFFICULTIES: Final = get_args(Difficulty)
_TABLES: Final = ("length", "credits")
_KEYS: Final[dict[str, type]] = {
    "goal": str,
    "difficulty": str,
    "special": str,
    "length.turns": int,
    "length.minutes": int,
    "length.measured": str,
    "credits.author": str,
    "credits.origin": str,
}
_MAY_BE_EMPTY: Final = {"credits.author"}
_KINDS: Final = {str: "a text", int: "a whole number above 0"}


class Length(msgspec.Struct, frozen=True):
    """How long a game lasts."""

    turns: int
    """The typical number of turns, both seats counted."""
    minutes: int
    """The time that two people need at the table."""
    measured: str
    """The command that counted the turns."""


class Credits(msgspec.Struct, frozen=True):
    """The author and the origin of a game."""

    author: str
    """Empty if unknown."""
    origin: str


class Guide(msgspec.Struct, frozen=True):
    """What a person needs to know about a game."""

    goal: str
    """How to win, in one sentence."""
    difficulty: Difficulty | None = None
    special: str = ""
    """What sets the game apart, in one or two sentences."""
    length: Length | None = None
    credits: Credits | None = None
    rules: str = ""
    """The short rulebook in Markdown; empty if there is none."""


def find_guide_folder(module: str, name: str) -> Path | None:
    """Return the guide folder of the game `name` beside its module; None if there is none."""
    loaded = sys.modules.get(module)
    file = getattr(loaded, "__file__", None)
    if loaded is None or not file:
        return None
    names = [f"{name}.guide", *(["guide"] if loaded.__package__ else [])]
    folders = (Path(file).with_name(name) for name in names)
    return next((folder for folder in folders if folder.is_dir()), None)


def derive_guide(title: str, summary: str) -> Guide:
    """Return a guide for a game that brings none: its summary, as a sentence, is the goal."""
    text = " ".join((summary or title).split())
    sentence = capitalised(text)
    return Guide(sentence if sentence.endswith((".", "!", "?")) else f"{sentence}.")


@lru_cache(maxsize=256)
def read_guide(folder: Path) -> Guide:
    """Read the guide in `folder`.

    Raises InvalidGuide, which names the file, the key, what was given and what was expected.
    """
    facts = folder / FACTS
    given = _read_facts(facts)
    difficulty = given["difficulty"]
    if difficulty not in _DIFFICULTIES:
        expected = f"one of {', '.join(_DIFFICULTIES)}"
        raise InvalidGuide(facts, "difficulty", shown(difficulty), expected)
    goal = given["goal"]
    if len(goal) > LONGEST_GOAL or not goal.endswith((".", "!")):
        expected = f"a sentence of at most {LONGEST_GOAL} characters that ends with a full stop"
        raise InvalidGuide(facts, "goal", shown(goal), expected)
    return Guide(
        goal,
        difficulty,
        given["special"],
        Length(given["length.turns"], given["length.minutes"], given["length.measured"]),
        Credits(given["credits.author"], given["credits.origin"]),
        _read_rules(folder / SHORT_RULES),
    )


def _read_rules(path: Path) -> str:
    if not path.exists():
        return ""
    text = read_text(path)
    if not text.startswith("# "):
        raise InvalidGuide(path, "", shown(text.partition("\n")[0]), "a title: # NAME")
    return text


def read_text(path: Path) -> str:
    """Return the text of a file of a guide. Raises InvalidGuide."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidGuide(path, "", error.strerror or "no such file", "a file") from None
    except UnicodeDecodeError as error:
        given = f"byte {error.object[error.start]:#x} at {error.start}"
        raise InvalidGuide(path, "", given, "UTF-8 text") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Return the values of a TOML file of a guide. Raises InvalidGuide."""
    import tomllib  # few callers need a guide

    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InvalidGuide(path, "", str(error), "TOML") from None


def read_tables(path: Path, key: str) -> list[dict[str, Any]]:
    """Return the `[[key]]` tables of a file of a guide, which has nothing else.

    Raises InvalidGuide.
    """
    given = read_toml(path)
    for other in given:
        if other != key:
            raise InvalidGuide(path, other, "an unknown key", f"only [[{key}]] tables")
    tables = given.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InvalidGuide(path, key, shown(repr(tables)), f"[[{key}]] tables")
    return tables


def read_options(game: type[Rules[Any]], text: str) -> dict[str, Value]:
    """Return the options that a file of a guide gives as `NAME=VALUE …`. Raises StrataError."""
    settings = parse_settings(text)
    opened = game.open(settings)
    return {name: opened.settings[name] for name in settings}


def _read_facts(path: Path) -> dict[str, Any]:
    """Return the values of `guide.toml` by dotted key; all are present and of the right type."""
    given = dict(_flattened(read_toml(path)))
    for key in given:
        if key not in _KEYS:
            raise InvalidGuide(path, key, "an unknown key", f"one of {', '.join(_KEYS)}")
    for key, kind in _KEYS.items():
        if key not in given:
            raise InvalidGuide(path, key, "nothing", _KINDS[kind])
        _check(path, key, given[key], kind)
    return given


def _flattened(tables: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in tables.items():
        if key in _TABLES and isinstance(value, dict):
            yield from ((f"{key}.{inner}", one) for inner, one in value.items())
        else:
            yield key, value


def _check(path: Path, key: str, value: object, kind: type) -> None:
    """Raise InvalidGuide for a wrong type, an empty or overlong text, or a number below 1."""
    if type(value) is not kind or (isinstance(value, int) and value < 1):
        raise InvalidGuide(path, key, shown(repr(value)), _KINDS[kind])
    if not isinstance(value, str):
        return
    if not value.strip() and key not in _MAY_BE_EMPTY:
        raise InvalidGuide(path, key, "an empty text", _KINDS[kind])
    if "\n" in value or len(value) > LONGEST_TEXT:
        expected = f"one line of at most {LONGEST_TEXT} characters"
        raise InvalidGuide(path, key, shown(value), expected)
