"""`strata serve`: play in the browser, on this device and on others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import strata
from strata.cli.arguments import DataDir, ExtraGames
from strata.core.errors import StrataError


class ServerNotInstalled(StrataError):
    """The packages that the server needs are not installed."""


def serve_games(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices connect.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 8765,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser page.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="Server processes; several need STRATA_REDIS_URL."),
    ] = 1,
    data_dir: DataDir = None,
    games: ExtraGames = None,
) -> None:
    """Start a server and play in the browser."""
    with expect_server():
        from strata.server.run import serve
    serve(host, port, browser=not no_browser, data_dir=data_dir, workers=workers)


@contextlib.contextmanager
def expect_server() -> Iterator[None]:
    """Make failed imports of the server raise ServerNotInstalled, with how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ServerNotInstalled(
            f"the server is not installed ({error.name} is missing): {_how_to_install()}"
        ) from None


def _how_to_install() -> str:
    """Return the commands that install the server, in a checkout or elsewhere."""
    checkout = Path(strata.__file__).parents[2]
    if (checkout / "scripts" / "prepare").is_file():
        return "run scripts/prepare serve and scripts/build-client"
    return 'pip install "strata-games[server]"'
