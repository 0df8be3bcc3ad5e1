"""The games of examples/games are known by their names here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.examples.known import examples_known


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with examples_known():
        yield
