"""Every block of docs/plain-games.md runs: files are written, sessions typed, commands given."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from strata.cli.main import main
from strata.games import VARIABLE
from tests.test_readme import FLAGS

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _blocks(root: Path) -> Iterator[tuple[str, str]]:
    text = (root / "docs" / "plain-games.md").read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        yield found[1], found[2]


def test_every_block_runs(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(root / "examples")
    names: dict[str, object] = {}
    kinds = []
    for kind, text in _blocks(root):
        if kind == "python" and ">>>" in text:
            kinds.append("session")
            _type_in(text, names)
        elif kind == "python":
            kinds.append("file")
            first, _, rest = text.partition("\n")
            Path(first.removeprefix("# ")).write_text(rest, encoding="utf-8")
        elif kind == "console":
            kinds.append("commands")
            for line in text.splitlines():
                _, program, *arguments = shlex.split(line)
                assert program == "strata"
                if arguments[0] != "serve":  # tests/browser/test_extra_games.py does that
                    assert main(arguments) == 0, line
    assert set(kinds) == {"session", "file", "commands"}


def _type_in(session: str, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(session, names, "plain-games.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    assert runner.summarize().failed == 0


def test_links_lead_somewhere(root: Path) -> None:
    text = (root / "docs" / "plain-games.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        assert (root / "docs" / target).exists(), target


def test_the_length_of_lasca_is_true(root: Path) -> None:
    text = (root / "docs" / "plain-games.md").read_text(encoding="utf-8")
    lines = (root / "examples" / "games" / "lasca.py").read_text(encoding="utf-8").splitlines()
    assert f"has {len(lines)} lines" in text
