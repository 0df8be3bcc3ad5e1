"""`strata actions`: the legal actions of a position."""

from __future__ import annotations

from strata.cli.arguments import (
    AsJson,
    DefinitionFile,
    GameName,
    GameOptions,
    PositionWords,
    open_game,
    read_position,
)
from strata.cli.console import open_console, write_json
from strata.core.position import Position


def list_actions(
    name: GameName,
    position: PositionWords = None,
    options: GameOptions = None,
    definition: DefinitionFile = None,
    as_json: AsJson = False,
) -> None:
    """List the legal actions of a position."""
    where = read_position(open_game(name, options, definition), position)
    if as_json:
        _write_as_json(where)
        return
    console = open_console()
    if console.is_terminal:
        from strata.cli.playing.display import print_actions

        print_actions(console, where)
    else:
        for action in where.actions():
            print(action)


def _write_as_json(position: Position) -> None:
    write_json(
        {
            "game": position.rules.name,
            "options": dict(position.rules.settings),
            "position": str(position),
            "seat": position.seat,
            "outcome": position.outcome(),
            "actions": [
                {"action": action, "gesture": gesture} for action, gesture in position.gestures()
            ],
        }
    )
