"""`strata play`: the players, and the start or a saved game; cli/playing has the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from strata.cli.arguments import (
    DefinitionFile,
    GameName,
    GameOptions,
    ThinkingTime,
    expect_game,
    known_name,
    open_game,
    parse_time,
    read_record,
)
from strata.cli.console import CommandError, open_console
from strata.cli.playing.computer_players import HUMAN, Mover, Player, make_mover, player_called
from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.outcome import Seat
from strata.core.record import Record

if TYPE_CHECKING:
    from strata.cli.playing.terminal_game import TerminalGame

USUAL_LIMIT: Final = 2000
"""The limit where only computers play; a person can leave a game that never ends."""
_PLAYER = "human, engine, greedy, random … or a level from 1 to 10."
Seated = Annotated[
    str | None,
    typer.Option(metavar="PLAYER", help=f"Who plays this seat: {_PLAYER}", show_default="human"),
]
Chosen = dict[Seat, Player | None]


def play_game(
    name: GameName = "",
    options: GameOptions = None,
    definition: DefinitionFile = None,
    first: Seated = None,
    second: Seated = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Short for --second.", show_default=False),
    ] = None,
    time: ThinkingTime = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the computer's random choices.", show_default=False),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="ACTIONS",
            min=1,
            help="Stop after this many actions; the game can be resumed.",
            show_default=f"{USUAL_LIMIT} if no person plays",
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION",
            help="Begin from this position instead of the start.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Resume a saved game.", show_default=False),
    ] = None,
) -> None:
    """Play a game; it is saved after every action and can be resumed."""
    from strata.cli.playing.session import TerminalSession

    if against and second and against != second:
        raise CommandError(f"--against {against} and --second {second} contradict each other")
    chosen: Chosen = {"first": first, "second": second or against}
    time_ms = parse_time(time)
    if resume is None:
        if not name:
            raise CommandError("no game given: expected GAME (see 'strata games') or --resume FILE")
        record = _begun(open_game(name, options, definition), position)
        players = _players(record, chosen)
        game = _new_game(record, players, _movers(Game(record.rules), players, seed, time_ms))
    else:
        if position is not None:
            raise CommandError("give --position or --resume FILE, not both")
        if name:
            name = known_name(name)
        record = read_record(resume)
        expect_game(record, resume, name, options, definition)
        _expect_unfinished(record)
        players = _players(record, chosen)
        game = _resumed_game(
            record, resume, players, _movers(Game(record.rules), players, seed, time_ms)
        )
    if limit is None and not game.people:
        limit = USUAL_LIMIT
    raise typer.Exit(TerminalSession(game, open_console(), limit).run())


def _begun(game: Game, position: str | None) -> Record:
    """Return a new game, from its start or from `position`, where it must not be over."""
    record = game.record(None if position is None else game.position(position))
    if (outcome := record.outcome()) is not None:
        raise CommandError(f"--position: the game is over in this position: {outcome}")
    return record


def _players(record: Record, chosen: Chosen) -> dict[Seat, Player]:
    """Return the chosen players; by default those named in the record."""
    return {
        seat: player or player_called(record.tags.get(seat.title()))
        for seat, player in chosen.items()
    }


def _movers(
    game: Game, players: dict[Seat, Player], seed: int | None, time_ms: int | None
) -> dict[Seat, Mover]:
    """Return the computer players, before anything is saved. Raises CommandError."""
    movers: dict[Seat, Mover] = {}
    for seat, player in players.items():
        if player != HUMAN:
            try:
                movers[seat] = make_mover(game, player, seed, time_ms)
            except StrataError as error:
                raise CommandError(f"player of {seat}: {error}") from None
    return movers


def _new_game(
    record: Record, players: dict[Seat, Player], movers: dict[Seat, Mover]
) -> TerminalGame:
    from datetime import datetime

    from strata.cli.playing.saving import GameFile
    from strata.cli.playing.terminal_game import TerminalGame

    now = datetime.now()
    game = TerminalGame(record, GameFile.create(record.rules.name, now), players, movers)
    game.record.tags["Date"] = f"{now:%Y-%m-%d}"
    game.save()
    if game.trouble:
        game.file.remove()
        raise game.trouble
    return game


def _expect_unfinished(record: Record) -> None:
    outcome = record.outcome()
    if outcome is not None:
        console = open_console()
        console.print(record, soft_wrap=True)
        console.print(f"this game is over: {outcome}", style="bold")
        raise typer.Exit


def _resumed_game(
    record: Record, file: str, players: dict[Seat, Player], movers: dict[Seat, Mover]
) -> TerminalGame:
    from pathlib import Path

    from strata.cli.playing.saving import GameFile
    from strata.cli.playing.terminal_game import TerminalGame

    return TerminalGame(record, GameFile.existing(Path(file)), players, movers)
