"""The examples for learning programs run, in short form; so does what their page shows."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.places import ROOT
from tests.volume import everyday

_FOLDER = ROOT / "examples" / "learning"


def _load(name: str) -> ModuleType:
    spec = spec_from_file_location(f"learning_{name}", _FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for their module
    spec.loader.exec_module(module)
    return module


def _require(package: str) -> None:
    """Skip where the extra `train` is not installed; continuous integration has it."""
    if find_spec(package) is None:
        message = f'{package} is missing: pip install "strata-games[train]"'
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


def _run(cells: list[str]) -> None:
    names: dict[str, object] = {"__name__": "cells"}
    for cell in cells:
        exec(compile(cell, "cell", "exec"), names)


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((_FOLDER / "environments.ipynb").read_text("utf-8"))
    cells = ["".join(each["source"]) for each in notebook["cells"] if each["cell_type"] == "code"]
    assert len(cells) > 5
    _run(cells)
    said = capsys.readouterr().out
    assert "pieces that first sees: 10 - second: 0" in said
    assert "[0.0, 0.0]" not in said  # every game of Daikuni has a winner
    assert not any(each.get("outputs") for each in notebook["cells"])


def test_the_page_for_learning_programs_runs() -> None:
    page = (ROOT / "docs" / "learning-programs.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        _run([block])


@pytest.mark.slow
def test_ppo_learns_saves_and_goes_on(tmp_path: Path) -> None:
    _require("sb3_contrib")
    ppo = _load("ppo")
    sizes = ["--games", "2", "--rollout", "4"]
    arguments = ["--quiet", *sizes, "--checkpoint", str(tmp_path / "model.zip")]
    before, after = ppo.main([*arguments, "--steps", "20", "--parts", "2"])
    assert 0 <= before <= 1
    assert 0 <= after <= 1
    first = (tmp_path / "model.zip").read_bytes()
    ppo.main([*arguments, "--steps", "20", "--parts", "1", "--resume"])
    assert (tmp_path / "model.zip").read_bytes() != first


@pytest.mark.slow
@pytest.mark.parametrize("game", ["daikuni", "kyo"])
def test_alphazero_learns_saves_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    _require("torch")
    alphazero = _load("alphazero")
    measure = alphazero.points_against_random
    monkeypatch.setattr(
        alphazero,
        "points_against_random",
        lambda game, network, size, seed: measure(game, network, everyday(8, full=size), seed),
    )
    sizes = ["--games", "2", "--simulations", "2", "--game", game]
    arguments = [*sizes, "--checkpoint", str(tmp_path / "net.pt")]
    if game == "kyo":  # whose games are long: a search, without playing one
        import numpy as np

        import strata

        kyo = strata.game(game)
        batch, trial = (strata.batch(kyo, 3, autoreset=False) for _ in range(2))
        network = alphazero.Network(batch.shape, batch.choices)
        roots = alphazero.search(batch, trial, network, 6, np.random.default_rng(1))
        assert [root.visits.sum() for root in roots] == [6, 6, 6]
        assert any(root.children for root in roots)
        return
    assert 0 <= alphazero.main([*arguments, "--iterations", "1"]) <= 1
    first = (tmp_path / "net.pt").read_bytes()
    alphazero.main([*arguments, "--iterations", "2", "--resume"])
    assert (tmp_path / "net.pt").read_bytes() != first
