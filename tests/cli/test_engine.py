"""`strata engine` as a process; the protocol itself is tested in tests/adapters."""

from __future__ import annotations

import subprocess

import strata
from tests.cli.conftest import PROGRAM, Run, run_apart


def test_a_session_through_a_pipe(run: Run) -> None:
    ran = run("engine", typed="strata\nisready\nnewgame daikuni\ngo depth 1\n")
    assert ran.code == 0
    assert ran.err == ""
    lines = ran.out.splitlines()
    assert lines[0] == f"id name Strata {strata.__version__}"
    assert "strataok" in lines
    assert lines[-1].split()[0] == "bestmove"


def test_bytes_that_are_no_text(run: Run) -> None:
    ran = run("engine", typed=b"\xff\xfe\x00\nisready\n")
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("error no command ")
    assert ran.out.splitlines()[-1] == "readyok"


def test_in_a_process_of_its_own() -> None:
    ran = run_apart("engine", typed="newgame kyo\ngo infinite\n")
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "bestmove " in ran.stdout


def test_nobody_listens_any_more() -> None:
    child = subprocess.Popen(
        [*PROGRAM, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin
    assert child.stdout
    assert child.stderr
    child.stdout.close()
    child.stdin.write(b"strata\n")
    child.stdin.flush()
    assert child.wait(20) == 0
    assert child.stderr.read() == b""
    child.stderr.close()
    child.stdin.close()
