"""Rules F1 to F22: the turn, layers, check, moving and capturing."""

from __future__ import annotations

from tests.games.frozen.layout import table


def test_only_able_bodies_act() -> None:
    """F1: a paralysed rook does nothing, a free one moves."""
    position = table({"c3": "R(p1)", "e5": "R"})
    assert not position.offered("c3")
    assert position.offered("e5")


def test_a_phase_without_choice_is_skipped() -> None:
    """F2: after its step the pawn could only end the turn, so the turn is over."""
    after = table({"c3": "P", "c5": "p(p9,wc6)"}, mechanics="bare+wall").play("c3-c4")
    assert after.field("phase") == "-"
    assert after.field("side") == "b"


def test_end_of_turn_counts_down() -> None:
    """F3: par and delay fall for the mover only; jesters stay."""
    position = table(
        {"c3": "R(p2)", "e5": "r(p2)", "h8": "J", "k9": "j"}, shadows="c9:N(h3),d9:n(h3)"
    )
    after = position.play("p1-p2", "end")
    assert (after.at("c3"), after.at("e5")) == ("R(p1)", "r(p2)")
    assert (after.at("h8"), after.at("k9")) == ("J(s1)", "j")
    assert after.field("shadows") == "c9:N(h2),d9:n(h3)"


def test_stay_ends_at_ten() -> None:
    """F3: stay is never more than 10."""
    assert table({"h8": "J(s10)"}).play("p1-p2", "end").at("h8") == "J(s10)"


def test_paralysis_does_not_add_up() -> None:
    """F4: the longer one counts; own costs last one longer until the turn is counted off."""
    shot = table({"d2": "A", "d6": "q(p9)"}).play("shoot:d2:d6")
    assert shot.at("d6") == "q(p9)"
    paid = table({"c3": "B", "f6": "r"}).play("convert:c3:f6")
    assert paid.at("c3") == "B(p2)"


def test_check_must_be_answered() -> None:
    """F5: only what ends the check is legal; morphing is not offered."""
    position = table({"h4": "K", "h9": "r", "a6": "R", "b2": "M"}, mechanics="bare+morph")
    assert [action for action in position.offered() if action[:2] != "h4"] == ["a6-h6"]
    assert position.targets("h4-") == {"g3", "g4", "g5", "i3", "i4", "i5"}


def test_no_capture_of_the_own_king() -> None:
    """F5: what kills the own king is not offered, even out of check."""
    position = table({"h4": "K", "g5": "J(s10)"})
    assert not position.offered("deton")


def test_a_king_may_step_into_check_but_not_later() -> None:
    """F6: in phase - he may, in D he may not."""
    moved = table({"h4": "K", "c6": "r"}).play("h4-h5")
    assert moved.field("phase") == "D1:h5"
    assert not moved.has("h5-h6")
    assert table({"h5": "K", "c6": "r"}).has("h5-h6")


def test_stolen_power() -> None:
    """F7.3 and F46: the jester moves like the rook that attacks it, but captures nothing."""
    position = table({"e5": "J", "e9": "r"})
    assert position.has("e5-e8", "e5-e1", "e5-p5", "e5-g7")
    assert not position.offered("e5x")


def test_empowered_moves_are_lent_to_the_base() -> None:
    """F7.2: a knight protected by one sound rook moves like a rook, too."""
    position = table({"e8": "N", "e4": "R"}, mechanics="bare+empower")
    assert position.has("e8-e16", "e8-a8")
    assert not table({"e8": "N", "e4": "R"}).has("e8-e16")


def test_bounce_goes_round_a_corner() -> None:
    """F8: the rook turns where it collides; a king cannot be taken so."""
    cells = {"c1": "R", "c5": "P(p9)", "h4": "n"}
    assert table(cells, mechanics="bare+bounce").has("c1-d4", "c1-g4", "c1xh4")
    assert not table(cells).has("c1-d4")
    king = {"c1": "R", "c5": "P(p9)", "h4": "k"}
    assert not table(king, mechanics="bare+bounce").offered("c1x")


def test_the_path_of_a_bounce_becomes_wall() -> None:
    """F8, F11: all cells entered before the end."""
    after = table({"c1": "R", "c5": "P(p9)"}, mechanics="bare+bounce+wall").play("c1-e4")
    assert after.at("e4") == "R(wc1.c2.c3.c4.d4)"


def test_fused_targets_are_taken_by_kind() -> None:
    """F9 and F24: the kind that is taken is named, as is the acting kind of a fused body."""
    position = table({"c3": "R+B", "c8": "n+q"})
    assert position.has("c3:Rxc8:N", "c3:Rxc8:Q")
    assert not position.offered("c3:Bx")


def test_no_capture_kinds_capture_nothing() -> None:
    """F9: ships, jesters, frogs and the like."""
    position = table({"c3": "S", "d4": "p(p9)", "g7": "F", "j10": "p(p9)"})
    assert not [action for action in position.offered() if "x" in action]


def test_order_of_effects() -> None:
    """F10: the rook takes the queen, is poisoned and stuns what stands beside its new cell."""
    after = table({"c3": "R", "c8": "q", "d9": "n", "e8": "p"}).play("c3xc8")
    assert after.at("c8") == "R(p6,o13,n1)"
    assert after.at("d9") == "n(p2)"
    assert after.at("e8") == "p"


def test_walls_follow_the_mover() -> None:
    """F11: start and path; the next move dissolves them; a leap walls its start only."""
    ride = table({"c3": "R"}, mechanics="bare+wall").play("c3-c6")
    assert ride.at("c6") == "R(wc3.c4.c5)"
    leap = table({"c3": "C"}, mechanics="bare+wall").play("c3-e6")
    assert leap.at("e6") == "C(wc3)"
    assert "c3" not in leap.play("e6-f6").at("f6")


def test_walls_go_with_their_owner() -> None:
    """F11: a dead unit's walls dissolve."""
    after = table({"c3": "R", "c8": "n(wh8.i8)"}).play("c3xc8")
    assert "w" not in "".join(after.cells.values())


def test_arriving_springs_traps() -> None:
    """F12: an enemy trap holds for 4; jesters pass; one's own traps do nothing."""
    sprung = table({"c3": "R"}, traps="jc6").play("c3-c6")
    assert sprung.at("c6") == "R(p4,t)"
    assert sprung.field("traps") == "-"
    own = table({"c3": "R"}, traps="Jc6").play("c3-c6")
    assert (own.at("c6"), own.field("traps")) == ("R", "Jc6")
    jester = table({"c3": "J"}, traps="je5").play("c3-e5")
    assert jester.at("e5") == "J"
    assert jester.field("traps") == "Jc3,je5"


def test_arriving_on_an_armed_tomb_explodes() -> None:
    """F12, F60: the body dies into the queue, and its neighbours with it."""
    after = table({"c3": "R", "d7": "n"}, tombs="c6:p").play("c3-c6")
    assert after.tomb("c6") == "*:p.R"
    assert after.tomb("d7") == ":n"


def test_double_move_and_march() -> None:
    """F13: one more move, three for a knight; no stun in the second."""
    assert table({"c3": "C"}).play("c3-c4").field("phase") == "D1:c4"
    assert table({"c3": "N"}).play("c3-d5").field("phase") == "D3:d5"
    second = table({"c3": "R", "e6": "n"}).play("c3-c5", "c5-d5")
    assert second.at("e6") == "n"


def test_siege_ends_the_turn() -> None:
    """F13, F40: no double move from a besieged cell; rooks and kings excepted."""
    assert table({"c3": "C", "c9": "r"}).play("c3-d4").field("side") == "b"
    assert table({"c3": "R", "c9": "r"}).play("c3-d3").field("phase") == "D1:d3"


def test_multimove() -> None:
    """F14: as many more moves, three at least for a knight; an attack may end them."""
    assert table({"c3": "C(m2)"}).play("c3-c4").field("phase") == "U2:c4"
    knight = table({"c3": "N(m1)", "f6": "p(p9)"}).play("c3-d5")
    assert knight.field("phase") == "U3:d5"
    assert knight.has("d5-c7", "end")


def test_pawn_acceleration() -> None:
    """F15: after a capture by a pawn, one of anything."""
    after = table({"d4": "P", "e5": "p", "e6": "M"}, mechanics="bare+push").play("d4xe5")
    assert after.field("phase") == "B:e5"
    assert after.has("push:e5:e6", "end", "e5-e7")


def test_gaze_does_not_hinder_a_pawn_under_way() -> None:
    """F15: the queen beside the captured cell freezes other pawns only."""
    after = table({"d4": "P", "e5": "p", "f6": "q", "g5": "P"}).play("d4xe5")
    assert after.field("phase") == "B:e5"
    assert after.has("e5xf6")


def test_landing_abilities_not_in_double_moves() -> None:
    """F16: a dragon's second move burns nothing."""
    position = table({"c3": "D", "h9": "n"})
    assert position.play("c3-g7").field("phase") == "D1:g7"
    burnt = table({"c3": "D", "g8": "n"}).play("c3-g7")
    assert burnt.at("g8") == ""
    spared = position.play("c3-g7", "g7-g9")
    assert spared.at("h9") == "n"


def test_attacks_end_the_turn() -> None:
    """F17: a stun is an attack, and so is a shot."""
    assert table({"c3": "R", "d8": "n"}).play("c3-c8").field("side") == "b"
    assert table({"d2": "A", "d9": "n"}).play("shoot:d2:d9").field("side") == "b"


def test_kind_immunity() -> None:
    """F18: no kind takes its own, but pawns do; a fused body has other kinds."""
    assert not table({"c3": "R", "c8": "r"}).offered("c3x")
    assert table({"c3": "P", "d4": "p"}).has("c3xd4")
    assert table({"c3": "R", "c8": "r+n"}).targets("c3x") == {"c8:N"}


def test_entanglement() -> None:
    """F19: the same kind on the lines of the target dies; guarded ones and others do not."""
    cells = {"c3": "R", "c9": "n", "k9": "n", "h10": "n", "f12": "n"}
    after = table(cells, mechanics="bare+entangle").play("c3xc9")
    assert (after.at("k9"), after.at("f12"), after.at("h10")) == ("", "", "n")


def test_range_reduction() -> None:
    """F20: by 3, of a pawn by 1, never below 3; leaps lower nothing."""
    assert table({"c3": "R", "c8": "n"}).play("c3xc8").at("c8") == "R(o13,n1)"
    assert table({"c3": "Q", "f6": "p"}).play("c3xf6").at("f6") == "Q(d15,q1)"
    assert table({"c3": "R(o4)", "c5": "n"}).play("c3xc5").at("c5") == "R(o3,n1)"
    assert table({"c3": "Q", "d5": "n"}).play("c3xd5").at("d5") == "Q(n1)"


def test_awards() -> None:
    """F21: three pieces or ten pawns make one multimove, six at most."""
    assert table({"c3": "C(n2)", "c4": "n"}).play("c3xc4").at("c4") == "C(m1)"
    assert table({"c3": "C(q9)", "c4": "p"}).play("c3xc4").at("c4") == "C(m1)"
    assert table({"c3": "C(n2,m6)", "c4": "n"}).play("c3xc4").at("c4") == "C(m6)"


def test_susceptible() -> None:
    """F22: rams, kings and bodies beside their king are not; costs are paid by all."""
    cells = {"c3": "R", "d8": "m", "b8": "k", "b9": "n", "d7": "b"}
    after = table(cells).play("c3-c7")
    assert after.at("d8") == "m"
    assert after.at("d7") == "b(p2)"
    assert after.at("b8") == "k"
