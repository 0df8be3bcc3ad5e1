"""The package as a newcomer gets it: a wheel in an empty environment, compiled and uncompiled.

The README's session is typed there word for word, away from the checkout. The compiled wheel is
built from a copy of the checkout with what was compiled in it already; that everything compiles
from nothing is what every set-up of a clone shows.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import strata
from tests.patience import PATIENCE
from tests.volume import FULL

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.install


class Environment:
    """A fresh virtual environment with a wheel of the package installed by `installers`."""

    def __init__(self, folder: Path, wheel: Path, installers: list[list[str]]) -> None:
        venv.create(folder, with_pip=False)
        self.binaries = folder / "bin"
        self.variables = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("STRATA_", "PYTHON"))
        }
        self.outside = folder / "elsewhere"
        self.outside.mkdir()
        python = str(self.binaries / "python")
        for installer in installers:
            command = [part.format(python=python, wheel=wheel) for part in installer]
            subprocess.run(command, check=True, timeout=600, stdout=subprocess.DEVNULL)

    def run(
        self, command: str, *arguments: str, seconds: int = 120
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [self.binaries / command, *arguments],
            cwd=self.outside,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done


def _copied_sources(target: Path) -> Path:
    """What a clone would have: the files git knows or would add, with their times."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        _copy(ROOT / name, target / name)
    return target


def _copy_compiled(target: Path) -> None:
    """What the compiler needs not do again: C code, declarations and compiled modules."""
    folders = [ROOT / "build" / "cython", *(ROOT / "build").glob("lib.*")]
    built = [path for folder in folders for path in folder.rglob("*") if path.suffix != ".py"]
    for path in [*built, *(ROOT / "src").rglob("*.pxd")]:
        _copy(path, target / path.relative_to(ROOT))


def _copy(source: Path, target: Path) -> None:
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def _build_wheel(source: Path, variables: dict[str, str]) -> Path:
    command = "-m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir wheels ."
    subprocess.run(
        [sys.executable, *command.split()],
        cwd=source,
        env=os.environ | variables,
        check=True,
        timeout=600,
    )
    (wheel,) = (source / "wheels").glob("*.whl")
    return wheel


@pytest.fixture(scope="module", params=["compiled", "uncompiled"])
def environment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Environment]:
    kind = str(request.param)
    folder = tmp_path_factory.mktemp(kind)
    source = _copied_sources(folder / "source")
    if kind == "compiled":
        _copy_compiled(source)
    wheel = _build_wheel(source, {} if kind == "compiled" else {"CC": "/bin/false"})
    return kind, Environment(folder / "environment", wheel, _installers(kind))


def _installers(kind: str) -> list[list[str]]:
    """One environment is made with pip, the other with uv where it is at hand.

    What the package needs is installed by uv in both, where not everything is asked for: pip takes
    ten times as long. It has to find that nothing is missing.
    """
    uv = Path(sys.executable).with_name("uv")
    with_uv = [str(uv), "pip", "install", "--quiet", "--python", "{python}", "{wheel}"]
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", "{python}"]
    if kind == "uncompiled" and uv.exists():
        return [with_uv]
    if FULL or not uv.exists():
        return [[*pip, "install", "{wheel}"]]
    alone = [*pip, "install", "--force-reinstall", "--no-deps", "{wheel}"]
    return [with_uv, alone, [*pip, "check"]]


def test_installed_as_asked(environment: tuple[str, Environment]) -> None:
    kind, installed = environment
    told = installed.run("python", "-c", "import strata; print(strata.compiled(), strata.__file__)")
    compiled, path = told.stdout.split()
    assert compiled == str(kind == "compiled")
    assert Path(path).is_relative_to(installed.binaries.parent)


def test_readme_session(environment: tuple[str, Environment]) -> None:
    _, installed = environment
    program = (
        "import doctest, sys, warnings; warnings.simplefilter('ignore');"
        "failed, tried = doctest.testfile(sys.argv[1], module_relative=False);"
        "print(tried); sys.exit(failed or not tried)"
    )
    installed.run("python", "-c", program, str(ROOT / "README.md"), seconds=600)


def test_uncompiled_is_said_once_and_only_then(environment: tuple[str, Environment]) -> None:
    kind, installed = environment
    done = installed.run("strata", "actions", "daikuni")
    notes = [line for line in done.stderr.splitlines() if "uncompiled" in line]
    assert len(notes) == (kind == "uncompiled")
    assert "uncompiled" not in done.stdout


def test_rulebooks_are_shipped(environment: tuple[str, Environment]) -> None:
    """All of them by one process: to start one takes longer than to read them."""
    _, installed = environment
    program = (
        "import sys; from strata.cli.main import main;"
        "sys.exit(any([main(['rules', name, '--specification', '--raw']) or print('\\f', end='')"
        " for name in sys.argv[1:]]))"
    )
    done = installed.run("python", "-c", program, *strata.games())
    printed = [text.strip() for text in done.stdout.split("\f")]
    folder = ROOT / "docs" / "rules"
    written = [folder.joinpath(f"{name}.md").read_text("utf-8") for name in strata.games()]
    assert printed == [*map(str.strip, written), ""]


def test_guides_are_shipped(environment: tuple[str, Environment]) -> None:
    _, installed = environment
    described = json.loads(installed.run("strata", "games", "--json").stdout)
    assert {entry["name"]: entry["guide"]["goal"] for entry in described} == {
        name: strata.game(name).guide.goal for name in strata.games()
    }
    said = installed.run("python", "-c", "import strata; print(strata.game('kyo').guide.rules)")
    assert said.stdout.startswith("# Kyo\n")


def test_a_game_is_played_from_a_pipe(environment: tuple[str, Environment], tmp_path: Path) -> None:
    _, installed = environment
    done = subprocess.run(
        [installed.binaries / "strata", "play", "daikuni", "-o", "entry=first"],
        input="Kd4\nSd5\n",
        cwd=tmp_path,
        env=installed.variables | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "second wins" in done.stdout
