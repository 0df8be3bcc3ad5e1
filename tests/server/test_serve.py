"""The command `strata serve`: it says where it is, ends as it is told, and errors are one line."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from strata.cli.main import main
from tests.forked import start_server
from tests.patience import PATIENCE
from tests.server.processes import NO_TLS, Server, free_port, wait_until

PROGRAM = [sys.executable, "-c", "import sys; from strata.cli.main import main; sys.exit(main())"]


def command(data_dir: Path, *more: str) -> list[str]:
    return [*PROGRAM, "serve", "--no-browser", "--data-dir", str(data_dir), *more]


def failing(data_dir: Path, *more: str, **environment: str) -> str:
    """What a run says that cannot begin: one line, whatever is wrong."""
    ran = subprocess.run(
        command(data_dir, *more),
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1, ran.stderr
    assert ran.stderr.startswith("error: ")
    return ran.stderr


@pytest.fixture
def refused(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    """As `failing`, in this process, which is faster."""

    def refused(data_dir: Path, *more: str, **environment: str) -> str:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        code = main(["serve", "--no-browser", "--data-dir", str(data_dir), *more])
        said = capfd.readouterr()
        assert (code, said.out, said.err.count("\n")) == (2, "", 1), said.err
        assert said.err.startswith("error: ")
        return said.err

    return refused


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def use(said: str) -> None:
    """A game against the computer, where the program says that it is."""
    found = re.match(r"Strata is running at (http://127\.0\.0\.1:\d+/) .*\n", said)
    assert found is not None
    # The port is bound before the address is said: whoever asks at once waits, and is answered.
    with httpx.Client(base_url=found[1], timeout=PATIENCE, verify=NO_TLS) as client:
        assert client.get("health").status_code == 200
        wanted = {"game": "daikuni", "first": "computer", "second": "me", "level": 1}
        table = client.post("api/tables", json=wanted).json()["id"]
        wait_until(
            lambda: client.get(f"api/tables/{table}").json()["state"]["version"] > 0,
            "the computer, which plays in a process of its own",
        )


def test_it_starts_says_where_and_ends(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path, "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    use(process.stdout.readline())
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends Ctrl-C to all of them
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in out + err
    assert (tmp_path / "strata.db").is_file()


def test_it_ends_when_it_is_told_to(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = command(tmp_path, "--port", "0")[len(PROGRAM) :]
    process = start_server(arguments, os.environ, log, program="strata")
    wait_until(lambda: log.exists() and "\n" in log.read_text("utf-8"), "the address")
    use(log.read_text("utf-8"))
    process.terminate()
    process.join(PATIENCE)
    assert process.exitcode == 0
    assert "Traceback" not in log.read_text("utf-8")
    assert (tmp_path / "strata.db").is_file()


def test_what_is_stored_is_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with Server(tmp_path / "data"):
        database = sorted((tmp_path / "data").glob("strata.db*"))
        assert len(database) > 1  # with its log of writes
        for path in (*database, tmp_path / "data" / "secret"):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_port_in_use(tmp_path: Path, refused: Callable[..., str], taken: int) -> None:
    said = refused(tmp_path, "--port", str(taken))
    assert f"cannot listen on 127.0.0.1 port {taken}" in said
    assert "--port" in said


@pytest.mark.parametrize("url", ["mysql://x", "nonsense", "postgresql://a:b:c@:x/y"])
def test_a_database_that_cannot_be(tmp_path: Path, refused: Callable[..., str], url: str) -> None:
    said = refused(tmp_path, "--port", "0", STRATA_DATABASE_URL=url)
    assert "STRATA_DATABASE_URL: expected postgresql://" in said


def test_a_database_that_is_not_there(tmp_path: Path, refused: Callable[..., str]) -> None:
    away = f"postgresql://me:secret@127.0.0.1:{free_port()}/strata"
    for url in (away, f"sqlite:///{tmp_path}/no/such/folder.db"):
        said = refused(tmp_path, "--port", "0", STRATA_DATABASE_URL=url)
        assert "the database cannot be used" in said
        assert "secret" not in said


def test_a_broker_that_is_not_there(tmp_path: Path) -> None:
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    said = failing(tmp_path, "--port", "0", STRATA_REDIS_URL=url)
    assert "Redis cannot be used" in said
    assert "secret" not in said


@pytest.mark.parametrize(
    ("options", "environment", "blamed"),
    [
        (["--prot", "3"], {}, "--prot"),
        (["--port", "99999"], {}, "--port"),
        (["--port", "0"], {"STRATA_THINKERS": "many"}, "STRATA_THINKERS"),
        (["--port", "0", "--workers", "2"], {}, "STRATA_REDIS_URL"),
        (["--port", "0"], {"STRATA_PROXIES": "nonsense"}, "STRATA_PROXIES"),
    ],
)
def test_options_that_cannot_be(
    tmp_path: Path,
    refused: Callable[..., str],
    options: list[str],
    environment: dict[str, str],
    blamed: str,
) -> None:
    assert blamed in refused(tmp_path, *options, **environment)


def test_a_folder_that_cannot_be(tmp_path: Path, refused: Callable[..., str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert str(file) in refused(file, "--port", "0")
