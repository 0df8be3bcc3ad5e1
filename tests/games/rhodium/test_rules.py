"""Rules of Rhodium that the worked examples leave to the text, one by one."""

from __future__ import annotations

import strata
from tests.games.rhodium.reference import read_board

GAME = strata.game("rhodium")
STANDARD = strata.game("rhodium", setup="standard")


def _position(board: str, rest: str = "1 play - - 0 - -") -> strata.Position:
    return GAME.position(f"{board} {rest}")


def _from(position: strata.Position, begin: str) -> list[str]:
    return [action for action in position.actions() if action.startswith(begin)]


def test_r2_a_cell_is_taken_once_and_r3_first_places_all() -> None:
    position = GAME.start()
    for number in range(22):
        assert position.seat == "first"
        assert len(position.actions()) == 30 - number
        position = position.play(position.actions()[0])
    assert position.seat == "second"
    assert len(position.actions()) == 30
    assert all(action[2:][1:] in ("8", "9", "10") for action in position.actions())


def test_r6_a_group_of_two_of_three_may_join_but_not_all_three() -> None:
    position = _position("9r/10/10/10/10/4S(ddd)S4/10/10/10/R9")
    assert _from(position, "e5:1+") == ["e5:1+f5"]
    assert _from(position, "e5:2+") == ["e5:2+f5"]
    assert _from(position, "e5:3+") == []


def test_r6_gold_joins_gold_and_never_silver() -> None:
    position = _position("9r/10/10/10/10/4G5/3S1G4/10/10/R9")
    assert [action for action in position.actions() if "+" in action] == ["e5+f4", "f4+e5"]


def test_r9_a_capture_after_a_sacrifice_leaves_the_balance() -> None:
    board = "9r/10/4s(dd)5/10/10/10/10/10/4T5/R8D"
    plain = _position(board).play("e2xe8")
    assert str(plain).split(" ")[5] == "2"
    after = _position(board).play("j1*e8").play(">e7").play("e2xe7")
    assert str(after).split(" ")[5] == "0"
    assert str(after).split(" ")[3] == "Sl1"


def test_r14_several_sacrifices_in_a_turn() -> None:
    position = _position("9r/10/4s(dd)5/10/1g(dd)8/10/10/10/10/R6D1D")
    position = position.play("j1*e8").play(">d8")
    assert str(position).split(" ")[2] == "play!"
    assert _from(position, "h1*") == ["h1*b6"]
    position = position.play("h1*b6").play(">a7")
    assert position.seat == "first"
    assert str(position).split(" ")[4] == "dl2"
    assert not [action for action in position.actions() if "*" in action]


def test_r12_a_stack_of_two_may_be_dismantled() -> None:
    position = _position("9r/10/10/10/10/4S(dl)5/10/10/10/R9").play("/e5")
    assert position.actions() == (">d5", ">e4", ">e6", ">f5")
    after = position.play(">e6")
    assert after.seat == "second"
    assert str(after).startswith("9r/10/10/10/4S(l)5/4S5/")


def test_r13_the_third_piece_is_free() -> None:
    position = _position("9r/10/10/10/10/4G(dddd)5/10/10/10/R9").play("/e5").play(">d4")
    position = position.play(">d6")
    assert str(position).split(" ")[2] == "break:e5:0"
    assert position.actions() == (">d5", ">e4", ">e6", ">f4", ">f5", ">f6")


def test_r23_a_capture_on_the_goal_row_earns_nothing_and_a_rhodium_does() -> None:
    position = _position("s3r5/R9/10/10/10/10/10/10/10/10")
    assert _from(position, "a9x") == []
    assert str(position.play("a9-b10")).split(" ")[6] == "b"
    assert str(_position("s3r5/10/10/T9/10/10/10/10/10/R9").play("a7xa10")).split(" ")[6] == "-"


def test_r23_a_light_top_on_a_dark_pile_earns_nothing() -> None:
    board = "9r/4S(dl)5/10/10/10/10/10/10/10/R9"
    assert str(_position(board).play("e9:2-e10")).split(" ")[6] == "-"
    turned = board.replace("(dl)", "(ld)")
    assert str(_position(turned).play("e9:2-e10")).split(" ")[6] == "e"
    assert str(_position(turned).play("e9:1-e10")).split(" ")[6] == "e"


def test_r27_the_fourth_point_in_a_scatter_wins_in_the_other_turn() -> None:
    position = _position("9r/10/10/10/10/10/10/10/1T2s(dddd)5/R9", "1 play - - 0 - abc")
    after = position.play("b2xe2").play(">e1")
    assert str(after.outcome()) == "second wins, four-points"
    assert " 2 over Sl2 - 2 - abce" in str(after)


def test_r26_six_is_five_too_for_second() -> None:
    position = _position("9r/4t5/10/10/10/4S(dd)5/10/10/10/R9", "2 play - - -4 - -")
    after = position.play("e9xe5")
    assert str(after.outcome()) == "second wins, five-captures"
    assert str(after).split(" ")[5] == "-6"


def test_r28_the_rhodium_comes_first() -> None:
    position = _position("9r/10/10/10/10/10/9T/10/10/R9", "1 play - - 4 - -")
    assert str(position.play("j4xj10").outcome()) == "first wins, rhodium-captured"


def test_r30_only_whole_turns_count() -> None:
    """`play!` and relocations are no starts of turns; the third `play` string is a draw."""
    record = STANDARD.record()
    record.play_all(["a1-a2", "j10-j9", "a2-a1", "j9-j10"] * 2)
    assert str(record.outcome()) == "draw, repetition"
    assert record.actions() == ()
    assert record.position.actions()
    inside = _position("9r/10/4s(dd)5/10/10/10/10/10/10/R8D").play("j1*e8")
    assert not inside.begins_turn
    assert not inside.play(">e7").begins_turn


def test_r30_graveyards_goals_and_balance_are_part_of_the_position() -> None:
    board = "9r/10/10/10/10/10/10/10/10/R9"
    rests = ["- - 0 - -", "Sl1 - 0 - -", "- sl1 0 - -", "- - 1 - -", "- - 0 a -", "- - 0 - a"]
    turns = ["1 play", "2 play", "1 play!"]
    keys = {_position(board, f"{turn} {r}").state.get_key() for turn in turns for r in rests}
    assert len(keys) == len(turns) * len(rests)


def test_keys_of_different_piles_differ() -> None:
    piles = ["S", "S(l)", "S(dd)", "S(dl)", "S(ld)", "S(ll)", "G", "s", "T", "T(l)", "S(ddd)"]
    keys = {
        _position(
            f"9r/10/10/10/{file}{pile}{9 - file}/10/10/10/10/R9".replace("/0", "/")
        ).state.get_key()
        for pile in piles
        for file in range(1, 9)
    }
    assert len(keys) == len(piles) * 8


def test_a_crowded_position_is_within_the_bound() -> None:
    """Tall stacks with open lines, many Diamonds and Platinums, and a full graveyard."""
    text = (
        "r9/10/1P2P2P(l)2/10/4S(dddddddll)5/2G(ddd)4G(ll)2/1D1D1D1D2/1D(l)1D(l)6/2P(l)5T1/9R "
        "1 play Td1Tl2Dl2Gd1Gl2Sl7 - 0 - -"
    )
    position = GAME.position(text)
    assert 600 < len(position.actions()) < 2000
    assert list(position.actions()) == read_board(text).actions()
