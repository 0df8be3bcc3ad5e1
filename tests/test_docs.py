"""The pages of docs/: sessions are typed, what is listed is complete, links lead somewhere.

`scripts/docs` checks the links between the pages of the site, with their anchors.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import tomllib
from pathlib import Path

import msgspec
import pytest

from strata.server.config import Config, MailSettings, ServerLimits
from tests.test_readme import FLAGS


def test_the_session_of_the_tutorial_runs(root: Path) -> None:
    result = doctest.testfile(
        str(root / "docs" / "library.md"),
        module_relative=False,
        optionflags=FLAGS | doctest.IGNORE_EXCEPTION_DETAIL,
        encoding="utf-8",
    )
    assert result.attempted > 20
    assert result.failed == 0, "see the differences printed above"


def test_the_page_of_commands_is_what_the_help_says(root: Path) -> None:
    made = subprocess.run([root / "scripts" / "commands-page"], check=True, capture_output=True)
    page = root / "docs" / "commands.md"
    assert page.read_bytes() == made.stdout, "docs/commands.md is old: run scripts/docs"


def test_the_page_of_encodings_is_what_the_games_say(root: Path) -> None:
    made = subprocess.run([root / "scripts" / "encodings-page"], check=True, capture_output=True)
    page = root / "docs" / "encodings.md"
    assert page.read_bytes() == made.stdout, "docs/encodings.md is old: run scripts/docs"


@pytest.mark.parametrize("kind", [Config, ServerLimits])
def test_every_setting_is_listed_with_its_default(root: Path, kind: type[msgspec.Struct]) -> None:
    page = (root / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `STRATA_(\w+)` \| ([^|]+) \|", page, re.MULTILINE))
    for field in msgspec.structs.fields(kind):
        if field.name in ("limits", "mail"):
            continue
        assert field.name.upper() in rows, f"docs/settings.md does not list {field.name}"
        if kind is ServerLimits or field.name.endswith("_ms"):
            assert rows[field.name.upper()] == str(field.default)


def test_every_setting_of_mails_is_listed(root: Path) -> None:
    page = (root / "docs" / "settings.md").read_text(encoding="utf-8")
    for field in msgspec.structs.fields(MailSettings):
        name = "PUBLIC_URL" if field.name == "public_url" else f"SMTP_{field.name.upper()}"
        assert f"| `STRATA_{name}` |" in page


def test_every_page_is_in_the_site(root: Path) -> None:
    """The navigation of zensical.toml names each page once."""
    site = tomllib.loads((root / "zensical.toml").read_text(encoding="utf-8"))
    named = _pages(site["project"]["nav"])
    folder = root / "docs"
    pages = [str(page.relative_to(folder)) for page in folder.rglob("*.md")]
    assert sorted(named) == sorted(pages)


def _pages(entries: list[dict[str, object]]) -> list[str]:
    found: list[str] = []
    for entry in entries:
        for value in entry.values():
            found += _pages(value) if isinstance(value, list) else [str(value)]
    return found


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_from_outside_the_site_lead_somewhere(root: Path, page: str) -> None:
    text = (root / page).read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", text):
        if "://" in target:
            continue
        path = root / (target or page)
        assert path.exists(), f"{page} links to {target}, which is not there"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {_slug(heading) for heading in headings}, f"{target}#{anchor}"


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
