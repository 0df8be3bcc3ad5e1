"""10^5 inputs over every parser and every game: none may crash, hang or raise what is not named.

`scripts/fuzz` tries a hundred times as many.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import strata
from tests.conformance.settings import GAME_NAMES, fewer
from tests.examples.known import examples_known
from tests.fuzzing.campaign import Campaign, plan_by_weight
from tests.fuzzing.parsers import PARSERS
from tests.fuzzing.report import report_lines
from tests.fuzzing.target import Target, all_targets

INPUTS = 100_000
HANG_S = 60.0
"""Of processor time for one input: a thousand times what the slowest takes."""


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with examples_known():
        yield


@pytest.mark.parametrize("name", GAME_NAMES)
def test_no_input_is_mishandled(name: str) -> None:
    plan = plan_by_weight(all_targets(), fewer(INPUTS))
    own = {target: inputs for target, inputs in plan.items() if target.game == name}
    campaign = Campaign(own, 0, hang_s=HANG_S)
    campaign.run(1)
    assert not campaign.found, "\n".join(report_lines(campaign))
    assert campaign.tried == sum(own.values())
    for target, tally in campaign.tallies.items():
        if tally.tried > 100:  # uncompiled, there are few
            assert 0 < tally.accepted < tally.tried, target


def test_no_game_and_no_parser_is_left_out() -> None:
    targets = set(all_targets())
    for game in strata.games():
        readers = (
            set(PARSERS) if strata.game(game).rules.definable else set(PARSERS) - {"definition"}
        )
        assert {target.parser for target in targets if target.game == game} == readers
    assert Target("definition", "dzura") in targets
