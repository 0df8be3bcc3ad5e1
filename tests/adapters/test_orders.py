"""What `go` asks for."""

from __future__ import annotations

import pytest

from strata.adapters.orders import Order, budget_ms, parse_go
from strata.core.errors import StrataError
from strata.search.report import Limits


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("", Order(Limits())),
        ("time 200", Order(Limits(200))),
        ("nodes 5 depth 3", Order(Limits(None, 5, 3))),
        ("infinite", Order(Limits(), True)),
        ("clock first 60000 second 1", Order(Limits(1480))),
        ("clock second 1 first 60000 increment 1000 depth 2", Order(Limits(2230, None, 2))),
        ("time 7 clock first 60000 second 1", Order(Limits(7))),
    ],
)
def test_orders(line: str, order: Order) -> None:
    assert parse_go(line.split(), "first") == order


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
def test_a_budget_never_spends_the_clock(left: int, increment: int) -> None:
    assert 1 <= budget_ms(left, increment) <= max(1, left // 2)
