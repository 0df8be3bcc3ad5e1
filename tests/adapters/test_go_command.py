"""What `go` asks for."""

from __future__ import annotations

import pytest

from strata.adapters.go_command import GoCommand, parse_go
from strata.core.errors import StrataError
from strata.search.report import Limits


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", GoCommand(Limits())),
        ("time 200", GoCommand(Limits(200))),
        ("nodes 5 depth 3", GoCommand(Limits(None, 5, 3))),
        ("infinite", GoCommand(Limits(), True)),
        ("clock first 60000 second 1", GoCommand(Limits(1999))),
        ("clock second 1 first 60000 increment 1000 depth 2", GoCommand(Limits(2665, None, 2))),
        ("time 7 clock first 60000 second 1", GoCommand(Limits(7))),
    ],
)
def test_commands(line: str, command: GoCommand) -> None:
    assert parse_go(line.split(), "first") == command


def test_the_clock_of_whoever_acts_counts() -> None:
    order = parse_go(["clock", "first", "60000", "second", "1"], "second")
    assert order.limits.time_ms == 1


@pytest.mark.parametrize(
    "line",
    [
        "time",
        "time x",
        "time 0",
        "time -1",
        "time 1.5",
        "time 99999999999999999999999",
        "depth 0",
        "depth 101",
        "nodes 0",
        "time 1 time 2",
        "infinite infinite",
        "infinite time 1",
        "quickly",
        "clock",
        "clock first 1",
        "clock first 1 second",
        "clock first -1 second 2",
        "clock first 1 first 2 second 3",
    ],
)
def test_refusals(line: str) -> None:
    with pytest.raises(StrataError):
        parse_go(line.split(), "first")


@pytest.mark.parametrize("left", [0, 1, 50, 1000, 60_000, 86_400_000])
@pytest.mark.parametrize("increment", [0, 100, 10_000])
def test_it_never_spends_the_clock(left: int, increment: int) -> None:
    line = f"clock first {left} second {left} increment {increment}"
    time_ms = parse_go(line.split(), "first").limits.time_ms
    assert time_ms is not None
    assert 1 <= time_ms <= max(1, left // 3)
