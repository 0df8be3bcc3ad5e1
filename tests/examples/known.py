"""The games of examples/games, known by their names for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from strata.games import VARIABLE
from tests.conftest import ROOT

FOLDER = ROOT / "examples" / "games"


@contextmanager
def examples_known() -> Iterator[None]:
    """Let `strata.game` find them by name, and programs that are started meanwhile too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(FOLDER))
        yield
