"""Imported once, by the process from which the tests fork their servers: what a server would import
and read when it starts, which is most of the processor time of a start."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import aiosqlite  # noqa: F401  # SQLAlchemy imports it when a database is opened
import anyio._backends._asyncio  # noqa: F401  # AnyIO imports it in an event loop

from strata.server.app import create_app
from strata.server.config import read_config
from strata.server.http import games
from strata.server.http.pages import client_files

with tempfile.TemporaryDirectory() as folder:
    create_app(read_config({}, data_dir=Path(folder)))  # nothing is opened before it runs
client_files.read_client()
games.load_games()
gc.collect()
gc.freeze()  # a server looks through none of this again
