"""A built client, a running server, and pages that may talk to nobody else."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import find_chromium, launch
from tests.browser.server_process import ServerProcess

if os.environ.get("CI"):
    import playwright.sync_api as playwright
else:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'"
    )

from tests.browser.profiles import Profiles
from tests.browser.visitor import Visitors
from tests.patience import PATIENCE

playwright.expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="package")
def driver() -> Iterator[playwright.Playwright]:
    """Lives as long as this folder's tests: it keeps an event loop running in this thread, in which
    no other tests could run one."""
    with playwright.sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(driver: playwright.Playwright) -> Iterator[playwright.Browser]:
    with launch(driver, find_chromium()) as chromium:
        yield chromium


@pytest.fixture(scope="session")
def client(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the client, built by one worker while the others wait."""
    lock = tmp_path_factory.getbasetemp().parent / "client.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        subprocess.run([root / "scripts" / "build-client"], check=True)
    return root / "src" / "strata" / "server" / "client"


@pytest.fixture(scope="package")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("data"))
    process.start()
    yield process
    process.stop()


@pytest.fixture(scope="package")
def profiles(browser: playwright.Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def visitors(
    profiles: Profiles, server: ServerProcess, artefacts: Path | None
) -> Iterator[Visitors]:
    """Opens pages, each for another person. Fails the test when one of them went wrong."""
    everyone = Visitors(profiles, server.url, artefacts)
    yield everyone
    everyone.leave()


@pytest.fixture(scope="session")
def artefacts() -> Path | None:
    """Where photographs of pages are put; None if nobody wants to look at them."""
    if "STRATA_ARTEFACTS" not in os.environ:
        return None
    folder = Path(os.environ["STRATA_ARTEFACTS"]) / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
