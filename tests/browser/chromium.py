"""Debian's Chromium: found, installed where that is possible, or a clear word why it is missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
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
    if _found(names[:1]) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _install(names[0])
        if _found(names) is None:  # not every release has the shell
            _install(_WHOLE[0])
    found = _found(names)
    if found is None:
        reason = f"no Chromium found; on Debian: apt-get install {names[0]}"
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


def _install(package: str) -> None:
    """Installs it from Debian; processes of a parallel run one after the other."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with (Path(tempfile.gettempdir()) / "strata-tests-apt.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for command in (("update",), ("install", "--yes", "--no-install-recommends", package)):
            if not shutil.which(package):
                subprocess.run(("apt-get", *command), env=environment, check=False, **quiet)  # type: ignore[call-overload]
