"""Actions: sorted, unique, readable back, and nothing else is accepted."""

from __future__ import annotations

import pytest

import strata
from tests.conformance.sample import spread
from tests.volume import everyday

Positions = tuple[strata.Position, ...]


def test_actions_are_sorted_and_unique(positions: Positions) -> None:
    for position in positions:
        actions = position.actions()
        assert list(actions) == sorted(set(actions)), position
        assert len({action.code for action in actions}) == len(actions), position


def test_actions_are_ascii_without_blanks(positions: Positions) -> None:
    for position in positions:
        for action in position.actions():
            assert action.isascii()
            assert action.isprintable()
            assert action
            assert " " not in action
            assert ";" not in action, "it would begin a comment in a record"
            assert not action.startswith("["), "it would begin a tag in a record"


def test_text_and_action_lead_to_the_same_position(positions: Positions) -> None:
    for position in spread(positions, everyday(12, full=40)):
        for action in position.actions()[::9]:
            text = str.__str__(action)
            assert position.play(text) == position.play(action), (position, action)
            assert position.find(text) == action
            assert position.find(text).code == action.code


def test_an_action_changes_the_position(positions: Positions) -> None:
    for position in spread(positions, 20):
        for action in position.actions()[::9]:
            assert position.play(action) != position, (position, action)


def _spoiled(action: str) -> list[str]:
    return [
        action.swapcase(),
        action[:-1],
        action[1:],
        action + action[-1],
        action + " ",
        " " + action,
        action + "\n",
        action + "\0",
        "\0" + action,
        action * 2,
        action.replace("1", "\N{SUPERSCRIPT ONE}").replace("2", "\N{FULLWIDTH DIGIT TWO}") + "x",
    ]


def test_spoiled_actions_are_refused(positions: Positions) -> None:
    refused = 0
    for position in spread(positions, 20):
        legal = set(position.actions())
        for action in position.actions()[::11]:
            for text in _spoiled(action):
                if text in legal:
                    continue
                with pytest.raises(strata.IllegalAction):
                    position.play(text)
                refused += 1
    assert refused > 50


NONSENSE = {
    "empty": "",
    "blank": " ",
    "nul": "\0",
    "many-nuls": "\0" * 1000,
    "surrogate": "\ud800",
    "megabyte": "x" * (1 << 20),
    "megabyte-of-blanks": " " * (1 << 20),
    "newline": "\n",
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_briefly(default_game: strata.Game, text: str) -> None:
    start = default_game.start()
    start.actions()
    with pytest.raises(strata.IllegalAction) as refusal:
        start.play(text)
    assert len(str(refusal.value)) < 1000
    assert default_game.name in str(refusal.value)


def test_actions_of_another_position_are_judged_by_their_text(positions: Positions) -> None:
    """An Action carries a number, but only its string is believed."""
    for position in spread(positions, 20):
        if not position.actions():
            continue
        action = position.actions()[0]
        with pytest.raises(strata.IllegalAction):
            position.play(strata.Action("no-such-action", action.code))
        forged = strata.Action(str(action), -(10**6))
        assert position.play(forged) == position.play(action)


def test_nothing_can_be_played_when_it_is_over(game: strata.Game, positions: Positions) -> None:
    finished = [position for position in positions if position.outcome()]
    assert finished
    for position in finished:
        with pytest.raises(strata.IllegalAction, match="over"):
            position.play(game.start().actions()[0])


def test_a_slip_of_case_is_pointed_out(default_game: strata.Game) -> None:
    start = default_game.start()
    for action in start.actions()[::20]:
        if action.swapcase() in start.actions():
            continue
        with pytest.raises(strata.IllegalAction, match="did you mean"):
            start.play(action.swapcase())
