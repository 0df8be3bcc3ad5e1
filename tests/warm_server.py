"""Imported once, by the process from which the tests fork servers and commands: what these would
import and read when they start, which is most of the processor time of a start."""

from __future__ import annotations

import contextlib
import gc
import io
import tempfile
from pathlib import Path

import aiosqlite  # noqa: F401  # SQLAlchemy imports it when a database is opened
import anyio._backends._asyncio  # noqa: F401  # AnyIO imports it in an event loop

from strata.cli.main import main
from strata.server.app import create_app
from strata.server.config import read_config
from strata.server.http import games
from strata.server.http.pages import client_files
from tests.server import remembered

remembered.install()
with tempfile.TemporaryDirectory() as folder:
    create_app(read_config({}, data_dir=Path(folder)))  # nothing is opened before it runs
client_files.read_client()
games.load_games()
with contextlib.redirect_stdout(io.StringIO()):
    main(["playouts", "daikuni", "-n", "1"])
gc.collect()
gc.freeze()  # a server looks through none of this again
