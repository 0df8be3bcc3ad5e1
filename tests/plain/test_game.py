"""Plain games: what an author writes, what comes of it, and what mistakes are called."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.core.gesture import Token
from strata.games.trial import try_out
from strata.plain import (
    GameError,
    Option,
    Outcome,
    Piece,
    PlainGame,
    PlainPosition,
    RectangularBoard,
    owner_of,
)
from strata.plain.failures import place_of


class TugOfWar(PlainGame):
    """Pull the rope to your end."""

    board = RectangularBoard(5, 1)
    pieces = {"R": "rope"}  # noqa: RUF012
    setup = "2R2"
    reasons = ("pulled",)

    def actions(self, position: PlainPosition) -> list[str]:
        return ["pull", "wait"]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if action == "wait":
            return position.end_turn()
        (cell,) = position.stacks
        step = -1 if position.seat == "first" else 1
        return position.end_turn({cell: "", f"{chr(ord(cell[0]) + step)}1": "R"})

    def result(self, position: PlainPosition) -> Outcome | None:
        if position["a1"] or position["e1"]:
            return Outcome("first" if position["a1"] else "second", "pulled")
        return None


def test_a_game_describes_itself_by_its_class() -> None:
    game = strata.Game(TugOfWar())
    assert (game.name, game.title) == ("tug-of-war", "Tug Of War")
    assert game.summary == "Pull the rope to your end."
    assert game.rules.reasons == ("pulled", "no-actions")


def test_a_game_can_be_played_and_recorded() -> None:
    game = strata.Game(TugOfWar())
    record = game.record().play_all(["pull", "wait", "pull"])
    assert str(record.position) == "R4 s"
    assert record.outcome() == Outcome("first", "pulled")
    assert game.load(record.export()).positions == record.positions
    assert "<svg" in record.svg()


def test_a_position_that_comes_back_is_a_draw() -> None:
    record = strata.Game(TugOfWar()).record().play_all(["wait"] * 4)
    assert record.outcome() == Outcome(None, "repetition")


def test_positions_are_values() -> None:
    position = PlainPosition({"a1": "Ss", "b1": "s"}, "first", hand="pR")
    after = position.end_turn({"a1": "S", "b1": "", "c1": "X"}, hand="Rp" + "A", note="x")
    assert dict(position.stacks) == {"a1": "Ss", "b1": "s"}
    assert dict(after.stacks) == {"a1": "S", "c1": "X"}
    assert (after.seat, after.hand, after.note, after.step) == ("second", "ARp", "x", "")
    assert (position["a1"], position["z9"], position.top("a1")) == ("Ss", "", "s")
    assert (position.owner("a1"), position.owner("z9"), position.other) == (
        "second",
        None,
        "second",
    )
    assert position.cells_of("second") == ["a1", "b1"]
    going_on = after.go_on({"c1": ""}, step="c1")
    assert (going_on.seat, going_on.step, going_on.note) == ("second", "c1", "x")
    with pytest.raises(TypeError):
        after.stacks["a1"] = "x"  # type: ignore[index]


def test_the_case_of_a_letter_says_whose_it_is() -> None:
    assert [owner_of(letter) for letter in "Aa*"] == ["first", "second", None]


# Mistakes.


def _broken(**parts: object) -> strata.Game:
    kind = type("Broken", (TugOfWar,), parts)
    rules = kind()
    assert isinstance(rules, PlainGame)
    return strata.Game(rules)


MISTAKES: dict[str, tuple[dict[str, object], str]] = {
    "actions raises": (
        {"actions": lambda self, position: 1 // 0},
        "actions in '2R2 f': ZeroDivisionError",
    ),
    "an action that is no text": (
        {"actions": lambda self, position: [1, 2]},
        "actions in '2R2 f': TypeError: action 1: expected a string",
    ),
    "an action with a blank": (
        {"actions": lambda self, position: ["a b"]},
        "printable ASCII without blanks",
    ),
    "an action that begins a tag": ({"actions": lambda self, position: ["[x"]}, "no '['"),
    "an action twice": ({"actions": lambda self, position: ["a", "a"]}, "it lists 'a' twice"),
    "too many actions": (
        {"actions": lambda self, position: [f"a{n}" for n in range(9)], "most_actions": 8},
        "it lists 9 actions, but most_actions is 8",
    ),
    "result raises": (
        {"result": lambda self, position: position.nothing},
        "result in '2R2 f': AttributeError",
    ),
    "no outcome": ({"result": lambda self, position: "first"}, "expected an Outcome or None"),
    "no reason": (
        {"result": lambda self, position: Outcome("first", "x")},
        "reason 'x', expected pulled, no-actions",
    ),
    "no winner": (
        {"result": lambda self, position: Outcome("third", "pulled")},  # type: ignore[arg-type]
        "expected first, second or None",
    ),
}


@pytest.mark.parametrize(("parts", "problem"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_name_function_and_position(parts: dict[str, object], problem: str) -> None:
    game = _broken(**parts)
    with pytest.raises(GameError) as failure:
        game.start().actions()
    assert str(failure.value).startswith("the rules of broken failed: ")
    assert problem in str(failure.value)
    with pytest.raises(GameError):
        game.playouts(2)
    with pytest.raises(GameError):
        game.start().perft(2)


def test_errors_have_the_whole_position() -> None:
    game = _broken(
        board=RectangularBoard(20, 10),
        setup="/".join(["R" * 20] * 10),
        result=lambda self, position: None,
        actions=lambda self, position: 1 // 0,
    )
    with pytest.raises(GameError) as failure:
        game.start().actions()
    assert f"actions in '{game.start()}': ZeroDivisionError" in str(failure.value)
    assert len(str(game.start())) > 200


PLAYS: dict[str, tuple[Callable[..., object], str]] = {
    "raises": (lambda self, position, action: position["x"][0], "IndexError"),
    "returns nothing": (lambda self, position, action: None, "expected a PlainPosition"),
    "uses a field": (
        lambda self, position, action: position.end_turn(note="x"),
        "'note' is not among the game's fields",
    ),
    "empties a cell that is not there": (
        lambda self, position, action: position.end_turn({"z9": ""}),
        "ValueError: it empties 'z9', which is not a cell of the board",
    ),
    "empties a cell without a name": (
        lambda self, position, action: position.end_turn({"": ""}),
        "it empties '', which is not a cell of the board",
    ),
    "empties a cell that is not there before it goes on": (
        lambda self, position, action: position.go_on({"z9": ""}, step="x").end_turn(),
        "it empties 'z9'",
    ),
    "goes on without a step": (
        lambda self, position, action: position.go_on({"c1": ""}, step=""),
        r"go_on\(step=''\) would begin a turn: expected what the turn did so far",
    ),
    "fills a cell that is not there": (
        lambda self, position, action: position.end_turn({"z9": "R"}),
        "it puts 'R' on 'z9', which is not a cell of the board",
    ),
    "makes stacks of its own": (
        lambda self, position, action: PlainPosition({"z9": "R"}),
        "it puts 'R' on 'z9', which is not a cell of the board",
    ),
}


@pytest.mark.parametrize(("play", "problem"), PLAYS.values(), ids=PLAYS)
def test_mistakes_in_play_change_nothing(play: Callable[..., object], problem: str) -> None:
    game = _broken(play=play)
    record = game.record()
    with pytest.raises(GameError, match=problem) as failure:
        record.play("pull")
    assert "play 'pull' in '2R2 f'" in str(failure.value)
    assert record.played == ()
    assert record.actions() == ("pull", "wait")
    for _ in range(2):  # nothing of it is left behind
        with pytest.raises(GameError, match=problem):
            game.playouts(2)


def test_an_empty_cell_may_be_emptied() -> None:
    game = _broken(play=lambda self, position, action: position.end_turn({"a1": "", "c1": ""}))
    assert str(game.start().play("pull")) == "5 s"


HOOKS: dict[str, tuple[dict[str, object], str]] = {
    "status raises": ({"status": lambda self, position: 1 // 0}, "status in .*: ZeroDivisionError"),
    "status is a text": (
        {"status": lambda self, position: "no lines"},
        "status in .*: it returned .*no lines.*, expected a tuple of lines",
    ),
    "label raises": (
        {"label": lambda self, position, action: 1 // 0},
        "label in '2R2 f': ZeroDivisionError",
    ),
    "label is no text": (
        {"label": lambda self, position, action: None},
        "label in '2R2 f': it returned 'None', expected words",
    ),
    "seen_by raises": (
        {"seen_by": lambda self, position, viewer: {}[viewer]},
        "seen_by in '2R2 f': KeyError: 'first'",
    ),
    "seen_by returns nothing": (
        {"seen_by": lambda self, position, viewer: None},
        "seen_by in '2R2 f': it returned 'None', expected a PlainPosition",
    ),
    "check raises": ({"check": lambda self, position: 1 // 0}, "check in '2R2 f': ZeroDivision"),
    "check is no sentence": (
        {"check": lambda self, position: True},
        "check in '2R2 f': it returned 'True', expected a sentence or None",
    ),
}


@pytest.mark.parametrize(("parts", "problem"), HOOKS.values(), ids=HOOKS)
def test_mistakes_in_other_functions_are_named_alike(
    parts: dict[str, object], problem: str
) -> None:
    with pytest.raises(GameError, match=f"the rules of broken failed: {problem}"):
        try_out(type("Broken", (TugOfWar,), parts))


def test_wrong_results_name_the_line_of_the_function(tmp_path: Path) -> None:
    """For everybody without the position and the path, which the owner gets."""
    file = tmp_path / "sinking.py"
    lines = (
        "from strata.plain import PlainGame, RectangularBoard",
        "class Sinking(PlainGame):",
        "    board, pieces, setup = RectangularBoard(3, 1), {'P': 'pawn'}, 'P2'",
        "    def actions(self, position):",
        "        return ['a']",
        "    def play(self, position, action):",
        "        return position.end_turn({'c1': 'PPPPPPPPP'})",
    )
    file.write_text("\n".join(lines))
    with pytest.raises(strata.BrokenGame, match=r"play 'a' in 'P2 f': .* \(sinking\.py, line 6\)$"):
        strata.game(file)
    cause = place_of("play", TugOfWar)
    assert cause[1].startswith(f"{__file__}, line ")
    assert cause[0] == f" ({Path(__file__).name}{cause[1].removeprefix(__file__)})"
    assert place_of("unseen", TugOfWar) == place_of("nothing", TugOfWar) == ("", "")


SECRETS: dict[str, tuple[dict[str, object], str]] = {
    "imagine raises": (
        {"imagine": lambda self, position, viewer, random: 1 // 0},
        "imagine in '5 f': ZeroDivisionError",
    ),
    "imagine changes what is seen": (
        {"imagine": lambda self, position, viewer, random: position.end_turn({"a1": "R"})},
        "imagine in '5 f': to first it looks unlike the position that first sees",
    ),
    "imagine ends the game": (
        {"imagine": lambda self, position, viewer, random: position.masked({"e1": "R"})},
        "imagine in '5 f': the game is over in the position it returned",
    ),
    "imagine returns nothing": (
        {"imagine": lambda self, position, viewer, random: None},
        "imagine in '5 f': it returned 'None'",
    ),
    "unseen raises": (
        {"unseen": lambda self, position, action: 1 // 0},
        "unseen in '2R2 f': ZeroDivisionError",
    ),
}


@pytest.mark.parametrize(("parts", "problem"), SECRETS.values(), ids=SECRETS)
def test_mistakes_about_secrets_are_named_alike(parts: dict[str, object], problem: str) -> None:
    hiding = {
        "seen_by": lambda self, position, viewer: position.masked(
            dict.fromkeys(position.stacks, "")
        )
    }
    with pytest.raises(GameError, match=f"the rules of broken failed: {problem}"):
        try_out(type("Broken", (TugOfWar,), hiding | parts))


UNUSED: dict[str, tuple[dict[str, object], str]] = {
    "an evaluation": (
        {"evaluation": lambda self: None},
        "nothing would use evaluation: .*random games judge its positions",
    ),
    "an encoding": ({"encoding": lambda self: None}, "nothing would use encoding: "),
    "restrictions": (
        {"restrictions": ("no-pass",)},
        r"nothing would use restrictions: .*actions\(",
    ),
    "guesses without secrets": (
        {"imagine": lambda self, position, viewer, random: position},
        "nothing would use imagine: nothing is hidden without seen_by",
    ),
    "a list": (
        {"actions": ["pull"]},
        r"actions is .*pull.*, expected a function actions\(position\)",
    ),
    "too few arguments": (
        {"play": lambda self, position: position},
        r"play is a function play\(self, position\), expected a function play\(position, action\)",
    ),
    "one name": ({"fields": "hand"}, "fields is .*hand.*, expected a tuple of names"),
    "a truth": ({"repetition": True}, "repetition is 'True', expected a number from 0"),
    "words": ({"highest": "three"}, "highest is .*three.*, expected a number from 1"),
    "options": ({"option_list": ("size",)}, "option_list is .*, expected a tuple of Options"),
}


@pytest.mark.parametrize(("parts", "problem"), UNUSED.values(), ids=UNUSED)
def test_a_hook_that_nothing_would_use_is_refused(parts: dict[str, object], problem: str) -> None:
    with pytest.raises(GameError, match=f"broken: {problem}"):
        _broken(**parts)


def test_what_can_be_seen_to_go_round_for_ever_is_refused() -> None:
    """`wait` moves nothing, so positions come back, and no rule ends that."""
    with pytest.raises(GameError, match=r"'.*' came twice, but repetition is 0"):
        try_out(
            type(
                "Endless",
                (TugOfWar,),
                {
                    "repetition": 0,
                    "result": lambda self, position: None,
                    "actions": lambda self, position: ["wait"],
                },
            )
        )


def test_an_action_that_changes_nothing_is_refused() -> None:
    still = type("Still", (TugOfWar,), {"play": lambda self, position, action: position})
    with pytest.raises(GameError, match=r"play 'pull' in '2R2 f': it returned the same position"):
        strata.Game(still()).start().play("pull")


def test_rules_that_change_their_mind_are_refused() -> None:
    asked: list[int] = []

    def actions(self: PlainGame, position: PlainPosition) -> list[str]:
        asked.append(1)
        return ["wait", f"pull-{len(asked)}"]

    with pytest.raises(GameError, match=r"actions in '2R2 f': .* when asked again"):
        try_out(type("Fickle", (TugOfWar,), {"actions": actions}))


def test_hiding_a_cell_that_is_not_there_is_a_mistake() -> None:
    game = _broken(seen_by=lambda self, position, viewer: position.masked({"z9": ""}))
    with pytest.raises(GameError, match=r"seen_by in '2R2 f': ValueError: it empties 'z9'"):
        game.start().view("first")


def test_a_mistake_in_a_later_position_is_met_before_anybody_stands_there() -> None:
    def actions(self: PlainGame, position: PlainPosition) -> list[str]:
        return ["pull"] if position["c1"] else [1 // 0]  # type: ignore[list-item]

    game = _broken(actions=actions)
    record = game.record()
    with pytest.raises(GameError, match="ZeroDivisionError"):
        record.play("pull")
    assert record.played == ()


@pytest.mark.parametrize("player", ["uct", "alpha-beta", "mcts", "1", "9"])
def test_search_reports_mistakes(player: str) -> None:
    from strata.search.players import make_player

    def play(self: PlainGame, position: PlainPosition, action: str) -> PlainPosition:
        raise RuntimeError("no")

    game = _broken(play=play)
    with pytest.raises(GameError, match="RuntimeError: no"):
        make_player(game, player, time_ms=500).choose(game.record())


MISSING: dict[str, tuple[dict[str, object], str]] = {
    "board": ({"board": 5}, "board is '5', expected a Board"),
    "pieces": ({"pieces": None}, "pieces is missing"),
    "setup": ({"setup": None}, "setup is missing"),
    "fields": ({"fields": ("hands",)}, "field 'hands', expected of hand, step"),
}


@pytest.mark.parametrize(("parts", "problem"), MISSING.values(), ids=MISSING)
def test_what_is_missing_is_named(parts: dict[str, object], problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        _broken(**parts)


@pytest.mark.parametrize(
    "pieces",
    [{}, {"RS": "x"}, {"1": "x"}, {"(": "x"}, {"r": "x", "R": "y"}, {"R": 5}, {"é": "x"}],
)
def test_pieces_are_checked(pieces: dict[str, object]) -> None:
    with pytest.raises(GameError, match=r"expected|twice|something else"):
        _broken(pieces=pieces).start()


def test_a_bad_setup_is_an_invalid_position() -> None:
    with pytest.raises(strata.InvalidPosition, match="character 2: got 'x'"):
        _broken(setup="2x2").start()


# What comes of it.


class Tiles(PlainGame):
    """Everything that a position can have."""

    board = RectangularBoard(3, 1)
    pieces = {"P": "pawn", "*": Piece("hole", form="tile")}  # noqa: RUF012
    setup = "P1p f P - - 0"
    fields = ("hand", "step", "note", "clock")
    highest = 3
    option_list = (Option("rich", ("yes", "no"), "yes", "whether there is more to do"),)

    def actions(self, position: PlainPosition) -> list[str]:
        if position.step:
            return ["b1", "stop"]
        rich = ["a1b1+", "P*b1"] if self.settings["rich"] == "yes" else []
        return ["a1b1", "a1b1c1", "pass", *rich]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if position.step or action == "pass":
            return position.end_turn(clock=position.clock + 1)
        return position.go_on({"b1": position["b1"] + "p"}, step="a1", note="n")

    def label(self, position: PlainPosition, action: str) -> str:
        return f"<{action}>"


def test_clicks_follow_the_text_of_actions() -> None:
    clicks = {
        str(action): [(token.kind, token.id) for token in gesture]
        for action, gesture in strata.Game(Tiles()).start().gestures()
    }
    a1, b1, c1 = (("cell", name) for name in ("a1", "b1", "c1"))
    assert clicks == {
        "a1b1": [a1, b1, ("choice", "a1b1")],
        "a1b1+": [a1, b1, ("choice", "a1b1+")],
        "a1b1c1": [a1, b1, c1],
        "P*b1": [("item", "first:P"), b1],
        "pass": [("choice", "pass")],
    }
    assert strata.Game(Tiles()).start().gesture("pass") == (Token("choice", "pass", "<pass>"),)
    assert strata.Game(Tiles()).start().gesture("pass")[0].label == "<pass>"


def test_scenes_show_hands_steps_and_notes() -> None:
    position = strata.Game(Tiles()).start().play("a1b1").play("b1").play("a1b1")
    assert str(position) == "P(pp)p s P a1 n 1"
    scene = position.scene()
    assert [layer.symbol for layer in scene.stacks["b1"]] == ["pawn below", "pawn"]
    assert [(zone.seat, len(zone.items)) for zone in scene.zones] == [("first", 1), ("second", 0)]
    assert [(mark.kind, mark.cells) for mark in scene.marks] == [("turn", ("a1",))]
    assert scene.status == ("n",)
    assert not position.begins_turn


def test_a_clock_is_no_part_of_the_key() -> None:
    game = strata.Game(Tiles())
    one, other = game.position("P1p f P - - 0"), game.position("P1p f P - - 7")
    assert one != other
    assert one.state.get_key() == other.state.get_key()
    assert one.state.get_memo_key() != other.state.get_memo_key()


def test_options_reach_the_rules() -> None:
    assert len(strata.Game(Tiles(rich="no")).start().actions()) == 3
    assert Tiles(rich="no") != Tiles()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("P1p f P - -", "got 5 fields, expected board, seat, hand, step, note, clock"),
        ("P1p x P - - 0", "position, seat: got 'x', expected f or s"),
        ("P1p f pP - - 0", "expected the letters in order: Pp"),
        ("P1p f x - - 0", "hand 'x', character 1: got 'x'"),
        ("P1p f  - - 0", "got the end, expected - for nothing"),
        ("P1p f P - - 00", "clock: got '00'"),
        ("PPPP f P - - 0", "got 'P', expected the end"),
        ("(PPPP)2 f P - - 0", "at most 3 pieces"),
    ],
)
def test_refused_positions_say_where(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition) as refusal:
        strata.Game(Tiles()).position(text)
    assert problem in str(refusal.value)


def test_rules_that_fail_in_a_position_refuse_it() -> None:
    def actions(self: PlainGame, position: PlainPosition) -> list[str]:
        return [{"": "pass"}[position.step]]

    kind = type("Careless", (Tiles,), {"actions": actions})
    with pytest.raises(strata.InvalidPosition, match="KeyError: 'x'"):
        strata.Game(kind()).position("P1p f P x - 0")


def test_a_refusal_is_short_though_the_game_repeats_what_it_was_given() -> None:
    def check(self: PlainGame, position: PlainPosition) -> str:
        return f"the turn so far is {position.step}"

    game = strata.Game(type("Talkative", (Tiles,), {"check": check})())
    with pytest.raises(strata.InvalidPosition, match="the turn so far is xxx") as refusal:
        game.position(f"P1p f P {'x' * 3000} - 0")
    assert len(str(refusal.value)) < 1000


def test_codes_and_keys_are_the_same_in_every_process(root: Path) -> None:
    """Nothing depends on how Python hashes strings."""
    code = (
        "import strata; from tests.plain.test_game import Tiles; "
        "start = strata.Game(Tiles()).start(); "
        "print(start.state.get_key(), [action.code for action in start.actions()])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONPATH": f"{root / 'src'}:{root}", "PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    start = strata.Game(Tiles()).start()
    assert said == {f"{start.state.get_key()} {[action.code for action in start.actions()]}\n"}


def test_all_levels_answer() -> None:
    from strata.search.players import make_player

    game = strata.Game(TugOfWar())
    record = game.record()
    for level in range(1, 11):
        player = make_player(game, str(level), seed=1, time_ms=200)
        assert player.choose(record) in record.actions()
