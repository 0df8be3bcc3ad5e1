"""Debian's Chromium: found, installed where that is possible, or a clear word why it is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Final

import pytest

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str:
    """The path of the browser. Skips the tests where it is missing; under CI that fails."""
    found = _found()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _install()
        found = _found()
    if found is None:
        reason = "no Chromium found; on Debian: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (needed under CI)")
        pytest.skip(reason)
    return found


def _found() -> str | None:
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


def _install() -> None:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update",), ("install", "--yes", "--no-install-recommends", "chromium")):
        subprocess.run(("apt-get", *command), env=environment, check=False, **quiet)  # type: ignore[call-overload]
