"""`strata replay`: a recorded game, action by action."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strata.cli.arguments import AsJson, parse_time, read_record
from strata.cli.console import CommandError, open_console, write_json
from strata.core.explaining.telling import Sentence, read_all
from strata.core.game import Game
from strata.core.option import format_settings
from strata.core.record import Record

if TYPE_CHECKING:
    from rich.console import Console


def replay_record(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A record file; '-' reads stdin.", show_default=False),
    ],
    delay: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Advance automatically after this time, with its unit: 2s, 200ms.",
            show_default=False,
        ),
    ] = None,
    final: Annotated[bool, typer.Option("--final", help="Show only the final position.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every position without waiting.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay a recorded game, action by action."""
    if (delay is not None) + final + everything > 1:
        raise CommandError("--delay, --final and --all cannot be combined")
    delay_ms = parse_time(delay, "--delay")
    record = read_record(file)
    if as_json:
        write_json(_described(record))
        return
    console = open_console()
    _print_head(console, record)
    if final:
        console.print(record, soft_wrap=True)
    elif not _step_through(console, record, _pause(console, delay_ms, everything)):
        return
    ended = record.outcome() or "unfinished"
    console.print()
    if end := record.tell_end():
        console.print(end.read(), soft_wrap=True)
    console.print(f"{ended}, {len(record.played)} actions", style="bold")


def _described(record: Record) -> dict[str, Any]:
    return {
        "game": record.rules.name,
        "options": dict(record.rules.settings),
        "tags": record.tags,
        "start": str(record.start),
        "actions": [
            {
                "action": action,
                "seat": before.seat,
                "position": str(after),
                "telling": [_sentence(sentence) for sentence in telling],
            }
            for action, before, after, telling in zip(
                record.played,
                record.positions,
                record.positions[1:],
                record.tellings(),
                strict=False,
            )
        ],
        "final": str(record.position),
        "outcome": record.outcome(),
        "end": _sentence(end) if (end := record.tell_end()) else None,
    }


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.read(), "cells": sentence.cells}


def _print_head(console: Console, record: Record) -> None:
    settings = format_settings(record.rules.settings)
    console.print(f"{record.rules.title}  {settings}".rstrip(), style="bold")
    for name, value in record.tags.items():
        console.print(f"{name}: {value}", soft_wrap=True)
    console.print()


def _pause(console: Console, delay_ms: int | None, everything: bool) -> Callable[[], bool]:
    """Return a function that pauses between two actions and returns whether to continue."""
    if delay_ms is not None:

        def wait() -> bool:
            time.sleep(delay_ms / 1000)
            return True

        return wait
    if everything or not console.is_terminal or not sys.stdin.isatty():
        return lambda: True
    return _asked_to_go_on


def _asked_to_go_on() -> bool:
    try:
        return input("Enter continues, q quits: ").strip().lower() not in ("q", "quit")
    except EOFError:
        print()
        return False


def _step_through(console: Console, record: Record, go_on: Callable[[], bool]) -> bool:
    """Show one position after another; return whether the last one was reached."""
    shown = Game(record.rules).record(record.start)
    console.print(shown, soft_wrap=True)
    for number, action in enumerate(record.played, 1):
        console.print()
        if not go_on():
            return False
        seat = shown.seat
        shown.play(action)
        console.print(f"{number}. {seat} {action}", style="bold")
        console.print(read_all(shown.tell(number - 1)), soft_wrap=True)
        console.print(shown, soft_wrap=True)
    return True
