"""Every command that the pages tell a reader to type, in an empty folder with `strata` on the path.

Commands of blocks and tables are typed word for word, as a reader does it after `source
.venv/bin/activate`; `scripts/…` in a clone that is set up. Input that a person would give ends at
once, and servers are stopped when they have answered. What is typed otherwise stands in INSTEAD,
what is not typed in ELSEWHERE, each with the reason: a new command is in neither, so it is typed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from typer.main import get_command

import strata
from strata.cli.main import Program, app
from tests.install.newcomer import (
    copy_set_up,
    newcomer_variables,
    serving,
    type_command,
)
from tests.pages.commands import SHELLS, list_pages, read_blocks, read_commands, read_mentions
from tests.places import ROOT

ADDRESS: Final = "http://127.0.0.1:8765"
"""What pages write for the address of a server; the tests have servers on other ports."""

# Fewer games and less time; names in place of words in capitals.
INSTEAD: Final = {
    "strata match daikuni engine mcts -n 100 --time 200ms --workers 2": (
        "strata match daikuni engine mcts -n 2 --time 10ms --workers 2"
    ),
    "strata match kyo 4 5 -n 400 --out kyo-4-5": (
        "strata match kyo 4 5 -n 2 --limit 10 --out kyo-4-5"
    ),
    "strata tournament dzura --players 1,2,3,4,5 -n 40 --ladder --out levels": (
        "strata tournament dzura --players 1,2,3,4,5 -n 2 --limit 10 --ladder --out levels"
    ),
    'strata match daikuni 7 --engine "./mine --quiet"': (
        'strata match daikuni 7 --engine "./mine --quiet" -n 2 --limit 4'
    ),
    'strata tournament daikuni --players "5,7,engine:./mine" --out with-mine': (
        'strata tournament daikuni --players "5,7,engine:./mine" --out with-mine -n 2 --limit 4'
    ),
    "strata puzzles kyo --games 100 --out kyo.jsonl": (
        "strata puzzles kyo --games 1 --level 1 --effort 6 --out kyo.jsonl"
    ),
    "npm run dev": "npm run dev --",  # what follows is for the server
    "strata analyse GAME [POSITION] --time 5s": "strata analyse daikuni --time 50ms",
    "strata match GAME PLAYER PLAYER -n 100": "strata match daikuni 1 random -n 2",
    "strata tournament GAME --players 1,2,3 --out FOLDER": (
        "strata tournament daikuni --players 1,2,3 --out folder -n 2 --limit 10"
    ),
    "strata check FILE": "strata check mini.toml",
    "strata backup FILE": "strata backup copy.db",
    "strata show": "strata show daikuni",
    "strata actions": "strata actions daikuni",
    "strata perft": "strata perft daikuni --depth 1",
    "strata playouts": "strata playouts daikuni",
}
PLACEHOLDERS: Final = {
    "GAME": "daikuni",
    "FILE": "game.strata",
    "PICTURE": "picture.gif",
    "NAME": "mygame",
    "[LESSON]": "",
    "[--against 4]": "--against 4",
}
PROGRAMS: Final = (ROOT / ".venv" / "bin", ROOT / ".venv" / "node")
"""Where the commands are: an activated environment, and Node where the system has none."""
SETTINGS: Final = {
    name: os.environ[name] for name in ("STRATA_OPTIMISATION",) if name in os.environ
}
"""With another setting scripts would compile anew."""
SERVERS: Final = {"scripts/serve", "strata serve", "npm run dev --"}
_INSTALLED: Final = "tests/install/test_install.py types it"
_CLIENT: Final = "scripts/check runs it"
_TESTS: Final = "runs the tests, and so this one"
ELSEWHERE: Final = {
    "pip install .": _INSTALLED,
    'scripts/build-client && pip install ".[server]"': _INSTALLED,
    'pip install "strata-games[pictures]"': _INSTALLED,
    "scripts/test": _TESTS,
    "scripts/test quick": _TESTS,
    "STRATA_FULL_TESTS=1 scripts/test": _TESTS,
    "STRATA_ARTEFACTS=folder scripts/test tests/browser": _TESTS,
    "scripts/check --fix": "scripts/test runs scripts/check, which takes minutes",
    "scripts/coverage": "runs the tests twice",
    "npm run check": _CLIENT,
    "npm run lint": _CLIENT,
    "npm run test": _CLIENT,
    "npm run format": _CLIENT,
    "npm run build": "scripts/build-client runs it",
    "pipx install pre-commit && pre-commit install": "installs a program for the whole account",
    "docker compose -f deploy/compose.yaml up --build": (
        "needs a container engine; tests/test_deploy.py reads its files"
    ),
    "docker network inspect deploy_default": "needs a container engine",
    "curl -c ann": "test_a_table_is_made_over_http types it",
    "curl -c ben": "test_a_table_is_made_over_http types it",
    "STRATA_DATABASE_URL=postgresql://strata@localhost/strata": (
        "needs PostgreSQL and Redis at fixed places; tests/server/test_workers.py has its own"
    ),
}
"""By the beginning of the command, up to its end or a space."""
PAGES_ELSEWHERE: Final = {"docs/plain-games.md": "tests/test_plain_games_page.py"}
PAGES: Final = [page for page in list_pages(ROOT) if read_commands(ROOT, page)]
_PATH: Final = re.compile(r"\b(?:deploy|scripts|tests|benchmarks|examples|web)/[\w./-]+")
_STRATA: Final = re.compile(r"(?:^| |\.venv/bin/)strata (?!-)(.*)", re.DOTALL)


def _is_elsewhere(command: str) -> bool:
    return any(command == known or command.startswith(f"{known} ") for known in ELSEWHERE)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_set_up(ROOT, tmp_path_factory.mktemp("pages") / "clone")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder, but for the reader's own files that commands name."""
    folder = tmp_path / "folder"
    folder.mkdir()
    record = strata.game("daikuni").record()
    while record.length < 14:
        record.play(record.position.actions()[record.length])
    for name in ("game.strata", "analysis.strata"):
        (folder / name).write_text(record.export(), encoding="utf-8")
    definitions = ROOT / "src" / "strata" / "games" / "dzura" / "definitions"
    (folder / "mini.toml").write_bytes((definitions / "mini.toml").read_bytes())
    puzzles = ROOT / "src" / "strata" / "games" / "kyo" / "guide" / "puzzles.jsonl"
    first, _ = puzzles.read_text(encoding="utf-8").split("\n", 1)
    (folder / "kyo.jsonl").write_text(f"{first}\n", encoding="utf-8")
    (folder / "mine").write_text("#!/bin/sh\nexec strata engine\n", encoding="utf-8")
    (folder / "mine").chmod(0o755)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if page not in PAGES_ELSEWHERE])
def test_commands_run(page: str, folder: Path, tmp_path: Path, clone: Path) -> None:
    """In the order of the page, in one folder."""
    variables = newcomer_variables(tmp_path / "home", *PROGRAMS) | SETTINGS
    if page == "docs/deployment.md":  # which is about a server that runs
        with serving("strata serve --no-browser", folder, variables):
            pass
    for command in read_commands(ROOT, page):
        if _is_elsewhere(command.text):
            continue
        typed = INSTEAD.get(command.text, command.text)
        for word, meant in PLACEHOLDERS.items():
            typed = re.sub(rf"(?<![\w]){re.escape(word)}(?![\w])", meant, typed)
        where = folder
        if typed.startswith("scripts/"):
            where = clone
        elif typed.startswith("npm "):
            where = clone / "web"
        if typed in SERVERS:
            with serving(typed, where, variables):
                pass
        else:
            type_command(typed, where, variables)


@pytest.mark.slow
def test_a_table_is_made_over_http(folder: Path, tmp_path: Path) -> None:
    """The commands of docs/protocol.md, with the port, the table and the key of this server."""
    variables = newcomer_variables(tmp_path / "home", *PROGRAMS)
    make, join = (command.text for command in read_commands(ROOT, "docs/protocol.md"))
    with serving("strata serve --no-browser", folder, variables) as address:
        assert ADDRESS in make
        table = json.loads(type_command(make.replace(ADDRESS, address), folder, variables).stdout)
        key = table["keys"]["second"]
        assert "/dB3kE9xQ1mLz/" in join
        join = join.replace(ADDRESS, address).replace("dB3kE9xQ1mLz", table["id"])
        joined = type_command(join.replace("…", key), folder, variables).stdout
        assert json.loads(joined)["mine"] == ["second"]


def test_what_is_listed_is_on_a_page() -> None:
    """An exception for a command that no page has any more is deleted."""
    texts = {command.text for page in PAGES for command in read_commands(ROOT, page)}
    assert set(INSTEAD) <= texts
    assert set(PAGES_ELSEWHERE) <= set(PAGES)
    for known in ELSEWHERE:
        assert any(text == known or text.startswith(f"{known} ") for text in texts), known


@pytest.mark.parametrize("page", PAGES)
def test_commands_are_valid_bash(page: str) -> None:
    text = "\n".join(command.text for command in read_commands(ROOT, page))
    text = re.sub(r"(?<=\s)\[[^]]+\]", "", text)  # [LESSON] of a table
    subprocess.run(["bash", "-n", "-c", text], check=True)


@pytest.mark.parametrize("page", list_pages(ROOT))
def test_blocks_of_commands_say_so(page: str) -> None:
    """A block without a language would not be read."""
    for block in read_blocks(ROOT, page):
        starts = re.match(r"(\$ |strata |scripts/|pip |npm |docker |curl )", block.text)
        assert block.language in SHELLS or starts is None, f"{page}:{block.line}: say ```bash"


@pytest.mark.parametrize("page", list_pages(ROOT))
def test_what_is_mentioned_exists(page: str) -> None:
    """Commands and options of `strata`, and the files that other commands name."""
    for command in [*read_commands(ROOT, page), *read_mentions(ROOT, page)]:
        where = f"{page}:{command.line}: {command.text}"
        for path in _PATH.findall(command.text):
            if "mygame" not in path:  # the reader's own
                assert (ROOT / path).exists(), where
                assert not path.startswith("scripts/") or os.access(ROOT / path, os.X_OK), where
        if found := re.search(r"\bpython -m ([\w.]+)", command.text):
            assert find_spec(found[1]), where
        for extra in re.findall(r"strata-games\[(\w+)\]", command.text):
            assert extra in _extras(), where
        if found := re.search(r"npm run ([\w-]+)", command.text):
            assert found[1] in json.loads((ROOT / "web" / "package.json").read_text())["scripts"]
        if found := _STRATA.search(command.text):
            _check_words(found[1], where)


def _extras() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return set(project["project"]["optional-dependencies"])


def _check_words(text: str, where: str) -> None:
    name, *words = shlex.split(re.sub(r"[\[\]]", " ", text))
    if name.isupper():
        return
    assert name in _options(), where
    for word in words:
        if word in ("|", "&&"):
            return
        if word.startswith("-") and not word[1:2].isdigit():
            assert word.partition("=")[0] in _options()[name], f"{where}: no {word}"


@cache
def _options() -> dict[str, set[str]]:
    """The options of every command of `strata`."""
    program = get_command(app)
    assert isinstance(program, Program)
    return {
        name: {option for parameter in command.params for option in parameter.opts}
        | {"--help", "-h"}
        for name, command in program.commands.items()
    }
