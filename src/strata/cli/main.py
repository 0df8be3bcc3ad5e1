"""The program `strata`: its commands, and the boundary where every error becomes one line."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final

import typer
from typer.main import get_command

import strata
from strata.cli.arguments import ExtraGames
from strata.cli.commands import (
    actions,
    animate,
    backup,
    check,
    engine,
    games,
    match,
    new,
    perft,
    play,
    playouts,
    replay,
    rules,
    serve,
    show,
    tournament,
)
from strata.cli.commands.learning import analyse, learn, puzzle, puzzles, review
from strata.cli.console import say_error, say_note
from strata.cli.flags import Group

WRONG: Final = 2
INTERRUPTED: Final = 130


class Program(Group):
    """All commands."""

    functions: ClassVar[dict[str, Callable[..., None]]] = {
        "games": games.list_games,
        "rules": rules.show_rules,
        "learn": learn.learn_game,
        "show": show.show_position,
        "actions": actions.list_actions,
        "check": check.check_definition,
        "perft": perft.count_sequences,
        "playouts": playouts.run_playouts,
        "play": play.play_game,
        "new": new.make_game,
        "replay": replay.replay_record,
        "animate": animate.animate_record,
        "review": review.review_game,
        "puzzle": puzzle.solve_puzzle,
        "puzzles": puzzles.find_puzzles,
        "analyse": analyse.analyse_position,
        "match": match.run_match,
        "tournament": tournament.run_tournament,
        "engine": engine.run_engine,
        "serve": serve.serve_games,
        "backup": backup.back_up_database,
    }


app = typer.Typer(
    name="strata",
    cls=Program,
    help="Layered board games: play, study and program them.",
    epilog=(
        "Exit codes: 0 success; 1 lost terminal; 2 invalid input or an unusable file; "
        "130 interrupted by Ctrl-C; 129 and 143 ended by SIGHUP and SIGTERM."
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        how = "compiled" if strata.compiled() else "uncompiled"
        typer.echo(f"strata {strata.__version__} ({how})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    extra_games: ExtraGames = None,
) -> None:
    """Layered board games: play, study and program them."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


@cache
def _program() -> Any:
    return get_command(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    _prepare_streams()
    try:
        with _warnings_as_notes():
            return _run(arguments)
    finally:
        _flush()


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = _program().main(args=arguments, prog_name="strata", standalone_mode=False)
    except typer.TyperException as error:
        say_error(error.format_message())
    except strata.InvalidPosition as error:
        for reason in error.reasons():
            say_error(reason)
    except strata.StrataError as error:
        say_error(error)
    except OSError as error:
        what = error.strerror or str(error)
        say_error(f"{error.filename}: {what}" if error.filename else what)
    except typer.Abort:
        return INTERRUPTED
    else:
        return code if isinstance(code, int) else 0
    return WRONG


@contextlib.contextmanager
def _warnings_as_notes() -> Iterator[None]:
    """Print the warnings of `strata` as notes of one line; leave other warnings to Python."""
    with warnings.catch_warnings():
        as_usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if issubclass(category, strata.UncompiledWarning):
                say_note(message)
            else:
                as_usual(message, category, *where, **more)

        warnings.showwarning = show
        warnings.simplefilter("always", strata.UncompiledWarning)
        yield


def _prepare_streams() -> None:
    """Replace a closed stream by an empty one, and make streams replace unencodable characters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    """Flush stdout; drop the rest if its reader is gone or the disk is full."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
