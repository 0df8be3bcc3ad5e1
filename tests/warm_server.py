"""Imported once, by the process from which the tests fork their servers: what a server would import
when it starts. That is half of the processor time of a start."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import aiosqlite  # noqa: F401  # SQLAlchemy imports it when a database is opened
import anyio._backends._asyncio  # noqa: F401  # AnyIO imports it in an event loop

import strata
from strata.server.app import create_app
from strata.server.config import read_config

with tempfile.TemporaryDirectory() as folder:
    create_app(read_config({}, data_dir=Path(folder)))  # nothing is opened before it runs
for name in strata.games():
    strata.game(name).start().actions()
gc.collect()
gc.freeze()  # a server looks through none of this again
