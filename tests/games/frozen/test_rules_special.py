"""Rules F59 to F80: death, special moves, shadows, rotation and the end of the game."""

from __future__ import annotations

import pytest

import strata
from tests.games.frozen.layout import Table, position_text, table


def test_dying() -> None:
    """F59: the last fused-in first, each followed by its cargo; awards of the fused are lost."""
    after = table({"c3": "R", "c8": "n(m1)+s{p(p2),b}+a"}).play("c3xc8:N")
    assert after.tomb("c8") == ":a.s.p.b.n"
    assert table({"c3": "R", "c8": "n(n2,m1)"}).play("c3xc8").tomb("c8") == ":n(n2,m1)"


def test_leaving_a_tomb_arms_it() -> None:
    """F59: and so does becoming a shadow there."""
    assert table({"c3": "R"}, tombs="c3*:p").play("c3-c5").tomb("c3") == ":p"
    faded = table({"c3": "R"}, tombs="c3*:p", mechanics="bare+shadow").play("shadow:c3")
    assert faded.tomb("c3") == ":p"


def test_explosion() -> None:
    """F60: old tombs wake, new ones are armed; traps and weather stay; shadows and walls go."""
    position = table(
        {"c2": "X", "d9": "n", "h3": "r(wc9)"},
        shadows="b7:q",
        tombs="c8:p,b9r5:b",
        traps="Jc7",
        weather="Tc7:5",
    )
    after = position.play("treb:c2:c8")
    assert (after.tomb("c8"), after.tomb("b9"), after.tomb("d9")) == ("*:p", "*:b", ":n")
    assert after.field("shadows") == "-"
    assert after.tomb("b7") == ":q"
    assert after.at("h3") == "r"
    assert after.field("traps") == "Jc7"


def test_crossing() -> None:
    """F61: an armed tomb on the path costs a turn, a woken one nothing."""
    assert table({"c3": "R"}, tombs="c5:p").play("c3-c9").at("c9") == "R(p1)"
    assert table({"c3": "R"}, tombs="c5*:p").play("c3-c9").at("c9") == "R"


def test_rot() -> None:
    """F62: at the end of second's turns; at 40 it explodes; attacked tombs do not rot."""
    position = table({"h9": "r", "c12": "r"}, side="b", tombs="h4r7:b,f5r39:n,k10:p")
    after = position.play("a16-a15", "end")
    assert (after.tomb("f5"), after.tomb("h4"), after.tomb("k10")) == ("*:n", ":b", "r1:p")
    first = table({}, tombs="k10:p").play("p1-p2", "end")
    assert first.tomb("k10") == ":p"


def test_respawn() -> None:
    """F63: the oldest comes back, where nothing threatens, freezes or sees it."""
    assert table({}, tombs="e5*:R(m1).n").play("respawn:e5").at("e5") == "R(m1)"
    assert not table({}, tombs="e5:R").offered("respawn")
    assert not table({}, tombs="e5*:r").offered("respawn")
    for enemy in ({"e9": "r"}, {"f6": "j"}, {"h8": "a"}):
        assert not table(enemy, tombs="e5*:R").offered("respawn"), enemy


def test_transfer() -> None:
    """F64: 4 less for the protected, 4 for the helper."""
    after = table({"c3": "R", "c7": "N(p6)"}, mechanics="bare+transfer").play("transfer:c3:c7")
    assert (after.at("c7"), after.at("c3")) == ("N(p1)", "R(p4)")
    threatened = table({"c3": "R", "c7": "N(p6)", "h3": "q"}, mechanics="bare+transfer")
    assert not threatened.offered("transfer")


def test_morph() -> None:
    """F65: any other kind for 18 turns; what it carried dies."""
    after = table({"e2": "S{P}"}, mechanics="bare+morph").play("morph:e2", "kind:Q")
    assert (after.at("e2"), after.tomb("e2")) == ("Q(p18)", ":P")
    assert not table({"e2": "P"}, mechanics="bare+morph").offered("morph")


def test_spawn() -> None:
    """F66: a copy beside it for 40 turns, pawns 15; not on tombs, traps or threatened cells."""
    position = table({"e4": "N"}, mechanics="bare+spawn", tombs="d3:p", traps="Jd4")
    assert not position.has("spawn:e4:d3")
    assert not position.has("spawn:e4:d4")
    after = position.play("spawn:e4:e5")
    assert (after.at("e4"), after.at("e5")) == ("N(p40)", "N(p40)")
    frogs = {f"{file}9": "F" for file in "bdfhj"}
    assert not table(frogs, mechanics="bare+spawn").offered("spawn")


def test_swapshot() -> None:
    """F67: with what could be captured, and with friends of another kind."""
    position = table({"e4": "R", "e9": "n", "h4": "P", "b4": "R"}, mechanics="bare+swapshot")
    assert position.targets("swap:e4:") == {"e9", "h4"}
    after = position.play("swap:e4:e9")
    assert (after.at("e4"), after.at("e9")) == ("n", "R")


def test_mind_control() -> None:
    """F68: an unprotected enemy on one's own colour does one native thing."""
    cells = {"c9": "Q", "g9": "r"}
    position = table(cells, mechanics="bare+mind")
    assert position.targets("mind:") == {"g9"}
    controlled = position.play("mind:g9")
    assert controlled.field("phase") == "X:g9"
    assert controlled.play("g9-g12").at("g12") == "r"
    assert not table({**cells, "g15": "q"}, mechanics="bare+mind").offered("mind")
    assert not table({"c9": "Q", "f9": "r"}, mechanics="bare+mind").offered("mind")


def test_pull() -> None:
    """F69: towards the puller, for a third of the squares; into an own ship."""
    after = table({"c2": "R", "c9": "n"}, mechanics="bare+pull").play("pull:c2:c9:6")
    assert (after.at("c3"), after.at("c2")) == ("n", "R(p2)")
    ship = table({"c2": "R", "c3": "S", "c4": "n"}, mechanics="bare+pull").play("pull:c2:c4:1")
    assert ship.at("c3") == "S{n}"
    through = table({"c2": "R", "c5": "n", "c9": "b"}, mechanics="bare+pull")
    assert through.play("pull:c2:c9:3").at("c2") == "R(p2)"


def test_a_fused_body_pulls_as_far_as_who_acts() -> None:
    """F24, F69: the first member of a kind acts for it; a later one lends no range."""
    near, far = "R(o3)", "R"
    mechanics = "bare+fusion+pull"
    assert table({"c2": f"{far}+{near}", "c9": "n"}, mechanics=mechanics).offered("pull")
    assert not table({"c2": f"{near}+{far}", "c9": "n"}, mechanics=mechanics).offered("pull")
    assert table({"c2": f"{near}+{far}", "c5": "n"}, mechanics=mechanics).offered("pull")
    assert table({"c2": f"{near}+Q", "c9": "n"}, mechanics=mechanics).offered("pull")


def test_push() -> None:
    """F70: both move on; a wall costs 5; templars and kings stay."""
    after = table({"e4": "R", "e5": "n"}, mechanics="bare+push").play("push:e4:e5")
    assert (after.at("e5"), after.at("e6")) == ("R", "n")
    wall = table({"e4": "R", "b9": "P(wf4)"}, mechanics="bare+push").play("push:e4:f4")
    assert (wall.at("f4"), wall.at("b9")) == ("R(p5)", "P(wg4)")
    assert not table({"e4": "R", "e5": "t"}, mechanics="bare+push").offered("push")
    assert not table({"e4": "Z", "e5": "n"}, mechanics="bare+push").offered("push")


def test_becoming_a_shadow() -> None:
    """F71: with delay 5; not kings, pawns or the fused."""
    position = table({"c3": "N", "d3": "P", "e3": "R+N"}, mechanics="bare+shadow")
    assert position.targets("shadow:") == {"c3"}
    assert position.play("shadow:c3").field("shadows") == "c3:N(h5)"


def test_shadows_move_and_capture() -> None:
    """F72: through shadows, not through bodies, walls or tombs; the dead leave a tomb."""
    position = table({"c9": "P(p9)"}, shadows="c3:R,c5:N(p2),c7:q", tombs="f3:p")
    assert position.has("~c3-c4", "~c3-c6", "~c3xc7", "~c3-e3")
    assert not position.has("~c3-f3")
    assert not position.has("~c3-c5")
    after = position.play("~c3xc7")
    assert "c7:R(v4,o13,n1)" in after.field("shadows")
    assert after.tomb("c7") == ":q"


def test_shadow_ships() -> None:
    """F73: shadows load into shadow ships and are put down again."""
    position = table({}, shadows="c3:N,d5:S")
    loaded = position.play("~c3>d5")
    assert loaded.field("shadows") == "d5:S{~N}"
    unloaded = loaded.play("a16-a15", "end", "~d5<1-e5")
    assert unloaded.field("shadows") == "d5:S,e5:N"


def test_returning() -> None:
    """F74: when the delay is over, for half of what it travelled."""
    assert table({}, shadows="e4:N(v7)").play("unshadow:e4").at("e4") == "N(p3)"
    assert not table({}, shadows="e4:N(h1)").offered("unshadow")
    assert not table({}, shadows="e4:N", traps="Je4").offered("unshadow")


@pytest.mark.parametrize("travelled", range(82, 100))
def test_returning_from_afar(travelled: int) -> None:
    """F74: up to 49 turns, and the game reads what it wrote."""
    after = table({}, shadows=f"e4:N(v{travelled})").play("unshadow:e4")
    assert after.at("e4") == f"N(p{travelled // 2})"
    again = strata.game("frozen", mechanics="bare").position(after.text)
    assert again == after.position
    assert again.state.get_key() == after.position.state.get_key()


def test_the_longest_paralysis() -> None:
    """F4: 50 falls to 49 at the end of the turn and never adds up, not by fusing either."""
    counted = table({"c3": "R(p50)"}, shadows="e4:N(v99)").play("unshadow:e4")
    assert (counted.at("c3"), counted.at("e4")) == ("R(p49)", "N(p49)")
    fused = table({"c3": "N(p50)", "c1": "R"}, mechanics="bare+fusion").play("c1+c3")
    assert fused.at("c3") == "N(p49)+R"


def test_shadowstrike() -> None:
    """F75: an unprotected single enemy on the same colour becomes a shadow."""
    position = table({"e8": "n", "k4": "b"}, shadows="e4:R")
    assert position.targets("strike:") == {"e4:e8", "e4:k4"}
    after = position.play("strike:e4:e8")
    assert after.field("shadows") == "e4:R(p10),e8:n(h5)"


@pytest.mark.parametrize("sign", ["", "*", "r7"])
def test_shadowstrike_of_a_body_on_a_tomb(sign: str) -> None:
    """F75: what lies under the target does not matter; its tomb is armed when it fades (F59)."""
    position = table({"e8": "n"}, shadows="e4:R", tombs=f"e8{sign}:p")
    assert position.targets("strike:") == {"e4:e8"}
    after = position.play("strike:e4:e8")
    assert after.field("shadows") == "e4:R(p10),e8:n(h5)"
    assert after.tomb("e8") == ":p"


def test_shadowstrike_is_stopped_on_its_way() -> None:
    """F75: by tombs and walls before the target, and by the first body on whatever it stands."""
    assert not table({"e8": "n"}, shadows="e4:R", tombs="e6:p,e8:p").offered("strike")
    assert not table({"e8": "n"}, shadows="e4:R", tombs="e6*:p").offered("strike")
    assert not table({"e8": "n", "k9": "b(we6)"}, shadows="e4:R", tombs="e8:p").offered("strike")
    for first in ("P", "p(p9)", "N+N"):
        position = table({"e6": first, "e8": "n"}, shadows="e4:R", tombs="e6:p,e8:p")
        assert not position.offered("strike"), first
    assert not table({"e8": "n"}, shadows="e4:R(o3)", tombs="e8:p").offered("strike")
    behind = table({"e8": "n"}, shadows="e4:R", tombs="e8:p,e9:p")
    assert behind.targets("strike:") == {"e4:e8"}


def test_shadowstrikes_of_other_kinds_on_tombs() -> None:
    """F75: by a step and along a diagonal."""
    assert table({"e5": "r"}, shadows="d4:C", tombs="e5:p").targets("strike:") == {"d4:e5"}
    assert table({"g7": "n"}, shadows="d4:D", tombs="g7*:p").targets("strike:") == {"d4:g7"}


def test_shadowstrike_of_a_templar() -> None:
    """F75, F56: its shield is off on a tomb."""
    assert not table({"e8": "t"}, shadows="e4:R").offered("strike")
    assert table({"e8": "t"}, shadows="e4:R", tombs="e8:p").targets("strike:") == {"e4:e8"}


def test_rotation() -> None:
    """F76: a block in which the mover outweighs the enemy turns with all that lies in it."""
    position = table({"c5": "R", "d6": "n(p3)", "e5": "n", "e7": "q"}, mechanics="bare+rotation")
    assert "at:c5" in position.play("rot:2").offered()
    assert "at:c5" not in position.play("rot:3").offered()
    turned = table({"c5": "R"}, mechanics="bare+rotation", traps="jd6", weather="vc5:n3")
    after = turned.play("rot:2", "at:c5", "turn:90")
    assert (after.at("c6"), after.field("traps")) == ("R", "jd5")
    assert (after.at("c5"), after.field("weather")) == ("", "vc6:e3")
    assert not table({"a5": "R"}, mechanics="bare+rotation").offered("rot")


def test_death_of_kings() -> None:
    """F77: captured, exploded, or both."""
    captured = table({"a16": "k", "a9": "R"}).play("a9xa16")
    assert str(captured.position.outcome()) == "first wins, king-captured"
    exploded = table({"a9": "X", "p1": "K"}, tombs="a15:p").play("treb:a9:a15")
    assert str(exploded.position.outcome()) == "first wins, king-exploded"
    both = table({}, tombs="p1:K,a16:k")
    assert str(both.position.outcome()) == "draw, both-kings"


def _outcome(position: Table) -> str:
    """The outcome, which the position string alone must tell."""
    again = strata.Game(position.position.rules).position(position.text)
    assert again.outcome() == position.position.outcome()
    return str(again.outcome())


def test_a_king_captured_is_one_under_a_body() -> None:
    """F77: the position shows it, whoever stands there and however he came."""
    assert _outcome(table({"a9": "R"}).play("a9xa16")) == "first wins, king-captured"
    blasted = table({"g2": "Z{M}", "g6": "k"}).play("blast:g2:g6")
    assert (blasted.at("g6"), _outcome(blasted)) == ("M", "first wins, king-captured")
    for body in ("R", "n", "N+P"):
        assert _outcome(table({"h8": body}, tombs="h8:k")) == "first wins, king-captured", body


def test_a_king_exploded_leaves_an_empty_cell() -> None:
    """F77: beside a blast; a wall or a shadow is no ground body."""
    beside = table({"g2": "Z{M}", "g6": "n", "h7": "k"}).play("blast:g2:g6")
    assert (beside.at("g6"), _outcome(beside)) == ("M", "first wins, king-exploded")
    assert _outcome(table({"c3": "R(wh8)"}, tombs="h8:k")) == "first wins, king-exploded"
    assert _outcome(table({}, shadows="h8:R", tombs="h8:k")) == "first wins, king-exploded"
    assert _outcome(table({"h7": "R"}, tombs="h8*:n.K")) == "second wins, king-exploded"


def test_a_flow_may_bring_a_body_onto_a_dead_king() -> None:
    """F77, F58: he exploded on a tomb, which is woken and harmless; then a pawn comes there."""
    cells = {"g8": "m", "h10": "k", "i10": "P"}
    tombs = "g9:p,h10:n"
    covered = table(cells, tombs=tombs, weather="Vg8:n3,Vi10:w3").play("p1-p2", "end")
    assert (covered.at("h10"), covered.tomb("h10")) == ("P", "*:n.k")
    assert _outcome(covered) == "first wins, king-captured"
    empty = table(cells, tombs=tombs, weather="Vg8:n3").play("p1-p2", "end")
    assert (empty.at("h10"), empty.tomb("h10")) == ("", "*:n.k")
    assert _outcome(empty) == "first wins, king-exploded"


def test_no_actions() -> None:
    """F78: checkmate, or no moves."""
    mate = table({"a1": "K", "a9": "r", "b8": "r", "c8": "r"})
    assert str(mate.position.outcome()) == "second wins, checkmate"
    stuck = table({"a1": "K", "a2": "P(p9)", "b2": "P(p9)", "b1": "P(p9)"})
    assert str(stuck.position.outcome()) == "second wins, no-moves"


def test_repetition_comes_before_the_limit() -> None:
    """F79, F80: the third time is a draw; the turn number is not compared."""
    game = strata.game("frozen", mechanics="bare", ply_limit=8)
    record = game.record(position_text({}))
    for action in ("p1-p2", "end", "a16-a15", "end", "p2-p1", "end", "a15-a16", "end") * 2:
        assert record.outcome() is None
        record.play(action)
    assert str(record.outcome()) == "draw, repetition"
    assert str(record.position.outcome()) == "draw, ply-limit"


def test_ply_limit() -> None:
    """F80: none when it is 0."""
    assert table({}, turn=1001, ply_limit=0).offered()
    assert str(table({}, turn=1001).position.outcome()) == "draw, ply-limit"
    assert table({}, turn=1000).offered()
