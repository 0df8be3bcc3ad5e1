"""The package as a newcomer gets it: the README's commands, in an empty environment.

They are typed word for word and build in isolation, with what `[build-system]` names and nothing
else. With a compiler everything is compiled, from nothing. Without one the source distribution is
installed as well. The README's session is then typed away from the checkout.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import httpx
import pytest

import strata
from tests.install.newcomer import Newcomer, copy_set_up, serving
from tests.pages.commands import read_commands
from tests.patience import PATIENCE
from tests.server.processes import NO_TLS

ROOT: Final = Path(__file__).parent.parent.parent
INSTALL_S: Final = 900.0
"""For a compilation, a build of the client and downloads, on a machine that does much else."""
CLIENT: Final = Path("src", "strata", "server", "client")
pytestmark = [pytest.mark.install, pytest.mark.timeout(3 * INSTALL_S)]


def _readme_commands() -> list[str]:
    """The commands of the README that install the package, in its order."""
    commands = [command.text for command in read_commands(ROOT, "README.md")]
    found = [command for command in commands if "pip install" in command]
    assert len(found) == 2, found
    return found


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What scripts/build makes of a copy of the checkout that is set up already."""
    clone = copy_set_up(ROOT, tmp_path_factory.mktemp("build") / "clone")
    done = subprocess.run(
        ["scripts/build", "--sdist"], cwd=clone, timeout=INSTALL_S, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = (clone / "dist").iterdir()
    return built


@pytest.fixture(scope="module", params=["compiled", "uncompiled"])
def installed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Newcomer]:
    """A newcomer who has typed the commands: with a compiler, and without one.

    Quick code is not the subject, so the compiler does not optimise.
    """
    kind = str(request.param)
    folder = tmp_path_factory.mktemp(kind)
    alone, with_server = _readme_commands()
    if kind == "compiled":
        newcomer = Newcomer(ROOT, folder, STRATA_OPTIMISATION="-O0")
        newcomer.type(alone, in_clone=True, seconds=INSTALL_S)
        newcomer.type("strata games")
        for command in read_commands(ROOT, "docs/embedding.md"):
            if command.text.startswith("pip install"):
                newcomer.type(command.text, seconds=INSTALL_S)
        newcomer.type(with_server, in_clone=True, seconds=INSTALL_S)
    else:
        newcomer = Newcomer(ROOT, folder, CC="/bin/false")
        newcomer.type(alone, in_clone=True, seconds=INSTALL_S)
        archive = request.getfixturevalue("archive")
        newcomer.type(f'pip install "{archive}[server]"', seconds=INSTALL_S)
    return kind, newcomer


def test_installed_as_asked(installed: tuple[str, Newcomer]) -> None:
    kind, newcomer = installed
    told = newcomer.run("python", "-c", "import strata; print(strata.compiled(), strata.__file__)")
    compiled, path = told.stdout.split()
    assert compiled == str(kind == "compiled")
    assert Path(path).is_relative_to(newcomer.environment)
    assert newcomer.type("pip check").strip() == "No broken requirements found."


def test_the_server_shows_its_page(installed: tuple[str, Newcomer]) -> None:
    """With everything that the page loads first."""
    _, newcomer = installed
    with (
        serving("strata serve --no-browser", newcomer.outside, newcomer.variables) as address,
        httpx.Client(verify=NO_TLS, timeout=PATIENCE) as client,
    ):
        page = client.get(address).raise_for_status().text
        loaded = [name for name in re.findall(r'(?:src|href)="([^"]+)"', page) if "//" not in name]
        assert any(name.endswith(".js") for name in loaded), page
        for name in loaded:
            assert client.get(urljoin(address, name)).raise_for_status().content


def test_readme_session(installed: tuple[str, Newcomer]) -> None:
    _, newcomer = installed
    program = (
        "import doctest, sys, warnings; warnings.simplefilter('ignore');"
        "failed, tried = doctest.testfile(sys.argv[1], module_relative=False);"
        "print(tried); sys.exit(failed or not tried)"
    )
    newcomer.run("python", "-c", program, str(ROOT / "README.md"))


def test_uncompiled_is_said_once_and_only_then(installed: tuple[str, Newcomer]) -> None:
    kind, newcomer = installed
    done = newcomer.run("strata", "actions", "daikuni")
    notes = [line for line in done.stderr.splitlines() if "uncompiled" in line]
    assert len(notes) == (kind == "uncompiled")
    assert "uncompiled" not in done.stdout


def test_rulebooks_are_shipped(installed: tuple[str, Newcomer]) -> None:
    """All of them by one process: to start one takes longer than to read them."""
    _, newcomer = installed
    program = (
        "import sys; from strata.cli.main import main;"
        "sys.exit(any([main(['rules', name, '--specification', '--raw']) or print('\\f', end='')"
        " for name in sys.argv[1:]]))"
    )
    done = newcomer.run("python", "-c", program, *strata.games())
    printed = [text.strip() for text in done.stdout.split("\f")]
    folder = ROOT / "docs" / "rules"
    written = [folder.joinpath(f"{name}.md").read_text("utf-8") for name in strata.games()]
    assert printed == [*map(str.strip, written), ""]


def test_guides_are_shipped(installed: tuple[str, Newcomer]) -> None:
    _, newcomer = installed
    described = json.loads(newcomer.run("strata", "games", "--json").stdout)
    assert {entry["name"]: entry["guide"]["goal"] for entry in described} == {
        name: strata.game(name).guide.goal for name in strata.games()
    }
    said = newcomer.run("python", "-c", "import strata; print(strata.game('kyo').guide.rules)")
    assert said.stdout.startswith("# Kyo\n")


def test_a_game_is_played_from_a_pipe(installed: tuple[str, Newcomer]) -> None:
    _, newcomer = installed
    said = newcomer.type(r"printf 'Kd4\nSd5\n' | strata play daikuni -o entry=first")
    assert "second wins" in said


def test_extras_are_added(installed: tuple[str, Newcomer]) -> None:
    _, newcomer = installed
    newcomer.type("strata show daikuni --png start.png")
    assert (newcomer.outside / "start.png").read_bytes().startswith(b"\x89PNG")


def test_the_source_distribution_is_complete(archive: Path) -> None:
    """The browser client, with every file that is built, and the rulebooks are in it."""
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    clone = archive.parent.parent
    built = {path for path in (clone / CLIENT).rglob("*") if path.is_file()}
    assert {path.relative_to(clone).as_posix() for path in built} <= names
    assert {f"docs/rules/{name}.md" for name in strata.games()} <= names
    assert "setup.py" in names
