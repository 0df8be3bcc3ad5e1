"""A campaign with a parser that fails: each failure is found, named, counted and minimised."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.fuzzing.broken_worker import BLAMED, CRASHES, DIFFERS, HANGS, RAISES
from tests.fuzzing.campaign import CHUNK, Campaign, chunks, plan_by_parser, plan_by_weight
from tests.fuzzing.parsers import PARSERS
from tests.fuzzing.report import report_lines
from tests.fuzzing.target import Target, all_targets

TARGET = Target("action", "daikuni")
INPUTS = 30
MODULE = "tests.fuzzing.broken_worker"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def campaign(folder: Path) -> Campaign:
    campaign = Campaign({TARGET: INPUTS}, 0, hang_s=0.5, folder=folder, module=MODULE)
    campaign.run(1)
    return campaign


def test_every_kind_of_failure_is_found(campaign: Campaign) -> None:
    found = {found.number: found for found in campaign.found.values()}
    assert sorted(found) == [RAISES, CRASHES, HANGS, DIFFERS]
    assert found[RAISES].signature.startswith("KeyError at broken_worker.py:")
    assert found[CRASHES].signature == f"crash: {signal.SIGSEGV.name}"
    assert found[HANGS].signature.startswith("hang: more than 0.5 s")
    assert "a round trip differs" in found[DIFFERS].signature
    tally = campaign.tallies[TARGET]
    assert (tally.tried, tally.failed) == (INPUTS, 4)
    assert tally.accepted == INPUTS - 4


def test_what_failed_is_saved_and_reported(campaign: Campaign, folder: Path) -> None:
    assert len(list(folder.glob("*.input"))) == 4
    for found in campaign.found.values():
        assert found.file is not None
        assert found.file.read_text() == found.text == BLAMED
    report = "\n".join(report_lines(campaign))
    assert f"scripts/fuzz --parser action --game daikuni --seed 0 --input {CRASHES}" in report
    assert "FAILED action/daikuni, 1 inputs: crash: SIGSEGV" in report
    assert "_attempt" in (folder / f"action-daikuni-seed0-{CRASHES}.txt").read_text()


def test_what_dies_all_the_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that cannot even make its inputs: a game that does not exist stands for it."""
    monkeypatch.setattr("tests.fuzzing.campaign.MOST_DEATHS", 3)
    target = Target("action", "none-such")
    campaign = Campaign({target: 500}, 0, hang_s=5, module=MODULE)
    campaign.run(1)
    (found,) = campaign.found.values()
    assert found.text == ""
    assert campaign.tried == found.count == 3


def test_every_round_has_inputs_of_every_target() -> None:
    """So that a run that ends early has tried each."""
    plan = {Target("message", "kyo"): 1000, Target("record", "kyo"): 130, TARGET: 7}
    given = list(chunks(plan, 1))
    assert [command.target for command in given[:2]] == ["message/kyo", "record/kyo"]
    assert max(command.count for command in given) <= CHUNK
    for target, count in plan.items():
        tried = [
            command.first + place
            for command in given
            if command.target == str(target)
            for place in range(command.count)
        ]
        assert tried == list(range(count))


def test_plans() -> None:
    targets = all_targets()
    by_weight = plan_by_weight(targets, 100_003)
    assert sum(by_weight.values()) == 100_003
    assert by_weight[Target("message", "kyo")] > by_weight[Target("record", "kyo")] > 0
    by_parser = plan_by_parser(targets, 1000)
    assert by_parser[Target("definition", "dzura")] == 1000
    for parser in PARSERS:
        assert sum(by_parser[target] for target in targets if target.parser == parser) >= 1000
