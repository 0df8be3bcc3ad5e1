"""Rules of Kyo that the worked examples pass by, each named by its number; gestures; sizes."""

from __future__ import annotations

import pytest

import strata
from strata.core.kernel.constants import REPEATED
from strata.core.kernel.playout import Playout

GAME = strata.game("kyo")


def _position(ranks: dict[int, str], rest: str = "first - 0") -> strata.Position:
    """Ranks 1 and 10 have a King on a chip in the corner unless they are given."""
    board = {1: "DK,9", 10: "9,dk"} | ranks
    text = "/".join(board.get(rank, "10") for rank in range(10, 0, -1))
    return GAME.position(f"{text} {rest}")


def _from(position: strata.Position, begin: str) -> list[str]:
    return [action for action in position.actions() if action.startswith(begin)]


def _end(position: strata.Position) -> str:
    """The fields after the board."""
    return str(position).partition(" ")[2]


def _rank(position: strata.Position, rank: int) -> str:
    return str(position).split(" ")[0].split("/")[10 - rank]


def test_k4_a_bare_stack_gives_nothing_from_its_first_shield_down() -> None:
    position = _position({5: "4,DSDL,5"})
    assert _from(position, "e5e6") == ["e5e6-1", "e5e6-2"]
    assert _from(position, "e5~") == ["e5~LD"]
    assert not _from(_position({5: "4,DS,5"}), "e5")


def test_k8_a_light_pawn_makes_no_mana_moves() -> None:
    position = _position({5: "4,DP,5", 6: "4,D,5"})
    assert _end(position.play("e5e6+0")) == "second - 1"


def test_k10_after_twenty_mana_moves_towers_deploy_and_queens_shuffle() -> None:
    tower = _position({5: "4,dST,5", 6: "4,S,5"}, "first e5:M:n:20:- 0")
    assert _from(tower, "e5e6") == ["e5e6-1"]
    assert len(tower.actions()) == 9
    queen = _position({5: "4,DLQ,5"}, "first e5:M:n:20:- 0")
    assert queen.actions() == ("e5~LD", "end")
    assert _end(queen.play("e5~LD")) == "second - 1"


def test_k12_a_tower_that_strikes_by_a_mana_move_goes_to_d() -> None:
    position = _position({5: "4,DST,5", 6: "4,lp,5"}, "first e5:M:n:3:- 9")
    after = position.play("e5e6+1")
    assert _end(after) == "first e6:D:-:0:- 0"
    assert _rank(after, 6) == "4,ST,5"
    assert _end(after.play("end")) == "second - 1"


def test_k12_the_flag_of_the_step_before_is_cleared_by_a_strike() -> None:
    position = _position({5: "4,dH,5", 6: "4,p,5"}, "first e5:M:n:1:c 9")
    after = position.play("e5e6+0")
    assert _rank(after, 5) == "4,d,5"
    assert _end(after) == "second - 1"


def test_k15_chips_moved_away_leave_the_enemy_chip() -> None:
    after = _position({5: "4,dDH,5"}, "first - 7").play("e5e6-1")
    assert _rank(after, 5) == "4,dH,5"
    assert _end(after) == "second - 8"


def test_k15_a_tower_that_enters_enemy_mana_destroys_it_after_deploying() -> None:
    position = _position({5: "4,ST,5", 6: "4,Ddl,5"}, "first - 7")
    entered = position.play("e5e6+1")
    assert _rank(entered, 6) == "4,DdlST,5"
    assert _end(entered) == "first e6:D:-:0:c 7"
    after = entered.play("e6d6-1")
    assert _rank(after, 6) == "3,S,DT,5"
    assert _end(after) == "second - 1"


def test_k16_a_queen_that_has_shuffled_may_attack() -> None:
    position = _position({5: "4,DLQ,S,4"}).play("e5~LD")
    assert _end(position) == "first e5:B:-:0:s 0"
    assert _from(position, "e5f5") == ["e5f5x"]
    assert _end(position.play("e5f5x")) == "second - 1"


def test_k16_by_mana_any_slice_that_fits_will_do() -> None:
    position = _position({5: "4,DLH,S,4", 6: "5,S,4"}, "first e5:M:s:1:- 0")
    assert "e5f6x" in position.actions()
    assert "e5f5x" not in position.actions()


def test_k22_the_queen_shuffles_again_after_a_mana_move() -> None:
    position = _position({5: "4,DLDLQ,5"}).play("e5~LDLD").play("e5f6+3")
    assert _end(position) == "first f6:M:ne:1:- 0"
    assert _from(position, "f6~") == ["f6~DL", "f6~LDD"]


def test_a_queen_with_nothing_left_to_do_ends_her_turn() -> None:
    """A shield never goes under a pawn, so her shuffle in the corner is all she can do."""
    position = _position({10: "DLSQ,P,7,dk", 9: "P,P,8"})
    assert _from(position, "a10") == ["a10~LDS"]
    assert _end(position.play("a10~LDS")) == "second - 1"


def test_k18_a_mixed_slice_from_under_a_tower_goes_to_d() -> None:
    after = _position({5: "4,SDST,5"}).play("e5e6-2")
    assert _end(after) == "first e5:D:-:0:- 0"
    assert _from(after, "e5e6") == ["e5e6-1"]
    assert _rank(after, 6) == "4,DS,5"


def test_k4_a_bare_stack_has_no_limit_and_goes_under_an_own_pawn_whole() -> None:
    stack = "D" * 12 + "L" * 13
    position = _position({5: f"4,{stack},P,4"})
    assert len(_from(position, "e5f5-")) == 25
    after = position.play("e5f5-25")
    assert _rank(after, 5) == f"5,{stack}P,4"


def test_k21_only_the_five_uppermost_of_a_bare_stack_take_part() -> None:
    position = _position({5: "4,LLLLLDDDDD,5"})
    assert not _from(position, "e5~")
    position = _position({5: "4,DDDDDLDDDD,5"})
    assert _from(position, "e5~") == ["e5~DDDDL", "e5~DDDLD", "e5~DDLDD", "e5~DLDDD"]


def test_k25_a_knight_attacks_a_near_shield_only_by_mana() -> None:
    position = _position({5: "4,DN,S,4", 6: "5,S,4", 7: "5,S,4"})
    assert _from(position, "e5f5") == ["e5f5x"]
    assert _from(position, "e5f6") == []
    assert _from(position, "e5f7") == ["e5f7x"]


def test_k27_shots() -> None:
    board = {5: "S,3,DLC,5", 8: "1,p,5,dL,2", 2: "1,S,5,l,2", 7: "2,D,7"}
    position = _position(board)
    assert [action for action in position.actions() if "!" in action] == ["e5b2!", "e5h2!"]
    after = position.play("e5b2!")
    assert _rank(after, 5) == "S,3,DC,5"
    assert _rank(after, 2) == "7,l,2"
    assert "e5a5!" in _position(board | {5: "S,3,LDC,5"}).actions()
    assert not any("!" in action for action in _position(board | {5: "S,3,LDSC,5"}).actions())


def test_k29_a_tower_that_strikes_the_last_mana_gets_no_deploys() -> None:
    after = _position({5: "4,ST,5", 6: "4,dp,5", 10: "9,k"}).play("e5e6+1")
    assert _rank(after, 6) == "4,ST,5"
    assert _end(after) == "second - 1"
    assert str(after.outcome()) == "first wins, mana-destroyed"


def test_k30_comes_before_k32() -> None:
    ranks = {10: "k,p,P,7", 9: "lp,p,P,7", 8: "P,P,P,7", 1: "9,DK"}
    assert str(_position(ranks, "second - 200").outcome()) == "first wins, no-moves"
    assert str(_position(ranks, "first - 200").outcome()) == "draw, no-progress"


def test_repetition_leaves_the_clock_out_and_sees_the_side() -> None:
    keys = {_position({}, f"first - {clock}").state.get_key() for clock in (0, 7, 199)}
    assert len(keys) == 1
    assert _position({}, "second - 0").state.get_key() not in keys


def test_keys_of_different_stacks_differ() -> None:
    stacks = ["D", "L", "DL", "LD", "d", "S", "SS", "DP", "DH", "P", "p", "LP", "DDL", "DLD"]
    places = ["{},9", "1,{},8", "9,{}"]
    keys = {
        _position({5: place.format(stack)}).state.get_key() for stack in stacks for place in places
    }
    assert len(keys) == len(stacks) * len(places)


def test_the_widest_position_is_within_the_bound() -> None:
    """Eight stacks of five under pawns far apart, Knights and Cannons, Light Pawns alone."""
    rows = {
        10: "k,d,8",
        9: "1,P,1,P,1,P,1,P,2",
        8: "1,DLDLDN,3,LDDLLN,4",
        6: "2,DLDLDC,2,SLDDLC,2,SSSSSH,1",
        4: "1,LLDDLQ,2,SSSSSH,2,SSSSST,2",
        2: "1,LDK,1,P,1,P,1,P,2",
        1: "10",
    }
    position = _position(rows)
    assert 600 < len(position.actions()) < 1100


def test_random_games_are_like_the_rulebook_says() -> None:
    """Section 1: 200 games had a median of 958 turns and 195 actions a position."""
    if not strata.compiled():
        pytest.skip("too slow uncompiled")
    played = GAME.playouts(200, seed=5)
    turns = sorted(played.turns)
    assert 800 < turns[100] < 1100
    assert 1.02 < sum(played.lengths) / sum(played.turns) < 1.06
    results = [str(result) for result in played.results]
    assert sum("king-captured" in result for result in results) > 180
    assert all(" wins, " in result or "draw, " in result for result in results)


# Gestures.


def _clicks(position: strata.Position, action: str) -> list[str]:
    return [str(token) for token in position.gesture(action)]


def test_gestures() -> None:
    position = _position({5: "4,DLH,P,4", 3: "DL,9"})
    assert _clicks(position, "f5f6+0") == ["f5", "f6"]
    assert _clicks(position, "e5e6+0") == ["e5", "e6", "pawn alone"]
    assert _clicks(position, "e5e6+1") == ["e5", "e6", "pawn with 1 chip"]
    assert _clicks(position, "e5e6+2") == ["e5", "e6", "pawn with 2 chips"]
    assert _clicks(position, "e5e6-2") == ["e5", "e6", "2 chips without the pawn"]
    assert _clicks(position, "a3a4-1") == ["a3", "a4", "1 chip"]
    assert _clicks(position, "e5~LD") == ["e5", "shuffle", "light, dark"]


def test_gestures_of_attacks_shots_and_ends() -> None:
    position = _position({5: "4,SH,S,4"})
    assert _clicks(position, "e5f5x") == ["e5", "f5", "attack the shield"]
    assert _clicks(_position({5: "4,DH,S,4"}), "e5f5x") == ["e5", "f5"]
    assert _clicks(_position({5: "4,DC,2,S,2"}), "e5h5!") == ["e5", "h5", "fire"]
    assert _clicks(_position({5: "4,ST,5"}, "first e5:D:-:0:- 0"), "end") == ["end turn"]


CALM = "9,dk/10/10/10/10/10/10/10/10/DK,9 first - {clock}"


def test_repetition_comes_before_no_progress() -> None:
    """K31 is looked at before K32; both hold when the clock reaches 200 with the third time."""
    there_and_back = ["a1b2+1", "j10i9+1", "b2a1+1", "i9j10+1"]
    record = GAME.record(CALM.format(clock=192))
    record.play_all(there_and_back * 2)
    assert str(record.position.outcome()) == "draw, no-progress"
    assert str(record.outcome()) == "draw, repetition"
    assert str(strata.load(record.export()).outcome()) == "draw, repetition"


@pytest.mark.parametrize(("yielding", "result"), [(0, "no-progress"), (1 << 3, "repetition")])
def test_random_games_judge_in_the_same_order(yielding: int, result: str) -> None:
    state = GAME.position(CALM.format(clock=199)).state
    playout = Playout(state, yielding)
    facts = playout.run(state, 0, 0, 1, 0, 1)
    assert facts[0] == 1
    expected = REPEATED if result == "repetition" else 2 + 4 * GAME.reasons.index(result)
    assert facts[2] == expected
