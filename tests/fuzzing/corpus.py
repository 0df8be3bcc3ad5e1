"""Good texts to begin from: rulebooks, counting tests, records, definitions, messages.

What the rulebook of a game shows is there whichever options are chosen: refused or not, it has the
tokens that matter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

import msgspec

import strata
from strata.adapters.words import quoted
from strata.core.option import format_settings
from strata.core.teaching.puzzle import format_puzzles
from tests.conformance.settings import Setting, settings_of
from tests.perft.entries import perft_path, read_perft
from tests.places import ROOT
from tests.rulebook import example_blocks, rulebook_path
from tests.worked_examples import read_example

_LONGEST_GAME: Final = 1500
_SPREAD: Final = 24
"""So many positions of a random game are taken, evenly over its length."""
_RECORDED: Final = 4
"""So many actions a record has: to load one writes every legal action of each position."""
_RECORDS: Final = 4
_DRAFTS: Final = 8
_PUZZLES: Final = 8
_TOML: Final = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Texts of one game with its options, by what reads them."""

    game: strata.Game
    positions: tuple[str, ...]
    played: tuple[str, ...]
    """Actions of any position."""
    records: tuple[str, ...]
    definitions: tuple[str, ...]
    messages: tuple[str, ...]
    requests: tuple[str, ...]
    sessions: tuple[str, ...]
    puzzles: tuple[str, ...]
    drafts: tuple[str, ...]


@cache
def settings_to_fuzz(name: str) -> tuple[Setting, ...]:
    """The game with its default options, with each option changed, with each definition."""
    return tuple(settings_of(name))


@cache
def corpus_of(setting: Setting) -> Corpus:
    game = setting.game()
    reached = _reached(game, str(setting))
    shown_positions, shown_actions = _shown_in_rulebook(setting.name)
    positions = tuple(dict.fromkeys([*map(str, reached), *shown_positions]))
    records = _records(game, reached, str(setting))
    played = tuple(dict.fromkeys([*shown_actions, *_actions(reached)]))
    definitions = _definitions(game)
    return Corpus(
        game,
        positions,
        played,
        records,
        definitions,
        _messages(played, reached),
        _requests(game, definitions),
        _sessions(game, positions, played, definitions),
        tuple(format_puzzles([puzzle]) for puzzle in game.puzzles[:_PUZZLES]) or ("\n\n",),
        _drafts(game, reached),
    )


def _drafts(game: strata.Game, reached: list[strata.Position]) -> tuple[str, ...]:
    """Positions taken apart, as a client sends them."""
    editor = game.editor()
    chosen = reached[:: max(1, len(reached) // _DRAFTS)]
    return tuple(msgspec.json.encode(editor.draft_of(one)).decode() for one in chosen)


def _reached(game: strata.Game, seed: str) -> list[strata.Position]:
    """Positions of a random game from start to end, and some inside turns."""
    chance = Random(seed)
    states = [game.start().state]
    while len(states) < _LONGEST_GAME and (codes := states[-1].codes()):
        states.append(states[-1].after(chance.choice(codes)))
    inside = [state for state in states if not state.get_turn_start()]
    chosen = [
        *states[:: max(1, len(states) // _SPREAD)],
        *inside[:: max(1, len(inside) // (_SPREAD // 2))],
        states[-1],
    ]
    return [strata.Position(game.rules, state) for state in chosen]


def _shown_in_rulebook(name: str) -> tuple[list[str], list[str]]:
    """The positions and actions of the worked examples and of the counting tests."""
    positions, actions = [], []
    for block in example_blocks(name):
        for statement in read_example(block).statements:
            if statement.word in ("position", "after"):
                positions.append(statement.value)
            elif statement.word in ("play", "illegal"):
                actions += statement.value.split()
    if perft_path(name).exists():
        positions += [entry.position for entry in read_perft(perft_path(name))]
    return positions, actions


def _actions(positions: list[strata.Position]) -> list[str]:
    chance = Random(1)
    return [
        str(chance.choice(legal))
        for position in positions[::3]
        if (legal := position.actions())
        for _ in range(4)
    ]


def _records(game: strata.Game, reached: list[strata.Position], seed: str) -> tuple[str, ...]:
    """Games from the start and from later, open, resigned and over; and what a seat sees of one."""
    chance = Random(seed)
    starts = [game.start(), *reached[-2:], *chance.sample(reached, min(_RECORDS, len(reached)))]
    found = []
    for number, start in enumerate(starts):
        record = game.record(start)
        record.tags["Event"] = f'number "{number}" \\ of some'
        for _ in range(_RECORDED):
            if record.actions():
                record.play(chance.choice(record.actions()))
        if number % 3 == 1 and record.outcome() is None:
            record.resign()
        found.append(record.export())
    found.append(record.view("first").export())
    shipped = (ROOT / "tests" / "data" / "records").glob(f"{game.name}*.strata")
    return (*found, *(path.read_text("utf-8") for path in sorted(shipped)))


def _definitions(game: strata.Game) -> tuple[str, ...]:
    """Those that ship, those of the tests, and what the rulebook shows."""
    if not game.rules.definable:
        return ("name = 'x'\n",)
    folder = ROOT / "tests" / "games" / game.name / "definitions"
    rulebook = rulebook_path(game.name).read_text("utf-8")
    return (
        *game.shipped_definitions().values(),
        *(path.read_text("utf-8") for path in sorted(folder.glob("*.toml"))),
        *(found[1] for found in _TOML.finditer(rulebook)),
    )


def _messages(actions: tuple[str, ...], reached: list[strata.Position]) -> tuple[str, ...]:
    presets = {preset.name for preset in reached[0].presets(seed=1)} | {"none"}
    answers = ("answer-draw", "answer-take-back")
    bare = ("resign", "offer-draw", "ask-take-back", "undo-step", "claim-abandoned", "want-rematch")
    others = tuple(
        json.dumps(message)
        for message in (
            *({"type": "play-preset", "version": 0, "name": name} for name in sorted(presets)),
            {"type": "play-parts", "version": 0, "actions": list(actions[:2])},
            *({"type": kind, "version": 0, "accept": True} for kind in answers),
            *({"type": kind, "version": 0} for kind in bare),
            *(
                {"type": "arrange", "version": 0, "pieces": one}
                for one in _arrangements(reached[0])
            ),
            {"type": "arrange-preset", "version": 0, "name": "none"},
            {"type": "finish-arrangement", "version": 0},
            {"type": "say", "phrase": "hello"},
            {"type": "resync"},
        )
    )
    return (*play_messages(actions), *others)


def _arrangements(position: strata.Position) -> tuple[dict[str, str], ...]:
    plan = position.rules.arrangement(position.state)
    if plan is None:
        return ({}, {"a1": "none"})
    return ({}, dict(zip(plan.cells, plan.order, strict=False)))


def play_messages(actions: Sequence[str]) -> tuple[str, ...]:
    """What a client sends to play each of `actions`."""
    return tuple(json.dumps({"type": "play", "version": 0, "action": action}) for action in actions)


def _requests(game: strata.Game, definitions: tuple[str, ...]) -> tuple[str, ...]:
    options = {name: str(value) for name, value in game.settings.items()}
    others = {option.name: str(option.values[-1]) for option in game.options}
    plain = {"game": game.name, "first": "me", "second": "link"}
    timed = {"clock": {"main_ms": 60_000, "increment_ms": 1000}, "second": "computer", "level": 3}
    return tuple(
        json.dumps(request)
        for request in (
            {**plain, "options": options},
            {**plain, "options": others, **timed},
            *({**plain, "definition": text} for text in definitions),
        )
    )


def _sessions(
    game: strata.Game,
    positions: tuple[str, ...],
    actions: tuple[str, ...],
    definitions: tuple[str, ...],
) -> tuple[str, ...]:
    """Scripts of the engine protocol."""
    begin = f"strata\nisready\nnewgame {game.name} {format_settings(game.settings)}\n"
    defined = f"newgame {game.name} definition {quoted(definitions[-1])}\nshow\n"
    first = game.start().actions()
    return (
        f"{begin}position start actions {first[0]}\nshow\ngo time 100 nodes 10 depth 2\nstop\n",
        f"{begin}position start\ngo clock first 1000 second 2000 increment 10\ngo infinite\nquit\n",
        "setoption name Level value 3\nsetoption name Seed value 7\nsetoption name Lines value 2\n",
        *(f"{begin}position {quoted(text)}\nshow\n" for text in positions[:12]),
        f"{begin}position start actions {' '.join(actions[:6])}\n",
        defined,
    )
