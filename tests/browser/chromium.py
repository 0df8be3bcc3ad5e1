"""Debian's Chromium: found, or a clear word why it is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

_WHOLE: Final = ("chromium", "chromium-browser", "google-chrome")
_SHELL: Final = "chromium-headless-shell"
"""Chromium without a window: the same pages for half of the processor time. It knows no
notifications."""


def find_chromium(*, whole: bool = False) -> str:
    """The path of the browser: the headless shell, or the whole Chromium if `whole` or if there is
    no shell. Skips the tests where it is missing; under CI that fails."""
    names = _WHOLE if whole else (_SHELL, *_WHOLE)
    found = _found(names)
    if found is None:
        reason = f"{names[0]} is not installed: sudo scripts/services"
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (needed under CI)")
        pytest.skip(reason)
    return found


def launch(driver: Playwright, path: str) -> Browser:
    """Start it. As a context manager it is closed at the end."""
    return driver.chromium.launch(
        executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
    )


def _found(names: Sequence[str]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)
