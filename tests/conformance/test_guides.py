"""Every game has a guide, and those of the package are complete."""

from __future__ import annotations

import re

import pytest

import strata
from strata.core.teaching.guide import Guide, derive_guide
from strata.games.rulebooks import read_rulebook
from tests.conformance.test_examples import follow
from tests.rulebook import Block
from tests.worked_examples import read_example

SECONDS_A_TURN = 20
PICTURE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?:\s|$)", text))


@pytest.fixture
def own_guide(own_name: str) -> Guide:
    return strata.game(own_name).guide


def test_the_goal_is_one_short_sentence(own_guide: Guide) -> None:
    assert sentences(own_guide.goal) == 1
    assert own_guide.goal[0].isupper()


def test_what_is_special_takes_one_or_two_sentences(own_guide: Guide) -> None:
    assert 1 <= sentences(own_guide.special) <= 2


def test_the_length_was_measured(own_name: str, own_guide: Guide) -> None:
    length = own_guide.length
    assert length is not None
    assert length.measured.startswith(f"strata match {own_name} 4 ")
    assert length.minutes * 60 == pytest.approx(length.turns * SECONDS_A_TURN, rel=0.2)


def test_the_credits_name_no_file(own_guide: Guide) -> None:
    assert own_guide.credits is not None
    assert own_guide.credits.origin.endswith(".")
    assert own_guide.difficulty is not None
    for text in (own_guide.credits.author, own_guide.credits.origin, own_guide.rules):
        assert not re.search(r"\d{3}_[0-9a-f]{8}|\.txt\b", text)


def test_the_short_rulebook_fits_a_few_screens(own_name: str, own_guide: Guide) -> None:
    title, *headings = re.findall(r"^#+ .+", own_guide.rules, re.MULTILINE)
    assert title == f"# {strata.game(own_name).title}"
    assert 4 <= len(headings) <= 9
    assert all(heading.startswith("## ") for heading in headings)
    assert "## The end" in headings or "## Check and the end" in headings
    words = PICTURE.sub("", own_guide.rules).split()
    assert 300 <= len(words) <= 1_000


def test_pictures_are_positions_and_say_the_truth(own_name: str, own_guide: Guide) -> None:
    """A picture is a worked example with a caption: what it states is played through."""
    pictures = PICTURE.findall(own_guide.rules)
    assert len(pictures) >= 2
    for number, text in enumerate(pictures, 1):
        lines = text.splitlines()
        captions = [line for line in lines if line.startswith("caption: ")]
        assert len(captions) == 1, text
        assert captions[0].endswith(".")
        assert sum(line.startswith("position: ") for line in lines) == 1
        stated = tuple(line for line in lines if line not in captions)
        follow(read_example(Block(own_name, f"P{number}", stated, 1)))


def test_rules_it_mentions_are_in_the_rulebook(own_name: str, own_guide: Guide) -> None:
    numbers = set(re.findall(r"^(?:- )?\*\*([A-Z]\d+)\b", read_rulebook(own_name), re.MULTILINE))
    mentioned = set(re.findall(r"\b[A-Z]\d+\b", PICTURE.sub("", own_guide.rules)))
    assert mentioned
    assert mentioned <= numbers


def test_games_of_others_have_a_goal(example_name: str) -> None:
    game = strata.game(example_name)
    assert game.guide == derive_guide(game.title, game.summary)
    assert game.guide.goal


def test_options_and_definitions_keep_the_guide(game: strata.Game) -> None:
    assert game.guide == strata.game(game.name).guide
    for text in game.shipped_definitions().values():
        assert strata.game(game.name, definition=text).guide == game.guide
