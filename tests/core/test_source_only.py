"""Compiled or not: who asked for plain Python is not warned, who got it unasked is, once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import strata
from tests.patience import PATIENCE

MAKE_GAMES = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import strata
    imported = len(caught)
    for _ in range(3):
        strata.game("daikuni")
    strata.load(strata.game("daikuni").record().export())
print(strata.compiled(), imported, len(caught))
for warning in caught:
    print(warning.category.__name__, warning.message)
    print(warning.filename)
"""


@pytest.fixture(scope="module")
def sources(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is on a machine without a compiler."""
    copy = tmp_path_factory.mktemp("uncompiled")
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c")
    shutil.copytree(root / "src" / "strata", copy / "strata", ignore=ignored)
    return copy


def _run(folder: Path, code: str, **variables: str) -> list[str]:
    kept = {name: value for name, value in os.environ.items() if name != "STRATA_UNCOMPILED"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "PYTHONPATH": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_uncompiled_warns_once_and_points_at_the_caller(sources: Path) -> None:
    facts, warning, place = _run(sources, MAKE_GAMES)
    assert facts == "False 0 1"
    assert warning.startswith("UncompiledWarning strata is running uncompiled")
    assert "C compiler" in warning
    assert place == "<string>"


def test_who_asked_is_not_warned(sources: Path) -> None:
    assert _run(sources, MAKE_GAMES, STRATA_UNCOMPILED="1") == ["False 0 0"]


def test_zero_asks_for_nothing(sources: Path) -> None:
    assert _run(sources, MAKE_GAMES, STRATA_UNCOMPILED="0")[0] == "False 0 1"


def test_plain_python_can_be_asked_for(root: Path) -> None:
    assert _run(root / "src", MAKE_GAMES, STRATA_UNCOMPILED="1") == ["False 0 0"]


@pytest.mark.skipif(not strata.compiled(), reason="the extensions are not built")
def test_compiled_does_not_warn_and_needs_no_cython(root: Path) -> None:
    code = f"{MAKE_GAMES}\nimport sys\nprint('Cython' in sys.modules)"
    assert _run(root / "src", code) == ["True 0 0", "False"]


def test_every_module_is_plain_when_asked(root: Path) -> None:
    code = (
        "import strata, sys\n"
        "for name in strata.games(): strata.game(name)\n"
        "files = [m.__file__ for n, m in sys.modules.items() if n.startswith('strata')]\n"
        "print(len(files) > 20, [f for f in files if f and not f.endswith('.py')])"
    )
    assert _run(root / "src", code, STRATA_UNCOMPILED="1") == ["True []"]
