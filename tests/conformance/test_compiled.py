"""Compiled and plain Python say the same: rules, evaluations and searches of every game."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from strata.compiling.places import is_compiled, modules_in_place
from tests.both_builds import compare_builds, refuse_plain
from tests.conformance.sample import random_states
from tests.conformance.settings import EXAMPLE_NAMES, OWN_NAMES, Setting, settings_of
from tests.conformance.trace import Job, trace
from tests.volume import everyday

_ACTIONS = everyday(6, full=30)
_ACTIONS_OF_OPTIONS = everyday(3, full=12)
"""The length of each stretch that both builds play, with the default options and with others."""
_TOGETHER = [*((name,) for name in OWN_NAMES), EXAMPLE_NAMES]
"""Games that the same two processes play: to start them takes longer than the small games."""


def _jobs(setting: Setting, actions: int) -> list[Job]:
    """Stretches from the start, the middle, near the end, the end and inside a turn of a game."""
    game = setting.game()
    states = random_states(game, f"trace {setting}")
    last = len(states) - 1
    inside = [place for place, state in enumerate(states) if not state.get_turn_start()]
    near_end = max(0, last - 4)  # where searches and their playouts are short
    places = {0, last // 3, 2 * last // 3, near_end, last, *inside[-2:]}
    options = {name: str(value) for name, value in setting.options}
    definition = setting.definition or None
    return [
        Job(
            setting.name,
            definition,
            options,
            game.rules.format(states[place]),
            f"{setting}@{place}",
            actions,
            searched=not setting.options and place in (near_end, *inside[-1:]),
        )
        for place in sorted(places)
    ]


def _all_changed(name: str) -> list[Setting]:
    """The game with every option changed at once, as it is and as each definition has it."""
    changed = settings_of(name)
    options = dict(option for setting in changed for option in setting.options)
    definitions = [setting.definition for setting in changed if not setting.options]
    return [Setting(name, tuple(options.items()), definition) for definition in definitions]


@pytest.mark.parametrize("names", _TOGETHER, ids="-".join)
def test_compiled_is_uncompiled(names: tuple[str, ...]) -> None:
    settings = {name: [*settings_of(name), *_all_changed(name)] for name in names}
    jobs = [
        job
        for name in names
        for setting in settings[name]
        for job in _jobs(setting, _ACTIONS_OF_OPTIONS if setting.options else _ACTIONS)
    ]
    lines = compare_builds("tests.conformance.trace", msgspec.json.encode(jobs))
    for name in names:
        own = [line for line in lines if re.match(rf"{name}[-@]", line)]
        least = 4 * len(settings[name])
        assert len(own) > least
        judged = sum(" score " in line for line in own)
        searched = sum(" nodes, depth " in line for line in own)
        assert judged > least or Setting(name).game().rules.evaluation() is None
        assert searched > 1


def test_every_compiled_module_is_compiled(root: Path) -> None:
    """Not one of those whose place says so is left to plain Python."""
    package = root / "src" / "strata"
    meant = [path for name, path in modules_in_place(root / "src") if is_compiled(name)]
    assert len(meant) >= 6
    built = {path.with_name(path.name.partition(".")[0]) for path in package.rglob("*.so")}
    built |= {path.with_name(path.name.partition(".")[0]) for path in package.rglob("*.pyd")}
    if not {path.with_suffix("") for path in meant} <= built:
        refuse_plain()


def test_traces_reach_ends_of_games(name: str) -> None:
    """Else no result would be compared."""
    lines = [line for job in _jobs(Setting(name), 40) for line in trace(job)]
    assert any(" wins, " in line or "draw, " in line for line in lines)
