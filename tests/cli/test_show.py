"""`strata show`."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import strata
from tests.cli.conftest import PROGRAM, Run, begun
from tests.patience import PATIENCE

LOST = "8/8/8/8/8/8/tt6/KTt2S1Q f"  # E24 of docs/rules/daikuni.md


def test_start(run: Run, game: strata.Game) -> None:
    ran = run("show", game.name)
    assert ran.code == 0
    assert str(game.start()) in ran.out
    assert f"{game.start().seat} to act, {len(game.start().actions())} actions" in ran.out


def test_position_in_one_argument_in_several_and_by_pipe(run: Run, game: strata.Game) -> None:
    text = str(begun(game, 3).position)
    shown = run("show", game.name, text).out
    assert text in shown
    assert run("show", game.name, *text.split(" ")).out == shown
    assert run("show", game.name, "-", typed=f"{text}\n").out == shown


def test_outcome(run: Run) -> None:
    assert "second wins, king-in-check" in run("show", "daikuni", LOST).out


def test_options_reach_the_game(run: Run) -> None:
    assert "×16" in run("show", "daikuni", "-o", "tiles=16").out


def test_json(run: Run, game: strata.Game) -> None:
    position = begun(game, 3).position
    shown = json.loads(run("show", game.name, str(position), "--json").out)
    assert shown["game"] == game.name
    assert shown["options"] == dict(game.settings)
    assert shown["position"] == str(position)
    assert shown["seat"] == position.seat
    assert shown["outcome"] is None
    assert shown["actions"] == list(position.actions())
    assert {cell["name"] for cell in shown["scene"]["cells"]}


def test_json_of_a_finished_game(run: Run) -> None:
    shown = json.loads(run("show", "daikuni", LOST, "--json").out)
    assert shown["seat"] is None
    assert shown["actions"] == []
    assert shown["outcome"] == {"winner": "second", "reason": "king-in-check"}


def test_bad_position(refused: Callable[..., str], game: strata.Game) -> None:
    assert game.name in refused("show", game.name, "nonsense")
    assert game.name in refused("show", game.name, "")


def test_bad_position_by_pipe(refused: Callable[..., str], game: strata.Game) -> None:
    assert "printable ASCII" in refused("show", game.name, "-", typed=b"\xff\xfe\n")
    assert "printable ASCII" in refused(
        "show",
        game.name,
        "-",
        typed=f"{game.start()}\n{game.start()}\n"[: game.rules.longest_position],
    )
    assert "at most" in refused(
        "show", game.name, "-", typed="x" * (game.rules.longest_position + 9)
    )


def test_svg(run: Run, tmp_path: Path, game: strata.Game) -> None:
    file = tmp_path / "board.svg"
    ran = run("show", game.name, "--svg", file)
    assert ran.code == 0
    assert str(file) in ran.out
    drawn = file.read_text(encoding="utf-8")
    assert drawn == game.start().svg()
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert run("show", game.name, "--svg", "-").out == drawn


def test_svg_does_not_overwrite_unless_forced(
    run: Run, refused: Callable[..., str], tmp_path: Path, game: strata.Game
) -> None:
    file = tmp_path / "board.svg"
    file.write_text("precious", encoding="utf-8")
    assert refused("show", game.name, "--svg", file) == (
        f"{file} already exists; use --force to overwrite it"
    )
    assert file.read_text(encoding="utf-8") == "precious"
    assert run("show", game.name, "--svg", file, "--force").code == 0
    assert file.read_text(encoding="utf-8") == game.start().svg()


def test_svg_where_no_folder_is(
    refused: Callable[..., str], tmp_path: Path, game: strata.Game
) -> None:
    file = tmp_path / "nowhere" / "board.svg"
    assert refused("show", game.name, "--svg", file) == f"{file}: No such file or directory"


def test_svg_and_json_do_not_mix_on_stdout(refused: Callable[..., str], game: strata.Game) -> None:
    assert "stdout" in refused("show", game.name, "--svg", "-", "--json")


def test_png(run: Run, tmp_path: Path, game: strata.Game) -> None:
    file, drawing = tmp_path / "board.png", tmp_path / "board.svg"
    ran = run("show", game.name, "--png", file, "--svg", drawing, "--width", "300", "--dark")
    assert ran.code == 0
    assert f"{file}: drawing written" in ran.out.replace("\n", "")
    assert file.read_bytes() == game.start().png(width=300, dark=True)
    assert drawing.read_text(encoding="utf-8") == game.start().svg(dark=True)


def test_png_on_stdout() -> None:
    game = strata.game("daikuni")
    done = subprocess.run(
        [*PROGRAM, "show", game.name, "--png", "-"],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout == game.start().png()


def test_what_png_does_not_go_with(refused: Callable[..., str], tmp_path: Path) -> None:
    said = refused("show", "kyo", "--svg", "-", "--png", "-")
    assert "--svg and --png cannot share stdout" in said
    assert "--width needs --png FILE" in refused("show", "kyo", "--width", "300")
    file = tmp_path / "board.png"
    assert "got 99999, expected 1 to 4096" in refused(
        "show", "kyo", "--png", file, "--width", "99999"
    )
    assert not file.exists()


TWICE = "KK6/8/8/8/8/8/8/qq6 f"


def test_every_reason_against_a_position(run: Run) -> None:
    ran = run("show", "daikuni", TWICE)
    assert ran.code == 2
    assert ran.err.splitlines() == [
        "error: daikuni position: 2 Kings of first on a8 and b8, expected one at most",
        "error: daikuni position: 2 Queens of second on a1 and b1, expected one at most",
    ]
    ran = run("show", "daikuni", TWICE, "--json")
    assert ran.code == 2
    described = json.loads(ran.out)
    assert not described["valid"]
    assert [problem["cells"] for problem in described["problems"]] == [["a8", "b8"], ["a1", "b1"]]
