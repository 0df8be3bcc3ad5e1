"""Rules F23 to F58: fusion, transport and the kinds."""

from __future__ import annotations

from tests.games.frozen.layout import table


def test_fusing() -> None:
    """F23: onto a friendly body, by a native move; at most 8 members; the larger par counts."""
    position = table({"e4": "R", "e8": "N(p3)", "e12": "B"}, mechanics="bare+fusion")
    assert position.has("e4+e8")
    assert not position.has("e4+e12")
    assert position.play("e4+e8").at("e8") == "N(p2)+R"
    full = table({"e4": "R+M", "e8": "N+N+N+N+N+N+N"}, mechanics="bare+fusion")
    assert not full.has("e4:R+e8")
    assert not table({"e4": "R", "e8": "N"}).offered("e4+")


def test_fused_bodies_act_by_kind() -> None:
    """F24: through any of their kinds; they neither morph, spawn nor fade."""
    position = table({"e4": "R+N"}, mechanics="full-fusion")
    assert position.has("e4:R-e9", "e4:N-f6")
    assert not position.offered("morph:e4") + position.offered("spawn") + position.offered("shadow")


def test_defusing() -> None:
    """F25: a member leaves, all awards are lost, the next becomes base."""
    after = table({"e4": "R(m2)+N(n1)"}).play("e4/R-e7")
    assert (after.at("e4"), after.at("e7")) == ("N", "R")
    walled = table({"e4": "R+N"}, mechanics="bare+wall").play("e4/R-e7")
    assert walled.at("e7") == "R(we5.e6)"


def test_pawn_bomb() -> None:
    """F26: the seventh pawn makes it explode over 5x5."""
    after = table(
        {"e3": "P", "e4": "P+P+P+P+P+P", "g6": "q", "h4": "r"}, mechanics="bare+fusion"
    ).play("e3+e4")
    assert (after.at("e4"), after.at("g6"), after.at("h4")) == ("", "", "r")


def test_loading() -> None:
    """F27: into a ship with room or an empty cannon; both fusing and loading are offered."""
    position = table({"e2": "P", "e3": "S", "g2": "P", "g3": "Z{M}"}, mechanics="bare+fusion")
    assert position.has("e2>e3", "e2+e3", "g2+g3")
    assert not position.has("g2>g3")
    assert position.play("e2>e3").at("e3") == "S{P}"
    assert not table({"e2": "P", "e3": "S{P,P,P,P,P,P,P,P}"}).offered("e2>")


def test_unloading() -> None:
    """F28: onto a free neighbour; captives stay the enemy's; cannons do not unload."""
    position = table({"e3": "S{N,p}", "k3": "Z{M}"})
    assert position.has("e3<1-e4", "e3<2-d2")
    assert not position.offered("k3<")
    assert position.play("e3<2-d2").at("d2") == "p"
    frog = table({"e3": "S{F}"}, tombs="e4:p")
    assert not frog.has("e3<1-e4")


def test_unloading_a_carried_shadow() -> None:
    """F28: it is put as a shadow, not on a tomb and not on another shadow."""
    position = table({"e3": "S{~N(h2)}"}, shadows="d3:R", tombs="e4*:p")
    assert not position.has("e3<1-d3")
    assert not position.has("e3<1-e4")
    assert "d2:N(h1)" in position.play("e3<1-d2").field("shadows")


def test_promotions() -> None:
    """F29: by capture at once; on the last rank by choice; later by promote."""
    assert table({"d4": "P", "e5": "b"}).play("d4xe5").at("e5") == "B"
    chosen = table({"d15": "P"}).play("d15-d16")
    assert chosen.field("phase") == "P:d16"
    assert not chosen.has("kind:P")
    assert not chosen.has("kind:K")
    assert table({"d16": "P"}).play("promote:d16", "kind:T").at("d16") == "T"
    ships = {f"{file}9": "S" for file in "acegi"}
    assert not table({"d16": "P", **ships}).play("promote:d16").has("kind:S")


def test_lancer() -> None:
    """F30: takes beside its diagonals, never on them; swipes what is beside its path."""
    position = table({"c3": "L", "e6": "n", "g7": "p", "d3": "q"})
    assert position.has("c3xe6")
    assert not position.has("c3xg7")
    after = position.play("c3xe6")
    assert after.at("d3") == "q(p1)"


def test_frogs() -> None:
    """F31: they jump beside other frogs and keep off tombs."""
    position = table({"b2": "F", "k9": "f"}, tombs="e5:p,j8:p")
    assert position.has("jump:b2:k10", "jump:b2:l9")
    assert not position.has("jump:b2:j8")
    assert not position.has("b2-e5")
    assert position.play("jump:b2:k10").at("k10") == "F"


def test_trebuchet() -> None:
    """F32: six ranks ahead, on a wall or an open tomb."""
    position = table({"c2": "X", "h9": "r(wb8)", "k2": "X"}, tombs="d8*:n,k8:p")
    assert position.targets("treb:") == {"c2:b8", "c2:d8", "k2:k8"}
    assert position.play("treb:k2:k8").at("k2") == "X(p2)"


def test_ballista() -> None:
    """F33: the first body in any heading, by the distance."""
    position = table({"d4": "A", "d5": "P", "d9": "q", "h8": "n", "f4": "m"})
    assert position.targets("shoot:d4:") == {"h8"}
    assert position.play("shoot:d4:h8").at("h8") == "n(p5)"


def test_onager() -> None:
    """F34: throws what is in front, also by itself after moving."""
    position = table({"f2": "O", "f3": "P", "f9": "r"})
    thrown = position.play("throw:f2")
    assert thrown.tomb("f9") == "*:r.P"
    moved = table({"d2": "O", "f3": "P", "f9": "r"}).play("d2-f2")
    assert moved.tomb("f9") == "*:r.P"
    assert moved.field("side") == "b"


def test_cannon() -> None:
    """F35: a loaded cannon blasts bodies and walls; its cargo lands there."""
    position = table({"g2": "Z{M}", "g6": "n", "e4": "p(p9)", "b9": "r(wi4)"})
    assert position.targets("blast:g2:") == {"g6", "e4", "i4"}
    after = position.play("blast:g2:i4")
    assert (after.at("i4"), after.at("g2")) == ("M", "Z")
    assert not table({"g2": "Z", "g6": "n"}).offered("blast")


def test_ram() -> None:
    """F36: wallquake destroys what is connected."""
    after = table({"h2": "M", "b8": "r(wh3.i4.l5)"}).play("quake:h2:h3")
    assert after.at("b8") == "r(wl5)"


def test_knight() -> None:
    """F37: leap capture; Knightmare binds pawns to a step."""
    position = table({"e4": "N", "f5": "q"})
    assert position.has("e4-f6*f5", "e4-g5*f5")
    bound = table({"h4": "P", "i5": "n", "j3": "q"}, mechanics="full")
    assert bound.offered("h4") == ["h4-h5"]
    assert not bound.offered("spawn:h4")
    assert bound.play("h4-h5").field("side") == "b"


def test_bishop() -> None:
    """F38: converts, keeping ranges and cargo; never captures."""
    after = table({"c3": "B", "f6": "r(p5,o9,n1)"}).play("convert:c3:f6")
    assert (after.at("f6"), after.at("c3")) == ("R(o9,n1)", "B(p2)")
    assert not table({"c3": "B", "f6": "k"}).offered("convert")


def test_dragon() -> None:
    """F39: fire after a plain move; it flies over tombs unharmed."""
    after = table({"c3": "D", "g8": "n", "h8": "d"}, tombs="e5:p").play("c3-g7")
    assert (after.at("g8"), after.at("h8")) == ("", "d")
    assert after.at("g7") == "D(d13,n1)"


def test_rook() -> None:
    """F40: stun for 2, on susceptible enemies only."""
    after = table({"c3": "R", "d8": "n", "b8": "r", "b9": "N"}).play("c3-c8")
    assert (after.at("d8"), after.at("b8"), after.at("b9")) == ("n(p2)", "r", "N")


def test_poison() -> None:
    """F41: who takes a queen gets 6."""
    assert table({"c3": "C", "c4": "q"}).play("c3xc4").at("c4") == "C(p6,n1)"
    assert table({"c3": "M", "c4": "q"}).play("c3xc4").at("c4") == "M(n1)"


def test_kings_check() -> None:
    """F42: stepping into check kills what gives it."""
    after = table({"h4": "K", "c5": "r"}).play("h4-h5")
    assert after.at("c5") == ""
    assert after.tomb("c5") == ":r"
    assert after.field("side") == "b"


def test_kings_exchange() -> None:
    """F43: with a body that is not threatened; his old cell is left empty."""
    position = table({"h4": "K", "m3": "R", "c9": "N", "c12": "r"}, mechanics="bare+exchange")
    assert position.targets("exch:") == {"m3"}
    after = position.play("exch:m3")
    assert (after.at("m3"), after.at("h4"), after.tomb("m3")) == ("K", "", ":R")


def test_royal_guards() -> None:
    """F44: beside their king bodies are not frozen by a jester."""
    cells = {"e5": "R", "f6": "j"}
    assert not table(cells).offered("e5")
    assert table({**cells, "e4": "K"}).offered("e5")


def test_kings_are_immune() -> None:
    """F45: he is not shot, converted, pushed, swapped or fused."""
    cells = {"d4": "K", "d9": "a", "h8": "b", "d5": "m", "e4": "r"}
    position = table(cells, mechanics="bare+fusion+mind+swapshot+push", side="b")
    targets = [a for a in position.offered() if a.endswith(":d4")]
    assert not targets
    assert not table({"d4": "K", "d5": "R"}, mechanics="bare+fusion").offered("d5+")


def test_power_steal_is_no_capture() -> None:
    """F46: lent or stolen, the jester never captures."""
    position = table({"e5": "J", "e9": "r", "e3": "R"}, mechanics="bare+empower")
    assert position.has("e5-e8")
    assert not position.offered("e5x")


def test_traps_are_laid_and_bounded() -> None:
    """F47: where a jester leaves, five times as many as jesters; enemy traps are replaced."""
    assert table({"c3": "J"}).play("c3-e5").field("traps") == "Jc3"
    assert table({"c3": "J"}, traps="jc3").play("c3-e5").field("traps") == "Jc3"
    many = "Ja1,Jb1,Jc1,Jd1,Je1"
    assert table({"c3": "J"}, traps=many).play("c3-e5").field("traps") == many


def test_presence() -> None:
    """F48: a neighbouring jester freezes all but jesters, chancellors and rams."""
    position = table({"e5": "j", "e4": "R", "d5": "C", "f5": "M", "d4": "J"})
    assert not position.offered("e4")
    assert all(position.offered(cell) for cell in ("d5", "f5", "d4"))
    assert table({"e5": "j(p2)", "e4": "R"}).offered("e4")


def test_walltrap() -> None:
    """F49: free neighbours without tomb become walls of the jester."""
    position = table({"e4": "J(wa1)", "g6": "r", "g7": "n"}, tombs="f5:p")
    after = position.play("walltrap:e4:g6")
    assert after.at("e4") == "J(s1,wg5.h5.f6.h6.f7.h7)"


def test_walltrap_dissolves_the_old_walls_first() -> None:
    """F49: what the jester had walled is free again, unless a tomb lies under it."""
    cells = {"e4": "J(wa1.f5.g5.f7)", "g6": "r"}
    after = table(cells).play("walltrap:e4:g6")
    assert after.at("e4") == "J(s1,wf5.g5.h5.f6.h6.f7.g7.h7)"
    tomb = table(cells, tombs="f7:p,h7*:n").play("walltrap:e4:g6")
    assert tomb.at("e4") == "J(s1,wf5.g5.h5.f6.h6.g7)"
    assert (tomb.tomb("f7"), tomb.tomb("h7")) == (":p", "*:n")


def test_walltrap_spares_the_walls_of_others() -> None:
    """F49: only those of the jester that acts dissolve; other members keep theirs."""
    after = table({"e4": "R(wf5)+J(wg5)+J(wh5)", "g6": "r", "b9": "n(wf6)"}).play("walltrap:e4:g6")
    assert after.at("e4") == "R(s1,wf5)+J(wg5.h6.f7.g7.h7)+J(wh5)"
    assert after.at("b9") == "n(wf6)"


def test_walltrap_needs_a_neighbour_that_is_free_before() -> None:
    """F49: a condition looks at the start of the action (section 5), at old walls too."""
    walls = "f5.g5.h5.f6.h6.f7.g7"
    assert not table({"e4": f"J(w{walls}.h7)", "g6": "r"}).offered("walltrap")
    assert not table({"e4": f"J(w{walls})", "g6": "r"}, tombs="h7:p").offered("walltrap")
    again = table({"e4": f"J(w{walls})", "g6": "r"}).play("walltrap:e4:g6")
    assert again.at("e4") == f"J(s1,w{walls}.h7)"


def test_jesters_explode_when_captured() -> None:
    """F50: the capturer dies with it."""
    after = table({"c3": "R", "c8": "j", "d9": "n"}).play("c3xc8")
    assert (after.at("c8"), after.at("d9")) == ("", "")
    assert after.tomb("c8").startswith("*:j.R")


def test_detonation() -> None:
    """F51: after ten turns on its cell."""
    assert not table({"e4": "J(s9)"}).offered("deton")
    after = table({"e4": "J(s10)", "e5": "n"}).play("deton:e4")
    assert (after.at("e4"), after.at("e5")) == ("", "")


def test_teleswap() -> None:
    """F52: with any friendly body, the king too, but not with a chancellor."""
    position = table({"f1": "C", "k5": "C", "a3": "N"}, mechanics="bare+teleswap")
    assert position.targets("tele:f1:") == {"a3", "p1"}
    after = position.play("tele:f1:p1")
    assert (after.at("f1"), after.at("p1")) == ("K", "C")


def test_paralyse() -> None:
    """F53: 3 turns, for enemies in reach."""
    after = table({"f1": "C", "g2": "n"}).play("para:f1:g2")
    assert after.at("g2") == "n(p3)"


def test_mirror_portal() -> None:
    """F54: chancellors and those who protect one go to the opposite cell."""
    position = table({"f3": "C", "f8": "R", "b5": "R"}, mechanics="bare+portal")
    assert position.targets("portal:") == {"f3", "f8"}
    assert position.play("portal:f3").at("k14") == "C"


def test_chancellors_are_not_swapshot() -> None:
    """F55: nor frogs; other enemies are."""
    position = table({"e4": "R", "b4": "c", "e9": "n", "e2": "F"}, mechanics="bare+swapshot")
    assert position.targets("swap:e4:") == {"e9"}


def test_templars_shield() -> None:
    """F56: no capture from a cell that the templar attacks, unless it stands on a tomb."""
    assert not table({"e9": "R", "e4": "t"}).offered("e9x")
    assert table({"e9": "R", "e4": "t"}, tombs="e4:p").has("e9xe4")
    assert table({"e9": "R", "e4": "t(p2)"}).has("e9xe4")


def test_tornado() -> None:
    """F57: pulls at once and then each own turn; trapped bodies and templars stay."""
    position = table({"e2": "T", "e7": "n", "d6": "p(p3,t)", "f6": "t"}, mechanics="bare+weather")
    after = position.play("tornado:e2:e5")
    assert after.field("weather") == "Te5:9"
    assert (after.at("e6"), after.at("d6"), after.at("f6")) == ("n", "p(p3,t)", "t")
    assert after.at("e2") == "T(p20)"


def test_avalanche() -> None:
    """F58: flows push, farthest first, kings and templars excepted."""
    position = table({"e2": "T", "e4": "P", "e5": "n", "e6": "t"}, mechanics="bare+weather")
    after = position.play("aval:e2:e5")
    assert after.field("weather") == "Ve3:n4,Ve4:n4,Ve5:n4"
    assert (after.at("e4"), after.at("e5"), after.at("e6")) == ("P", "n", "t")
    last = table({"c3": "M"}, weather="Vc3:e1").play("p1-p2", "end")
    assert (last.at("d3"), last.field("weather")) == ("M", "-")
