"""The players of a match: Strata's by name or level, external engines by their command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from strata.cli.console import CommandError, say_note
from strata.core.errors import shown
from strata.core.game import Game

if TYPE_CHECKING:
    from strata.lab.match import Conditions, Contestant

ENGINE: Final = "engine:"

Seed = Annotated[int, typer.Option(help="Seed of openings and of the players' random choices.")]
Opening = Annotated[
    int,
    typer.Option(
        metavar="ACTIONS",
        help="Length of the random openings; 0 for none. If the game has an evaluation, a search "
        "balances them.",
    ),
]
Limit = Annotated[
    int, typer.Option(metavar="ACTIONS", help="Score a game as a draw after this many actions.")
]
Workers = Annotated[
    int, typer.Option(min=1, max=64, help="Games played at the same time, each in its own process.")
]


@contextmanager
def open_contestant(game: Game, name: str, seed: int, time_ms: int | None) -> Iterator[Contestant]:
    """Open the player called `name` for one game; called in the processes that play."""
    if name.startswith(ENGINE):
        from strata.adapters.engine_client import Engine

        with Engine(game, name.removeprefix(ENGINE), seed=seed, time_ms=time_ms) as engine:
            yield engine
    else:
        from strata.search.players import make_player

        yield make_player(game, name, seed=seed, time_ms=time_ms)


def check_contestants(conditions: Conditions, names: Sequence[str]) -> None:
    """Open every player once before any game is played, so that errors appear at once."""
    for name in names:
        if not name.removeprefix(ENGINE).strip():
            raise CommandError(f"player {shown(name)}: expected a name, a level or engine:COMMAND")
        with open_contestant(conditions.game, name, 0, conditions.time_ms):
            pass
    engines = [name for name in names if name.startswith(ENGINE)]
    if engines and _hides(conditions.game):
        say_note("an external engine sees the whole game, including what is hidden from its seat")


def _hides(game: Game) -> bool:
    start = game.start()
    return any(start.view(seat).hidden for seat in ("first", "second"))
