"""The machine of a newcomer: a fresh clone, an empty environment, and a shell to type into."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.patience import PATIENCE
from tests.places import list_sources
from tests.server.processes import NO_TLS, free_port, wait_until


def copy_sources(root: Path, target: Path) -> Path:
    """Copy what a clone would have: the files git knows or would add, with their times."""
    for name in list_sources(root):
        if (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)
    return target


def copy_set_up(root: Path, target: Path) -> Path:
    """Copy a checkout with what is installed and built in it: scripts find nothing left to do."""
    copy_sources(root, target)
    for folder in (Path(".venv"), Path("web", "node_modules")):
        (target / folder).mkdir()
        for path in (root / folder).iterdir():
            if path.suffix == ".stamp":  # scripts write it when they have done something
                shutil.copy2(path, target / folder)
            else:
                (target / folder / path.name).symlink_to(path)
    client = Path("src", "strata", "server", "client")
    shutil.copytree(root / client, target / client)
    return target


def newcomer_variables(home: Path, *paths: Path) -> dict[str, str]:
    """Return an environment without this project's and Python's settings; PIP_* stays.

    `paths` come first on PATH, and no environment of the developer is on it.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("STRATA_", "PYTHON")) and name != "VIRTUAL_ENV"
    }
    rest = [
        path
        for path in os.environ.get("PATH", os.defpath).split(os.pathsep)
        if not Path(path, "activate").exists()
    ]
    return kept | {
        "PATH": os.pathsep.join([*map(str, paths), *rest]),
        "XDG_DATA_HOME": str(home),
        "BROWSER": "true",  # a browser that shows nothing
    }


def type_command(
    command: str, where: Path, variables: dict[str, str], given: str = "", seconds: float = PATIENCE
) -> subprocess.CompletedProcess[str]:
    """Type a command into bash; return what it printed. It must succeed."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=where,
        env=variables,
        input=given,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}{done.stderr[-5000:]}"
    return done


@contextmanager
def serving(command: str, where: Path, variables: dict[str, str]) -> Iterator[str]:
    """Type a command that starts a server, on a port of its own; yield the address of its pages.

    At the end it is stopped as a person does it, with Ctrl-C.
    """
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    log = where / f"server-{port}.log"
    with log.open("w") as file:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command} --port {port}"],
            cwd=where,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def answers() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            return httpx.get(address, verify=NO_TLS).status_code == 200
        except httpx.TransportError:
            return False

    try:
        wait_until(answers, command)
        yield address
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130, -signal.SIGINT), log.read_text()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Newcomer:
    """A folder with a clone, an empty environment that is active, and a place outside of both."""

    def __init__(self, root: Path, folder: Path, **variables: str) -> None:
        self.clone = copy_sources(root, folder / "clone")
        self.outside = folder / "elsewhere"
        self.outside.mkdir()
        self.environment = folder / "environment"
        venv.create(self.environment, with_pip=True)
        made = newcomer_variables(folder / "home", self.environment / "bin")
        self.variables = made | variables

    def type(self, command: str, *, in_clone: bool = False, seconds: float = PATIENCE) -> str:
        """Type a command that must succeed; return what it prints."""
        where = self.clone if in_clone else self.outside
        return type_command(command, where, self.variables, seconds=seconds).stdout

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment away from the clone; it must succeed."""
        command = shlex.join([program, *arguments])
        return type_command(command, self.outside, self.variables, seconds=600)
