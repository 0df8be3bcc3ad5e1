"""Plain games pass mypy --strict, whichever way they say what their board and set-up are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ATTRIBUTES = """
    board = RectangularBoard(3, 1)
    setup = "S1s"
"""
PROPERTIES = """
    @cached_property
    def board(self) -> RectangularBoard:
        return RectangularBoard(int(self.settings["size"]), 1)

    @cached_property
    def setup(self) -> str:
        return "S1s"
"""
GAME = """\
from functools import cached_property
from strata.plain import PlainGame, RectangularBoard

__all__ = ["cached_property"]

class Stones(PlainGame):
    pieces = {"S": "stone"}
"""


@pytest.mark.slow
def test_attributes_and_properties_pass(root: Path, tmp_path: Path) -> None:
    for name, part in (("attributes", ATTRIBUTES), ("properties", PROPERTIES)):
        (tmp_path / f"{name}.py").write_text(GAME + part, encoding="utf-8")
    wrong = GAME + PROPERTIES.replace("-> str", "-> int").replace('"S1s"', "5")
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", root / "pyproject.toml", tmp_path],
        env=os.environ | {"MYPYPATH": str(root / "src")},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    # By name alone: out of its cache mypy tells the folder of an earlier run.
    complaints = [line for line in said.splitlines() if ": error: " in line]
    assert [Path(line.partition(":")[0]).name for line in complaints] == ["wrong.py"], said
