"""`strata play`, with lines that come through a pipe."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.core.drawing.terminal import draw_terminal
from strata.core.kernel.state import State
from tests.cli.conftest import Run, begun, run_apart, write_record

Saved = Callable[[], list[Path]]
RESUME = re.compile(r"saved; resume with: strata play --resume (\S+)\n")
WHOLE_GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]  # E30


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def only(saved: Saved) -> strata.Record:
    """The one game that was saved."""
    (file,) = saved()
    return strata.load(file.read_text(encoding="utf-8"))


def test_actions_by_pipe_are_saved_at_the_end(run: Run, saved: Saved, game: strata.Game) -> None:
    record = begun(game, 4)
    ran = run("play", game.name, typed=lines(*record.played))
    assert ran.code == 0
    assert ran.err == ""
    told = RESUME.search(ran.out)
    assert told
    assert saved() == [Path(told[1])]
    assert re.fullmatch(rf"{game.name}-\d{{8}}-\d{{6}}\.strata", saved()[0].name)
    kept = only(saved)
    assert kept.played == record.played
    assert kept.tags["First"] == kept.tags["Second"] == "human"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", kept.tags["Date"])


@pytest.mark.parametrize("separator", [" ", "\n"])
def test_gestures_make_the_same_game(
    run: Run, saved: Saved, game: strata.Game, separator: str
) -> None:
    record = begun(game, 4)
    gestures = [
        separator.join(token.id for token in position.gesture(action))
        for action, position in zip(record.played, record.positions, strict=False)
    ]
    assert run("play", game.name, typed=lines(*gestures)).err == ""
    assert only(saved).played == record.played


def test_options_are_kept(run: Run, saved: Saved) -> None:
    run("play", "daikuni", "-o", "tiles=16", "-o", "entry=first", typed="Kd4\n")
    assert only(saved).rules == strata.game("daikuni", tiles=16, entry="first").rules


def test_a_game_to_its_end(run: Run, saved: Saved) -> None:
    ran = run("play", "daikuni", typed=lines(*WHOLE_GAME))
    assert ran.code == 0
    assert "second wins, king-in-check" in ran.out
    assert f"strata replay {saved()[0]}" in ran.out
    assert only(saved).outcome() == strata.Outcome("second", "king-in-check")


def test_nothing_played_nothing_kept(run: Run, saved: Saved, game: strata.Game) -> None:
    ran = run("play", game.name)
    assert ran.code == 0
    assert "nothing was played" in ran.out
    assert saved() == []


def test_what_was_saved_on_request_is_kept(run: Run, saved: Saved) -> None:
    ran = run("play", "daikuni", typed="save\nquit\n")
    assert "saved to" in ran.out
    assert f"strata play --resume {saved()[0]}" in ran.out
    assert only(saved).played == ()


def test_wrong_input_never_ends_the_game(run: Run, saved: Saved) -> None:
    typed = lines("nonsense", "kd4", "King z9", ":nonsense", ":", "board please", "", "Kd4", "\0")
    ran = run("play", "daikuni", typed=typed)
    assert ran.code == 0
    complaints = ran.err.splitlines()
    assert all(line.startswith("error: ") for line in complaints)
    assert "illegal action 'nonsense'" in complaints[0]
    assert "did you mean Kd4?" in complaints[1]
    assert "no step 'z9' after King" in complaints[2]
    assert "no command 'nonsense': expected one of help, actions" in complaints[3]
    assert "no command ''" in complaints[4]
    assert "'board' takes no arguments, got 'please'" in complaints[5]
    assert len(complaints) == 7
    assert only(saved).played == ("Kd4",)


def test_steps_are_offered_and_taken_back(run: Run, saved: Saved) -> None:
    ran = run("play", "daikuni", typed=lines("King", "Qd4", "Queen", "back", "Soldier a1"))
    assert "first King> " in ran.out
    assert "cells  a1  a2" in ran.out
    assert "second> Soldier a1" in ran.out
    assert only(saved).played == ("Qd4", "Sa1")


def test_help_actions_and_board(run: Run, game: strata.Game) -> None:
    ran = run("play", game.name, typed=lines("help", ":actions", "board"))
    assert ran.err == ""
    for command in (
        "help",
        "actions",
        "board",
        "back",
        "undo",
        "undo-step",
        "resign",
        "save",
        "quit",
    ):
        assert re.search(rf"^  {command} ", ran.out, re.MULTILINE)
    count = f"{len(game.start().actions())} actions, {game.start().seat} to act"
    assert ran.out.count(count) == 1
    assert ran.out.count(f"{game.start().seat} to act, ") == 2


def test_choices_say_what_they_do(run: Run, saved: Saved) -> None:
    ran = run("play", "frozen", typed=lines("h1", "back", "rotate a block"))
    said = " ".join(ran.out.split())
    assert "give its place to the King Your King stands here" in said
    assert "Warning: This unit dies." in said
    assert "Cost: frozen for 18 turns." in said


def test_an_action_of_several_parts_can_be_left_before_the_last(run: Run, saved: Saved) -> None:
    left = run("play", "frozen", typed=lines("b1", "change its kind", "back", "back", "quit"))
    assert "The unit becomes this kind." in left.out
    assert "first b1 change its kind> back" in left.out
    assert "first b1> back" in left.out
    assert "nothing was played" in left.out
    run("play", "frozen", typed=lines("morph:b1", "quit"))
    assert saved() == []
    whole = run("play", "frozen", typed=lines("morph:b1", "Rook", "quit"))
    assert "becomes a Rook" in " ".join(whole.out.split())
    assert only(saved).played == ("morph:b1", "kind:R")


def test_who_plays_alone_is_spoken_to(run: Run) -> None:
    ran = run("play", "kyo", "--second", "random", typed=lines("what b1", "what b7", "quit"))
    assert "Your Heavy Pawn." in ran.out
    assert "Your opponent's Light Pawn." in ran.out
    ran = run("play", "rhodium", "--second", "random", typed=lines("quit"))
    assert "set-up: you place piece 1 of 22" in ran.out
    assert "your opponent, to place:" in ran.out


def test_what_stands_on_a_cell(run: Run) -> None:
    cards = strata.game("kyo").cards
    ran = run(
        "play", "kyo", typed=lines("what b1", "what b7", "what e5", "what", "what z9", "quit")
    )
    said = " ".join(ran.out.split())
    heavy, chip = cards["heavy-pawn"].text, cards["round-dark-chip"].text
    assert f"First's Heavy Pawn. {heavy} First's light mana." in said
    assert f"First's dark mana. {chip} First's dark mana. From b1 it can reach " in said
    assert f"Second's Light Pawn. {cards['light-pawn'].text} From b7 it can reach" in said
    assert "e5 is empty." in said
    assert ran.err.splitlines() == [
        "error: 'what' needs one cell, got nothing",
        "error: no cell 'z9' in kyo; cells are a1, b1, c1, d1, e1, f1, g1, h1 and 92 more",
    ]


def test_what_is_hidden_is_not_told(run: Run) -> None:
    """Who waits for an army to be placed sees veils, and no reach."""
    ran = run("play", "rhodium", typed=lines("what a10", "what a1", "quit"))
    assert "Second's hidden cell." in ran.out
    assert "a1 is empty." in ran.out
    assert "From " not in ran.out


def test_quit(run: Run, saved: Saved, game: strata.Game) -> None:
    action = game.start().actions()[0]
    ran = run("play", game.name, typed=lines(action, ":quit", "nonsense"))
    assert ran.code == 0
    assert RESUME.search(ran.out)
    assert ran.err == ""
    assert only(saved).played == (action,)


def test_resign(run: Run, saved: Saved, game: strata.Game) -> None:
    ran = run("play", game.name, typed=":resign\n")
    winner: strata.Seat = "second" if game.start().seat == "first" else "first"
    assert f"{winner} wins, resignation" in ran.out
    assert only(saved).outcome() == strata.Outcome(winner, "resignation")


class TestUndo:
    def test_between_people_it_is_one_turn(self, run: Run, saved: Saved, game: strata.Game) -> None:
        record = begun(game, 6)
        turns = [
            number
            for number, position in enumerate(record.positions[:-1])
            if position.begins_turn or number == 0
        ]
        run("play", game.name, typed=lines(*record.played, ":undo", ":undo"))
        kept = only(saved) if saved() else game.record()
        assert kept.played == record.played[: turns[-2]]

    def test_against_the_random_mover_it_is_back_to_the_person(
        self, run: Run, saved: Saved
    ) -> None:
        ran = run(
            *("play", "daikuni", "--against", "random", "--seed", 3),
            typed=lines("Ka1", "undo", "Qa1"),
        )
        assert "took back 2 actions" in ran.out
        assert only(saved).played[0] == "Qa1"
        assert len(only(saved).played) == 2

    def test_a_step_of_a_turn_that_goes_on(self, run: Run, saved: Saved) -> None:
        start = strata.game("kyo").start()
        step = next(one for one in start.actions() if not start.play(one).begins_turn)
        ran = run("play", "kyo", typed=lines(step, "undo-step", ":undo-step", step))
        assert "took back 1 action" in ran.out
        assert "error: first has no step to undo in this turn" in ran.err
        assert only(saved).played == (step,)

    def test_there_may_be_nothing(self, run: Run, game: strata.Game) -> None:
        assert "error: nothing to undo" in run("play", game.name, typed=":undo\n").err

    def test_the_random_movers_own_beginning_stays(self, run: Run) -> None:
        ran = run("play", "daikuni", "--first", "random", "--seed", 3, typed="undo\n")
        assert "error: nothing to undo: you have not played an action yet" in ran.err


class TestRandomMover:
    def test_the_same_seed_plays_the_same_game(self, run: Run, saved: Saved) -> None:
        for _ in range(2):
            run("play", "daikuni", "--first", "random", "--second", "random", "--seed", 8)
        one, two = (strata.load(file.read_text(encoding="utf-8")) for file in saved())
        assert one.played == two.played
        assert one.outcome() is not None
        assert one.tags["First"] == one.tags["Second"] == "random mover"

    def test_it_answers(self, run: Run, saved: Saved, game: strata.Game) -> None:
        seat = game.start().seat
        other = "--second" if seat == "first" else "--first"
        action = game.start().actions()[0]
        ran = run("play", game.name, other, "random", typed=lines(action))
        kept = only(saved)
        assert kept.seat == seat
        for answer, position in zip(kept.played, kept.positions, strict=False):
            if position.seat != seat:
                assert f"(random mover) plays {answer}" in ran.out

    def test_a_person_reads_what_was_done_to_whose_pieces(self, run: Run) -> None:
        ran = run("play", "daikuni", "--against", "random", "--seed", 1, typed=lines("Qa1"))
        assert "Your Queen" in ran.out
        assert "Your opponent's " in ran.out
        alone = run("play", "daikuni", typed=lines("Qa1"))
        assert "First's Queen" in alone.out

    def test_contradiction(self, refused: Callable[..., str], game: strata.Game) -> None:
        said = refused("play", game.name, "--against", "random", "--second", "human")
        assert said == "--against random and --second human contradict each other"


class TestSave:
    def test_a_copy(self, run: Run, tmp_path: Path, game: strata.Game) -> None:
        copy = tmp_path / "my copy.strata"
        action = game.start().actions()[0]
        ran = run("play", game.name, typed=lines(action, f":save {copy}"))
        assert f"saved to {copy}" in ran.out
        assert strata.load(copy.read_text(encoding="utf-8")).played == (action,)

    def test_it_overwrites_nothing(self, run: Run, tmp_path: Path, game: strata.Game) -> None:
        other = tmp_path / "other"
        other.write_text("precious", encoding="utf-8")
        ran = run("play", game.name, typed=lines(f":save {other}", ":board"))
        assert ran.err == f"error: {other} already exists and was not changed; give another name\n"
        assert other.read_text(encoding="utf-8") == "precious"

    def test_the_games_own_file(self, run: Run, tmp_path: Path, game: strata.Game) -> None:
        file = write_record(tmp_path / "own.strata", begun(game, 2))
        ran = run("play", "--resume", file, typed=lines(f":save {file}", ":save"))
        assert ran.out.count(f"saved to {file}") == 2

    @pytest.mark.parametrize("where", ["/nowhere/at/all", "~nobody-at-all/x", "a\0b"])
    def test_impossible_places(self, run: Run, game: strata.Game, where: str) -> None:
        ran = run("play", game.name, typed=lines(f":save {where}", ":quit"))
        assert ran.code == 0
        assert ran.err.startswith("error: ")
        assert "nothing was saved" in ran.err


class TestResume:
    def test_it_goes_on_in_the_same_file(
        self, run: Run, saved: Saved, tmp_path: Path, game: strata.Game
    ) -> None:
        record = begun(game, 3)
        file = write_record(tmp_path / "mine.strata", record)
        following = record.actions()[0]
        ran = run("play", "--resume", file, typed=lines(following))
        assert f"strata play --resume {file}" in ran.out
        kept = strata.load(file.read_text(encoding="utf-8"))
        assert kept.played == (*record.played, following)
        assert saved() == []

    def test_looking_changes_nothing(self, run: Run, tmp_path: Path, game: strata.Game) -> None:
        file = tmp_path / "mine.strata"
        record = begun(game, 3)
        record.tags.update(First="Anna", Second="Ben")
        text = record.export() + "; a remark\n"
        file.write_text(text, encoding="utf-8")
        assert run("play", "--resume", file, typed="").code == 0
        assert file.read_text(encoding="utf-8") == text

    def test_an_empty_game_is_not_thrown_away(
        self, run: Run, tmp_path: Path, game: strata.Game
    ) -> None:
        file = write_record(tmp_path / "mine.strata", game.record())
        run("play", "--resume", file)
        assert file.exists()

    def test_players_come_from_the_tags(self, run: Run, saved: Saved) -> None:
        run("play", "daikuni", "--against", "random", "--seed", 1, typed="Qa1\n")
        (file,) = saved()
        ran = run("play", "--resume", file, "--seed", 1, typed="Sa8\n")
        assert "second (random mover) plays " in ran.out
        assert len(only(saved).played) == 4

    def test_players_can_be_changed(self, run: Run, saved: Saved) -> None:
        run("play", "daikuni", "--against", "random", "--seed", 1, typed="Qa1\n")
        (file,) = saved()
        run("play", "--resume", file, "--second", "human", typed="Sa8\n")
        assert len(only(saved).played) == 3
        assert only(saved).tags["Second"] == "human"

    def test_finished(self, run: Run, tmp_path: Path) -> None:
        record = strata.game("daikuni").record().play_all(WHOLE_GAME)
        file = write_record(tmp_path / "over.strata", record)
        before = file.stat()
        ran = run("play", "--resume", file)
        assert ran.code == 0
        assert "this game is over: second wins, king-in-check" in ran.out
        assert file.stat().st_mtime_ns == before.st_mtime_ns

    def test_corrupt_file_is_left_as_it_is(
        self, refused: Callable[..., str], tmp_path: Path, game: strata.Game
    ) -> None:
        file = write_record(tmp_path / "bad.strata", begun(game, 3))
        text = file.read_text(encoding="utf-8").replace("[Actions", "nonsense\n[Actions")
        file.write_text(text, encoding="utf-8")
        said = refused("play", "--resume", file)
        assert re.match(rf"{file}: line \d+: action 4, 'nonsense', cannot be played", said)
        assert file.read_text(encoding="utf-8") == text

    def test_another_game_or_other_options(
        self, refused: Callable[..., str], tmp_path: Path
    ) -> None:
        record = begun(strata.game("daikuni", tiles=16), 2)
        file = write_record(tmp_path / "mine.strata", record)
        assert refused("play", "chess", "--resume", file) == (
            f"{file} is a game of daikuni, not of 'chess'"
        )
        assert refused("play", "--resume", file, "-o", "tiles=32") == (
            f"{file} was played with tiles=16, not with tiles=32"
        )

    def test_the_game_may_be_named_too(self, run: Run, tmp_path: Path) -> None:
        record = begun(strata.game("daikuni", tiles=16), 2)
        file = write_record(tmp_path / "mine.strata", record)
        assert run("play", "daikuni", "--resume", file, "-o", "tiles=16").code == 0
        assert run("play", "daikuni", "--resume", file).code == 0

    def test_missing_file(self, refused: Callable[..., str], tmp_path: Path) -> None:
        assert "No such file" in refused("play", "--resume", tmp_path / "none")


def test_a_game_from_a_position(run: Run, saved: Saved, game: strata.Game) -> None:
    record = begun(game, 6)
    start, played = record.positions[4], record.played[4:6]
    ran = run("play", game.name, "--position", str(start), typed=lines(*played))
    assert ran.code == 0, ran.err
    kept = only(saved)
    assert str(kept.start) == str(start)
    assert kept.played == played


def test_positions_that_no_game_begins_from(refused: Callable[..., str], saved: Saved) -> None:
    daikuni = strata.game("daikuni")
    over = daikuni.record().play_all(WHOLE_GAME).position
    said = refused("play", "daikuni", "--position", str(over))
    assert said == f"--position: the game is over in this position: {over.outcome()}"
    assert "expected" in refused("play", "daikuni", "--position", "nonsense")
    both = refused("play", "--resume", "x.strata", "--position", str(over))
    assert both == "give --position or --resume FILE, not both"
    assert saved() == []


def test_without_a_game(refused: Callable[..., str]) -> None:
    assert refused("play").startswith("no game given")


def test_a_folder_that_takes_no_files_is_told_before_the_game(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: strata.Game
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    said = refused("play", game.name, typed="nonsense\n")
    assert said.startswith(f"games cannot be saved in {tmp_path}/file/strata/games: ")


def test_a_game_that_cannot_be_saved_is_printed(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: strata.Game
) -> None:
    real = os.fsync
    calls: list[int] = []

    def fail_later(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 2:
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fail_later)
    action = game.start().actions()[0]
    ran = run("play", game.name, typed=lines(action))
    assert ran.code == 2
    assert "could not be saved: No space left on device" in ran.err
    assert strata.load(ran.out[ran.out.index("[Strata") :].rstrip("\n")).played == (action,)


def test_what_is_hidden_is_not_shown(
    run: Run, monkeypatch: pytest.MonkeyPatch, saved: Saved, game: strata.Game
) -> None:
    """In a game that hid everything, the screen would show the start for ever."""
    start = game.start()

    def conceal(self: strata.Rules[State], state: State, viewer: strata.Seat | None) -> State:
        return self.start()

    monkeypatch.setattr(type(game.rules), "conceal", conceal)
    other = "--second" if start.seat == "first" else "--first"
    ran = run("play", game.name, other, "random", "--seed", 1, typed=lines(start.actions()[0]))
    assert not re.search("plays (?!a hidden action$)", ran.out, re.MULTILINE)
    assert drawn(start, start.seat) in ran.out
    later = only(saved).positions[1:]
    assert all(drawn(position, start.seat) not in ran.out for position in later)


def drawn(position: strata.Position, reader: strata.Seat | None) -> str:
    return str(draw_terminal(position.scene(), position.rules.symbols, reader=reader))


def test_in_a_process_of_its_own(saved: Saved, any_game: strata.Game) -> None:
    action = any_game.start().actions()[-1]
    ran = run_apart("play", any_game.name, typed=lines(action))
    assert ran.returncode == 0
    assert RESUME.search(ran.stdout)
    assert only(saved).played == (action,)


def test_what_cannot_be_done_is_explained(run: Run, saved: Saved) -> None:
    typed = lines("Sd4", "Kd5", "why Kd4", "why d4 d5", "why zz", "why", "King d5", "Kd4d4", "quit")
    ran = run("play", "daikuni", typed=typed)
    assert ran.code == 0
    assert ran.out.count("Second's King would be in check. (D15)") == 2
    assert "First's tiles are walls: no piece enters or passes them. (D2)" in ran.out
    assert "That is first's Soldier on d4." in ran.out
    assert "There is no such action." in ran.out
    assert ran.err.splitlines()[0] == "error: 'why' needs an action or cells, got nothing"
    assert only(saved).played == ("Sd4",)


def test_where_a_piece_can_go_is_said(run: Run) -> None:
    ran = run("play", "kyo", typed=lines("a1a3+0", "a4", "b4", "back", "quit"))
    assert "First's Heavy Pawn on a1 cannot go to a3 or act on it." in ran.out
    assert "It can reach b1, a2, b2." in ran.out
    assert "A pawn cannot go where another pawn of its own side stands. (K5)" in ran.out
