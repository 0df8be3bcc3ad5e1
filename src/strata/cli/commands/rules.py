"""`strata rules`: the rules of a game, for reading."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from strata.cli.arguments import GameName, known_name
from strata.cli.console import CommandError, open_console
from strata.core.explaining.reach import describe_reach
from strata.core.explaining.telling import capitalised
from strata.core.game import Game
from strata.core.teaching.cards import group_cards
from strata.games import rules_class
from strata.games.rulebooks import read_rulebook

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_WIDEST: Final = 100
_BLOCK: Final = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def show_rules(
    name: GameName,
    specification: Annotated[
        bool,
        typer.Option(
            "--specification", help="Show every rule with its number, the notation and examples."
        ),
    ] = False,
    raw: Annotated[bool, typer.Option("--raw", help="Print the Markdown source.")] = False,
    cards: Annotated[
        bool, typer.Option("--cards", help="Show what each piece and other symbol is and does.")
    ] = False,
) -> None:
    """Read the rules of a game: the short rulebook, the specification, or the cards."""
    game = Game(rules_class(known_name(name))())
    if cards:
        if specification or raw:
            raise CommandError("--cards cannot be combined with --specification or --raw")
        _show(lambda console: _print_cards(console, game))
        return
    short = "" if specification else game.guide.rules
    text = short or read_rulebook(game.name)
    if raw:
        sys.stdout.write(text)
        return
    _show(lambda console: _print(console, text, game, with_pictures=bool(short)))


def _show(printing: Callable[[Console], None]) -> None:
    """Print through a pager if stdout is a terminal."""
    console = open_console()
    console.width = min(console.width, _WIDEST)
    if not console.is_terminal:
        printing(console)
        return
    os.environ.setdefault("LESS", "-R")  # else `less` shows escape codes
    with console.pager(styles=True):
        printing(console)


def _print_cards(console: Console, game: Game) -> None:
    from strata.core.drawing.terminal import draw_terminal
    from strata.core.teaching.specimen import mark_reach

    for card, *_ in group_cards(game.cards):
        console.print(capitalised(game.symbols[card.symbol].name), style="bold")
        console.print(card.text)
        specimen = game.specimen(card)
        if specimen is not None:
            scene = mark_reach(specimen, card.cell)
            console.print()
            console.print(draw_terminal(scene, game.symbols), soft_wrap=True)
            if reach := specimen.reach(card.cell):
                console.print(f"From {card.cell} {describe_reach(reach)}")
        console.print()


def _print(console: Console, text: str, game: Game, *, with_pictures: bool) -> None:
    from rich.markdown import Markdown

    if not with_pictures:
        console.print(Markdown(text, hyperlinks=False))
        return
    for part in _with_pictures(text, game):
        console.print(part)
        console.print()
    console.print(f"All rules, with their numbers: strata rules {game.name} --specification")


def _with_pictures(text: str, game: Game) -> Iterator[RenderableType]:
    """Yield the parts of a short rulebook, with boards in place of the position blocks."""
    from rich.markdown import Markdown

    from strata.core.drawing.picture import read_pictures

    title, _, rest = text.partition("\n")
    text = f"{title}\n\n**Goal:** {game.guide.goal}\n{rest}"
    for index, part in enumerate(_BLOCK.split(text)):
        if index % 2 == 0:
            if part.strip():
                yield Markdown(part, hyperlinks=False)
            continue
        for picture in read_pictures(part, game).values():
            yield picture.position
            if picture.caption:
                yield picture.caption
