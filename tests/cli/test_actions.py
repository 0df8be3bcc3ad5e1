"""`strata actions`."""

from __future__ import annotations

import json
from collections.abc import Callable

import strata
from tests.cli.conftest import Run, Spawn, begun


def test_one_a_line_into_a_pipe(run: Run, game: strata.Game) -> None:
    position = begun(game, 4).position
    ran = run("actions", game.name, str(position))
    assert ran.code == 0
    assert ran.out.splitlines() == list(position.actions())


def test_in_columns_in_a_terminal(spawn: Spawn, any_game: strata.Game) -> None:
    child = spawn("actions", any_game.name)
    count = len(any_game.start().actions())
    child.expect(f"{count} actions, {any_game.start().seat} to act")
    assert all(action in child.before for action in any_game.start().actions())


def test_worked_example(run: Run) -> None:
    position = "8/8/tttt4/tT1t4/tSTt4/ttt5/Tt5t/KTt3tQ f"  # E8
    assert run("actions", "daikuni", position).out == "Sc5\n"


def test_options_decide(run: Run) -> None:
    position = "ttttttt1/t6t/t6t/1t5t/t1t4t/t5tt/t6t/ttTtttSt f"  # E9, E10
    free = run("actions", "daikuni", position).out.split()
    first = run("actions", "daikuni", position, "-o", "entry=first").out.split()
    assert set(free) - set(first) == {"Sg2"}


def test_finished_game_has_none(run: Run, spawn: Spawn) -> None:
    lost = "8/8/8/8/8/8/tt6/KTt2S1Q f"
    assert run("actions", "daikuni", lost).out == ""
    spawn("actions", "daikuni", lost).expect("second wins, king-in-check")


def test_json_has_the_gestures(run: Run, game: strata.Game) -> None:
    listed = json.loads(run("actions", game.name, "--json").out)
    start = game.start()
    assert listed["position"] == str(start)
    assert listed["seat"] == start.seat
    assert [entry["action"] for entry in listed["actions"]] == list(start.actions())
    for entry in listed["actions"]:
        gesture = start.gesture(entry["action"])
        assert [token["id"] for token in entry["gesture"]] == [token.id for token in gesture]


def test_bad_position(refused: Callable[..., str], game: strata.Game) -> None:
    assert game.name in refused("actions", game.name, "nonsense")
