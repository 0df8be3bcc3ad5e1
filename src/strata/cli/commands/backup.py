"""`strata backup`: a copy of the server's database, also while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from strata.cli.arguments import DataDir
from strata.cli.commands.serve import expect_server


def back_up_database(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write the copy.", show_default=False)
    ],
    data_dir: DataDir = None,
) -> None:
    """Copy the server's database to a file; the server may keep running."""
    with expect_server():
        from strata.server.config import read_database_url
        from strata.server.storage.backup import back_up
    size = back_up(read_database_url(data_dir=data_dir), file)
    print(f"{file}: {size / 1_000_000:.1f} MB")
