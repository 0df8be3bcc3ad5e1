"""`strata animate`: an animated picture of a recorded game or of a variation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import strata
from strata.cli.arguments import parse_time, read_text
from strata.cli.console import CommandError, open_console
from strata.core.errors import InvalidRecord, listed
from strata.core.record import Record


def animate_record(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A record file; '-' reads stdin.", show_default=False),
    ],
    out: Annotated[
        str,
        typer.Argument(
            metavar="PICTURE",
            help="The picture to write: *.gif, *.webp, or *.png for an animated PNG.",
            show_default=False,
        ),
    ],
    variation: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            help="Animate the line to this position of an analysis instead of its game.",
            show_default=False,
        ),
    ] = None,
    width: Annotated[
        int, typer.Option(metavar="PIXELS", help="Width of the picture, 64 to 1024.")
    ] = 480,
    pace: Annotated[
        str,
        typer.Option(metavar="TIME", help="Time per turn, 50ms to 10s, with its unit: 2s, 200ms."),
    ] = "1s",
    flip: Annotated[
        bool, typer.Option("--flip", help="Draw the board from second's side.")
    ] = False,
    dark: Annotated[bool, typer.Option("--dark", help="Use the colours of a dark page.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite PICTURE if it exists.")] = False,
) -> None:
    """Make an animated picture of a recorded game, turn by turn."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from strata.core.drawing.animation import KINDS, animate, turn_numbers

    target = Path(out)
    kind = next((each for each in KINDS if target.suffix.lower() == f".{each}"), None)
    if kind is None:
        endings = listed([f".{each}" for each in KINDS], 3)
        raise CommandError(f"{out}: expected a file name that ends with {endings}")
    if target.exists() and not force:
        raise CommandError(f"{out} already exists; use --force to overwrite it")
    record = _read(file, variation)
    pace_ms = parse_time(pace, "--pace") or 0
    bar = open_console(stderr=True)
    columns = ("drawing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal)
    task = progress.add_task("drawing", total=len(turn_numbers(record)))
    with progress:
        picture = animate(
            record,
            kind=kind,
            width=width,
            pace_ms=pace_ms,
            dark=dark,
            flipped=flip,
            tell=lambda done, total: progress.update(task, completed=done),
        )
    target.write_bytes(picture)
    frames = len(turn_numbers(record))
    open_console().print(f"{out}: {frames} positions drawn", soft_wrap=True)


def _read(file: str, variation: int | None) -> Record:
    try:
        study = strata.load_study(read_text(file))
    except InvalidRecord as error:
        raise CommandError(f"{file}: {error}") from None
    return study.record if variation is None else study.record_at(study.node(variation))
