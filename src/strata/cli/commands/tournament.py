"""`strata tournament`: many players, all pairings or neighbours only, and their Elo ratings."""

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
from strata.cli.contests.contestants import Limit, Opening, Seed, Workers


def run_tournament(
    name: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME,…",
            help="Names, levels from 1 to 10 or engine:COMMAND.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            help="Folder for results and records; a later run continues there.",
            show_default=False,
        ),
    ],
    options: GameOptions = None,
    definition: DefinitionFile = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games per pairing.")] = 100,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Pair each player only with the next one in the list.")
    ] = False,
    time: ThinkingTime = None,
    seed: Seed = 1,
    opening: Opening = 4,
    limit: Limit = 2000,
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Play a tournament and rate the players; a later run continues it."""
    from strata.cli.contests.contest import Contest
    from strata.cli.contests.report import play_and_report, print_tournament
    from strata.lab.match import Conditions

    names = [player.strip() for player in players.split(",")]
    conditions = Conditions(
        open_game(name, options, definition), seed, opening, limit, parse_time(time)
    )
    contest = Contest(conditions, names, ladder, games, workers, out)
    play_and_report(contest, as_json, print_tournament)
