"""The pages of rules: the short rulebook, and the specification with its anchors and diagrams."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

import msgspec
import pytest

import strata
from strata.server.http.pages.rules_page import render_rules, render_specification
from strata.server.protocol.game_messages import (
    RulesPage,
)
from tests.examples.known import examples_known
from tests.rulebook import example_blocks, example_labels, rulebook_path
from tests.server.conftest import Client

RULE = re.compile(r"^(?:- )?\*\*([A-Z]\d+)\b", re.MULTILINE)
FENCE = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
FIGURE = '<figure class="diagram">'
SOURCE_FILE = re.compile(r"\d{3}_[0-9a-f]{8,}")


@pytest.fixture(params=strata.games(), scope="module")
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def specification(name: str) -> RulesPage:
    return render_specification(name)


@pytest.fixture(scope="module")
def short(name: str) -> RulesPage:
    return render_rules(name)


def source(name: str) -> str:
    return rulebook_path(name).read_text(encoding="utf-8")


def anchors(html: str) -> list[str]:
    """The ids of the page itself; drawings have their own."""
    return re.findall(r' id="([^"]+)"', re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL))


def positions_in_text(name: str) -> Iterator[str]:
    """Positions of the default game that stand in the text as code, or alone in a block."""
    game = strata.game(name)
    text = source(name)
    spans = re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
    blocks = [block.strip() for block in FENCE.findall(text) if "position: " not in block]
    for code in spans + blocks:
        try:
            game.position(code)
        except strata.StrataError:
            continue
        yield code


def test_every_rule_and_every_example_has_an_anchor(name: str, specification: RulesPage) -> None:
    numbers = RULE.findall(source(name))
    assert len(numbers) > 20
    found = anchors(specification.html)
    assert set(numbers) | set(example_labels(name)) <= set(found)
    assert len(found) == len(set(found))


def test_contents_list_every_heading(name: str, specification: RulesPage) -> None:
    headings = re.findall(r"^(##+) (.+)$", FENCE.sub("", source(name)), re.MULTILINE)
    found = [(section.level, section.text) for section in specification.contents]
    assert found == [(len(marks), text.replace("`", "")) for marks, text in headings]
    assert {section.id for section in specification.contents} <= set(anchors(specification.html))


def test_mentions_of_rules_are_links(specification: RulesPage) -> None:
    targets = set(re.findall(r'href="#([^"]+)"', specification.html))
    assert len(targets) > 20
    assert targets <= set(anchors(specification.html))


def test_every_position_is_drawn(name: str, specification: RulesPage) -> None:
    fenced = sum(
        len({line for line in block.lines if line.startswith("position:")})
        for block in example_blocks(name)
    )
    assert fenced
    in_text = len(list(positions_in_text(name)))
    assert specification.html.count(FIGURE) == fenced + in_text


def test_every_diagram_has_a_caption(specification: RulesPage) -> None:
    captions = re.findall(r"<figcaption>(.+?)</figcaption></figure>", specification.html)
    assert len(captions) == specification.html.count(FIGURE)
    assert len(set(captions)) == len(captions)
    assert all(re.search(r"(to act|is over)\.$", caption) for caption in captions)


def test_no_page_names_a_source_file(short: RulesPage, specification: RulesPage) -> None:
    for page in (short, specification):
        assert not SOURCE_FILE.search(page.html)
        assert ".txt" not in page.html
        assert "<script" not in page.html
        assert "<h1" not in page.html


def test_the_short_rulebook_has_pictures_instead_of_positions(name: str, short: RulesPage) -> None:
    text = strata.game(name).guide.rules
    assert short.html.count(FIGURE) == len(re.findall(r"^position: ", text, re.MULTILINE))
    captions = re.findall(r"^caption: (.+)$", text, re.MULTILINE)
    assert all(escape(caption) in short.html for caption in captions)
    assert "<pre" not in short.html
    assert "position: " not in short.html


def test_the_short_rulebook_leads_to_the_specification(
    name: str, short: RulesPage, specification: RulesPage
) -> None:
    assert short.has_specification
    assert len(short.html) < len(specification.html) / 4
    links = re.findall(r'href="([^"#]*)#([^"]+)"', short.html)
    assert {path for path, _ in links} == {f"/rules/{name}/specification"}
    assert {anchor for _, anchor in links} <= set(anchors(specification.html))
    assert [section.text for section in short.contents] == re.findall(
        r"^## (.+)$", strata.game(name).guide.rules, re.MULTILINE
    )


def test_a_game_without_a_short_rulebook_shows_all_it_has() -> None:
    with examples_known():
        page = render_rules("lasca")
    assert not page.has_specification
    assert "Lasker" in page.html
    assert page.guide.goal
    assert page.guide.credits is None


def test_over_http(client: Client, name: str) -> None:
    for path in ("rules", "specification"):
        answer = client.get(f"/api/games/{name}/{path}")
        page = msgspec.json.decode(answer.content, type=RulesPage)
        assert page.title == strata.game(name).title
        assert page.guide.goal == strata.game(name).guide.goal
    assert client.get("/api/games/chess/specification").status_code == 404
