"""`strata match`: two players, many games, and how certain it is which one is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from strata.cli.arguments import (
    AsJson,
    DefinitionFile,
    GameName,
    GameOptions,
    ThinkingTime,
    open_game,
    parse_time,
)
from strata.cli.console import CommandError
from strata.cli.contests.contestants import ENGINE, Limit, Opening, Seed, Workers

_PLAYER = "A name (engine, greedy, random …), a level from 1 to 10, or engine:COMMAND."


def run_match(
    name: GameName,
    one: Annotated[str, typer.Argument(metavar="PLAYER", help=_PLAYER, show_default=False)],
    two: Annotated[
        str | None, typer.Argument(metavar="PLAYER", help="The second player.", show_default=False)
    ] = None,
    options: GameOptions = None,
    definition: DefinitionFile = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Use an external engine as the second player.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Number of games.")] = 100,
    time: ThinkingTime = None,
    seed: Seed = 1,
    opening: Opening = 4,
    limit: Limit = 2000,
    workers: Workers = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for results and records; a later run continues there.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match between two players with alternating seats and estimate who is stronger."""
    from strata.cli.contests.contest import Contest
    from strata.cli.contests.report import play_and_report, print_match
    from strata.lab.match import Conditions

    if (two is None) == (engine is None):
        raise CommandError("expected two players: PLAYER PLAYER, or PLAYER --engine COMMAND")
    players = [one, two if two is not None else f"{ENGINE}{engine}"]
    conditions = Conditions(
        open_game(name, options, definition), seed, opening, limit, parse_time(time)
    )
    contest = Contest(conditions, players, False, games, workers, out)
    play_and_report(contest, as_json, print_match)
