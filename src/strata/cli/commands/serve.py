"""`strata serve`: play in the browser, on this machine and from others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from strata.cli.arguments import ExtraGames
from strata.core.errors import StrataError


class ServerNotInstalled(StrataError):
    """The packages that the server needs are an extra."""


def serve_games(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 is any free one.")] = 8765,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser page.")
    ] = False,
    data_dir: Annotated[
        Path | None, typer.Option(help="Folder of the data; by default the user's data folder.")
    ] = None,
    games: ExtraGames = None,
) -> None:
    """Play in the browser: starts a server and opens its page."""
    try:
        from strata.server.run import serve
    except ModuleNotFoundError as error:
        raise ServerNotInstalled(
            f'the server needs {error.name}: pip install "strata-games[server]"'
        ) from None
    serve(host, port, browser=not no_browser, data_dir=data_dir)
