"""`strata play`: who plays what, from the start or from a saved game. The rest is sitting.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from strata.cli.arguments import (
    DefinitionFile,
    GameName,
    GameOptions,
    open_game,
    parse_options,
    read_record,
)
from strata.cli.console import CommandError, open_console
from strata.cli.mover import Player, RandomMover, player_called
from strata.core.contract import Game
from strata.core.errors import shown
from strata.core.outcome import Seat
from strata.core.record import Record

if TYPE_CHECKING:
    from strata.cli.saving import GameFile
    from strata.cli.table import Table

Seated = Annotated[Player | None, typer.Option(help="Who plays this seat.", show_default="human")]
Chosen = dict[Seat, Player | None]


def play_game(
    name: GameName = "",
    options: GameOptions = None,
    definition: DefinitionFile = None,
    first: Seated = None,
    second: Seated = None,
    against: Annotated[
        Player | None, typer.Option(help="The same as --second.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Makes the random mover repeatable.", show_default=False)
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Go on with a saved game.", show_default=False),
    ] = None,
) -> None:
    """Play a game; it is saved after every action and can be resumed."""
    from strata.cli.sitting import Sitting

    if against and second and against != second:
        raise CommandError(f"--against {against} and --second {second} contradict each other")
    chosen: Chosen = {"first": first, "second": second or against}
    if resume is None:
        if not name:
            raise CommandError("which game? Give GAME (see 'strata games') or --resume FILE")
        table = _new_table(open_game(name, options, definition), chosen, seed)
    else:
        record = read_record(resume)
        _expect_game(record, resume, name, options, definition)
        table = _resumed_table(record, resume, chosen, seed)
    raise typer.Exit(Sitting(table, open_console()).run())


def _new_table(game: Game, chosen: Chosen, seed: int | None) -> Table:
    from datetime import datetime

    from strata.cli.saving import GameFile

    now = datetime.now()
    table = _table(game.record(), GameFile.create(game.name, now), chosen, seed)
    table.record.tags["Date"] = f"{now:%Y-%m-%d}"
    table.save()
    if table.trouble:
        table.file.remove()
        raise table.trouble
    return table


def _resumed_table(record: Record, file: str, chosen: Chosen, seed: int | None) -> Table:
    from pathlib import Path

    from strata.cli.saving import GameFile

    outcome = record.outcome()
    if outcome is not None:
        console = open_console()
        console.print(record, soft_wrap=True)
        console.print(f"this game is finished: {outcome}", style="bold")
        raise typer.Exit
    return _table(record, GameFile.existing(Path(file)), chosen, seed)


def _table(record: Record, file: GameFile, chosen: Chosen, seed: int | None) -> Table:
    from strata.cli.table import Table

    players: dict[Seat, Player] = {
        seat: player or player_called(record.tags.get(seat.title()))
        for seat, player in chosen.items()
    }
    return Table(record, file, players, RandomMover(seed))


def _expect_game(
    record: Record, file: str, name: str, options: list[str] | None, definition: str | None
) -> None:
    """Refuses a record of another game, definition or options than were given."""
    played = record.game
    if name and name != played.name:
        raise CommandError(f"{file} is a game of {played.name}, not of {shown(name)}")
    given = parse_options(options)
    if definition is None:
        wanted = type(played)(played.definition, **given).settings
    else:
        defined = open_game(played.name, options, definition)
        if defined.definition != played.definition:
            raise CommandError(f"{file} is played with another definition than {definition}")
        wanted = defined.settings
    for option in given:
        if wanted[option] != played.settings[option]:
            raise CommandError(
                f"{file} is played with {option}={played.settings[option]}, "
                f"not with {option}={wanted[option]}"
            )
