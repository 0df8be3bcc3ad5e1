"""The build: a module that does not compile fails it, in few words, with the file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

MODULE = "src/strata/core/kernel/one.py"
HEADER = "src/strata/core/kernel/constants.py"


@pytest.fixture
def tree(root: Path, tmp_path: Path) -> Path:
    """A package of one small module and one header, with the build of this repository."""
    shutil.copy(root / "setup.py", tmp_path)
    shutil.copytree(
        root / "src" / "strata" / "compiling",
        tmp_path / "src" / "strata" / "compiling",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    _write(tmp_path / HEADER, "MOST = 5\n")
    return tmp_path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _build(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=tree,
        env=os.environ | {"STRATA_OPTIMISATION": "-O0", "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        (
            MODULE,
            "from cython.cimports.strata.core.kernel.constants import LEAST\n",
            "line 1: kernel/constants.py has no LEAST",
        ),
        (MODULE, "def f(:\n", "line 1: SyntaxError: invalid syntax"),
        (HEADER, "MOST = 5\nLEAST = TOW\n", "line 2: NameError: name 'TOW' is not defined"),
        (
            HEADER,
            "import math\nimport msgspec\n",
            "line 2: ModuleNotFoundError: import of msgspec: expected the standard library, Cython "
            "or a module of strata: a build has nothing else",
        ),
    ],
    ids=["a name that is missing", "no Python", "a header that fails", "a header that needs more"],
)
def test_what_cannot_be_declared_is_one_line(
    tree: Path, file: str, text: str, problem: str
) -> None:
    _write(tree / file, text)
    done = _build(tree)
    assert done.returncode != 0
    assert done.stderr == f"error: {tree / file}, {problem}\n"


def test_a_module_that_does_not_compile_fails_the_build(tree: Path) -> None:
    text = "import cython\n\n\ndef f(a: cython.int) -> cython.int:\n    return a + nowhere\n"
    _write(tree / MODULE, text)
    done = _build(tree)
    assert done.returncode != 0
    assert "strata/core/kernel/one.py:5:15: undeclared name not builtin: nowhere" in (
        done.stdout + done.stderr
    )
    assert not list(tree.rglob("one.*.so"))


@pytest.mark.skipif(shutil.which("bash") is None, reason="the scripts need bash")
def test_prepare_passes_a_failure_on(root: Path, tmp_path: Path) -> None:
    """Its functions alone, with a build that fails: nothing after it is done."""
    text = (root / "scripts" / "prepare").read_text(encoding="utf-8")
    functions = re.findall(r"^\w+\(\) {\n.*?^}\n", text, re.MULTILINE | re.DOTALL)
    assert [function.partition("(")[0] for function in functions] == [
        "find_python",
        "quietly",
        "install",
        "compile_rules",
        "prepare",
    ]
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\ntest "$1" = -c || { echo one.py:5: wrong >&2; exit 3; }\n')
    python.chmod(0o755)
    _write(tmp_path / "src" / "strata" / "core" / "kernel" / "one.py", "")
    _write(tmp_path / "setup.py", "")
    done = subprocess.run(
        ["bash", "-c", "set -euo pipefail\n" + "".join(functions) + "compile_rules\necho built"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "one.py:5: wrong\nerror: failed: .venv/bin/python setup.py" in done.stderr
    assert not (tmp_path / ".venv" / "compiled.stamp").exists()
