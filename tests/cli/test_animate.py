"""`strata animate`: a picture of a game or a variation, of the kind that its name says."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata
from tests.cli.conftest import Run

pytest.importorskip("resvg_py")
Image = pytest.importorskip("PIL.Image")
GAME = ["Qd2", "Kg2", "Sg8"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game of three turns, with a variation of one."""
    game = strata.game("daikuni")
    study = game.study(game.record().play_all(GAME))
    study.play(study.root, "Kb2", 7)
    path = tmp_path / "game.strata"
    path.write_text(study.export(numbers=True))
    return path


def frames(path: Path) -> tuple[str, int, int]:
    with Image.open(path) as opened:
        return opened.format, getattr(opened, "n_frames", 1), opened.width


@pytest.mark.parametrize(("ending", "kind"), [("gif", "GIF"), ("webp", "WEBP"), ("PNG", "PNG")])
def test_a_game(run: Run, file: Path, ending: str, kind: str) -> None:
    target = file.with_suffix(f".{ending}")
    ran = run("animate", str(file), str(target), "--width", "120", "--pace", "300ms")
    assert ran.code == 0, ran.err
    assert "4 positions" in ran.out
    assert frames(target) == (kind, 4, 120)


def test_a_variation(run: Run, file: Path) -> None:
    target = file.with_suffix(".gif")
    ran = run("animate", str(file), str(target), "--variation", "7", "--width", "120", "--dark")
    assert ran.code == 0, ran.err
    assert frames(target)[1] == 2


def test_refusals_name_what_is_wrong(run: Run, file: Path) -> None:
    target = file.with_suffix(".gif")
    target.write_bytes(b"")
    for arguments, said in (
        ((str(file), "game.bmp"), ".gif"),
        ((str(file), str(target)), "--force"),
        ((str(file), str(target), "--force", "--width", "3"), "width"),
        ((str(file), str(target), "--force", "--pace", "long"), "--pace"),
        ((str(file), str(target), "--force", "--variation", "99"), "99"),
        (("no-such-file", str(target), "--force"), "no-such-file"),
    ):
        ran = run("animate", *arguments)
        assert ran.code == 2
        assert said in ran.err
