"""`strata serve` where the server is not installed. tests/server has the server itself."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import strata


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "strata.server.run", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)


def test_in_a_checkout(refused: Callable[..., str]) -> None:
    assert refused("serve") == (
        "the server is not installed (uvicorn is missing): "
        "run scripts/prepare serve and scripts/build-client"
    )


def test_elsewhere(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(strata, "__file__", str(tmp_path / "lib" / "strata" / "__init__.py"))
    assert refused("serve") == (
        'the server is not installed (uvicorn is missing): pip install "strata-games[server]"'
    )
