"""The README's session is typed and answers as printed."""

from __future__ import annotations

import doctest
from pathlib import Path

import strata

FLAGS = doctest.REPORT_NDIFF | doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_session_of_the_readme_runs(root: Path) -> None:
    result = doctest.testfile(
        str(root / "README.md"), module_relative=False, optionflags=FLAGS, encoding="utf-8"
    )
    assert result.attempted > 0, "the README shows no session"
    assert result.failed == 0, "see the differences printed above"


def test_the_session_of_the_package_runs() -> None:
    result = doctest.testmod(strata, optionflags=FLAGS)
    assert result.attempted > 0
    assert result.failed == 0
