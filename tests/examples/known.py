"""The games of examples/games, known by their names for a while."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from strata.games import VARIABLE
from tests.places import ROOT

FOLDER = ROOT / "examples" / "games"


@contextmanager
def examples_known() -> Iterator[None]:
    """Let `strata.game` find them by name, and programs that are started meanwhile too."""
    with patch.dict(os.environ, {VARIABLE: str(FOLDER)}):
        yield
