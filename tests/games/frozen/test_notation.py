"""Positions and options as text: round trips of monsters, refusals that say what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strata
from tests.games.frozen.layout import position_text, table

GAME = strata.game("frozen")

MONSTERS = {
    "ships in ships": position_text(
        {"e5": "S{S{S{P,q(p3)},Z{M}},N+R(o5)}", "h8": "s(p3){~n(h4,v20),P+P}"}
    ),
    "eight-fold fusion": position_text(
        {"d4": "J(p5,t,s10,o3,wa1.b1)+Q(d3,n2,q9,m6)+S{P,P}+Z{K}+N+R+B+X".replace("{K}", "{M}")}
    ),
    "tomb queues": position_text(
        {}, tombs="c3r39:P.p.Q(n2,q9,m6),c4*:r.r.r.r.J.S,d4:k".replace("k", "n")
    ),
    "weather on tombs under walls": position_text(
        {"e5": "R(wc3.d3.e3)"},
        tombs="c3:p,d3*:n",
        traps="Jc3,jd3",
        weather="Tc3:10,td3:1,Vc3:n5,vd3:w1",
        shadows="c3:D(p50,h6,v99,o3,d3),d3:t",
    ),
    "walls of carried units and shadows": position_text(
        {"e5": "S{R(wa1.p16)}".replace("p16", "p15")}, shadows="e5:n(h2,wb7)"
    ),
    "march": position_text({"d5": "N"}, phase="D3:d5"),
    "shadow under way": position_text({}, shadows="d5:r(m2)", side="b", phase="U2:~d5"),
    "a king dead": position_text({"h8": "R"}, tombs="h8:k"),
}


@pytest.mark.parametrize("text", MONSTERS.values(), ids=MONSTERS)
def test_monsters_survive(text: str) -> None:
    position = GAME.position(text)
    assert str(position) == text
    again = GAME.position(str(position))
    assert again == position
    assert again.state.get_key() == position.state.get_key()
    assert position.svg()
    for action in position.actions()[::5]:
        after = position.play(action)
        assert str(GAME.position(str(after))) == str(after)


@pytest.mark.parametrize("par", range(41, 51))
def test_long_paralysis_survives(par: int) -> None:
    """F4, F74: a return costs up to 49, and the turn that is not yet counted off makes 50."""
    for cells, shadows in (
        ({"c3": f"R(p{par},t)", "e5": f"S{{n(p{par})}}"}, "-"),
        ({}, f"c3:D(p{par},h6,v99)"),
    ):
        text = position_text(cells, shadows=shadows)
        position = GAME.position(text)
        assert str(position) == text
        shorter = GAME.position(text.replace(f"p{par}", f"p{par - 1}"))
        assert shorter.state.get_key() != position.state.get_key()


def test_the_owners_of_walls_are_part_of_the_key() -> None:
    one = table({"c3": "R(wa1)", "e5": "N"}).position.state
    other = table({"c3": "R", "e5": "N(wa1)"}).position.state
    assert one.get_key() != other.get_key()


def test_the_turn_number_is_no_part_of_the_key() -> None:
    """F79."""
    one, other = (table({}, turn=turn).position.state for turn in (3, 7))
    assert one.get_key() == other.get_key()


def test_the_last_turn_number_stays() -> None:
    """What comes after the largest number that can be read can be read, too."""
    endless = strata.game("frozen", ply_limit=0)
    position = endless.position(position_text({}, turn=10**9))
    for _ in range(3):
        position = position.play(position.actions()[0])
        assert endless.position(str(position)) == position
    assert str(position).endswith(" 1000000000")


_EMPTY = position_text({})
REFUSED = [
    ("", "got 1 field"),
    (_EMPTY.replace("w ", "x ", 1), "side: got 'x', expected w or b"),
    (_EMPTY.replace("/16", "", 1), "expected 16 rows, rank 16 to rank 1, not 15"),
    (_EMPTY.replace("/16/", "/15/", 1), "15 cells, expected 16"),
    (_EMPTY.replace("/16/", "/17/", 1), "expected 1 to 16"),
    (_EMPTY.replace("/16/", "/88/", 1), "expected 1 to 16"),
    (
        _EMPTY.replace("/16/", "/16P/", 1),
        "rank 15 '16P', character 3: got 'P', expected the end after 16 cells",
    ),
    (_EMPTY.replace("/16/", "/016/", 1), "leading zeros"),
    (position_text({"c3": "Y"}), "expected a letter of"),
    (position_text({"c3": "P(p0)"}), "attribute p"),
    (
        position_text({"c3": "P(p51)"}),
        "rank 3 '2P(p51)13', character 5: attribute p: got '51', expected 1 to",
    ),
    (position_text({}, shadows="c3:R(p51)"), "attribute p: got '51', expected 1 to 50"),
    (position_text({"c3": "R(o16)"}), "attribute o"),
    (position_text({"c3": "R(o2)"}), "expected 3 to 15"),
    (position_text({"c3": "R(d5,o5)"}), "out of order"),
    (position_text({"c3": "R(o5,o6)"}), "out of order"),
    (position_text({"c3": "R(y5)"}), "expected an attribute"),
    (position_text({"c3": "R(t", "d3": "N"}), "expected a comma or )"),
    (position_text({"c3": "R()"}), "expected an attribute"),
    (position_text({"c3": "R(s3)"}), "expected it on bodies with a J only"),
    (position_text({"c3": "R(h3)"}), "expected them on shadows only"),
    (position_text({"c3": "R+N(p3)"}), "expected it on the base only"),
    (position_text({"c3": "R+n"}), "members of both sides"),
    (position_text({"c3": "P+P+P+P+P+P+P+P+P"}), "9 members, expected at most 8"),
    (position_text({"c3": "R", "c5": "R+K"}), "a king that is fused"),
    (position_text({"c3": "S{K}"}), "a king that is fused, carried"),
    (position_text({"c3": "R{P}"}), "expected only ships and cannons"),
    (position_text({"c3": "Z{P,P}"}), "carries more than 1"),
    (position_text({"c3": "Z{~N}"}), "a shadow in a cannon"),
    (position_text({"c3": "S{P,P,P,P,P,P,P,P,P}"}), "carries more than 8"),
    (position_text({"c3": "S{}"}), "expected a letter of"),
    (position_text({"c3": "R(wc4.c4)"}), "walls out of order"),
    (position_text({"c3": "R(wc4)", "d3": "N(wc4)"}), "a second wall on c4"),
    (position_text({"c3": "R(wd3)", "d3": "N"}), "a wall under the body on d3"),
    (position_text({"c3": "R(wq4)"}), "expected a cell, a1 to p16"),
    (position_text({"c3": "K"}).replace("K", "N"), "0 kings of side w"),
    (position_text({"c3": "K", "d3": "K"}), "2 kings of side w"),
    (position_text({"c3": "K(p3)"}), "a paralysed king"),
    (position_text({}, shadows="c3:P"), "a shadow pawn"),
    (position_text({}, shadows="c3:R+N"), "a fused shadow"),
    (position_text({}, shadows="c3:R(t)"), "attribute t on a shadow"),
    (position_text({}, shadows="c3:J(s3)"), "attribute s"),
    (position_text({}, shadows="d3:R,c3:R"), "out of order"),
    (position_text({}, shadows="c3:R,c3:R"), "out of order"),
    (position_text({}, shadows="c3:R;"), "expected the end"),
    (position_text({}, tombs="c3:"), "expected a letter of"),
    (position_text({}, tombs="c3r40:p"), "rot"),
    (position_text({}, tombs="c3r0:p"), "rot"),
    (position_text({}, tombs="c3:p(p3)"), "a unit in a tomb"),
    (position_text({}, tombs="c3:s{p}"), "a unit in a tomb"),
    (position_text({}, traps="c3"), "expected J or j"),
    (position_text({}, traps="Jc3,jc3"), "out of order"),
    (position_text({}, weather="Tc3:11"), "timer"),
    (position_text({}, weather="Vc3:n6"), "timer"),
    (position_text({}, weather="Vc3:x1"), "a heading"),
    (position_text({}, weather="Vc3:n1,Tc4:1"), "tornados first"),
    (position_text({}, phase="Q"), "expected -, D, U, B, M, P, R or X"),
    (position_text({}, phase="D1:c3"), "no ground body of side w on c3"),
    (position_text({"c3": "R"}, phase="D1:~c3"), "no shadow of side w"),
    (position_text({"c3": "R"}, phase="D4:c3"), "moves left"),
    (position_text({"c3": "R"}, phase="D2:c3"), "without a knight"),
    (position_text({"c3": "R"}, phase="U7:c3"), "moves left"),
    (position_text({"c3": "R"}, phase="B:c3"), "no pawn on c3"),
    (position_text({"c3": "P"}, phase="P:c3"), "is not the last rank"),
    (position_text({"c3": "P"}, phase="M:c3"), "expected a single unit that can morph"),
    (position_text({"c3": "R"}, phase="X:c3"), "no ground body of side b"),
    (position_text({}, phase="X:a16"), "a controlled king"),
    (position_text({"c3": "a(p2)", "c4": "P"}, phase="R:9"), "size of the block"),
    (position_text({"c3": "r"}, phase="R:2"), "nothing can be done"),
    (position_text({"c3": "R"}, phase="R:2:h8"), "no block there"),
    (position_text({}, tombs="c3:k", phase="R:2"), "after the death of a king"),
    (_EMPTY[:-1] + "0", "turn"),
    (_EMPTY[:-1] + "01", "turn"),
    (_EMPTY[:-1] + "x", "turn"),
    (position_text({}, tombs="c3:" + ".".join("P" * 191)), "more than 192 units"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(strata.InvalidPosition) as caught:
        GAME.position(text)
    assert reason in str(caught.value)


ALPHABET = "wb/-: ,.+(){}~*rPpKkSsJjRnq123456789abcdefgptshvodnqmTtVvDUBMX"


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 200), st.text(ALPHABET, max_size=4), st.integers(0, 3))
def test_altered_positions_are_read_or_refused(place: int, inserted: str, cut: int) -> None:
    """Whatever is accepted is written again to the letter."""
    text = MONSTERS["weather on tombs under walls"]
    altered = text[:place] + inserted + text[place + cut :]
    try:
        position = GAME.position(altered)
    except strata.InvalidPosition:
        return
    assert str(position) == altered
    assert len(position.actions()) >= 0


@pytest.mark.parametrize(
    "mechanics", ["full", "bare", "full-rotation-morph", "bare+wall", "bare+shadow+portal"]
)
def test_mechanics(mechanics: str) -> None:
    game = strata.game("frozen", mechanics=mechanics)
    assert game.settings["mechanics"] == mechanics
    assert game.start().actions()


@pytest.mark.parametrize(
    "mechanics", ["", "Full", "full+wall", "bare-wall", "full-morph-rotation", "full-x", "bare+"]
)
def test_mechanics_refused(mechanics: str) -> None:
    with pytest.raises(strata.InvalidOption, match="full-NAME"):
        strata.game("frozen", mechanics=mechanics)


def test_every_mechanic_can_be_switched_off() -> None:
    """Section 7: without a mechanic its actions are gone from the start, no others."""
    removes = {
        "rotation": "rot:",
        "shadow": "shadow:",
        "fusion": "+",
        "spawn": "spawn:",
        "morph": "morph:",
        "swapshot": "swap:",
        "pull": "pull:",
        "push": "push:",
        "weather": "aval:",
        "exchange": "exch:",
        "teleswap": "tele:",
    }
    everything = strata.game("frozen").start().actions()
    for name, sign in removes.items():
        left = strata.game("frozen", mechanics=f"full-{name}").start().actions()
        assert left == tuple(action for action in everything if sign not in action), name


@pytest.mark.parametrize("limit", [0, 1, "77", 1000, 10**9 - 1])
def test_ply_limits(limit: int | str) -> None:
    assert strata.game("frozen", ply_limit=limit).settings["ply_limit"] == int(limit)


@pytest.mark.parametrize("limit", [-1, "01", "x", "7\n", 10**9, True, 1.5])
def test_ply_limits_refused(limit: object) -> None:
    with pytest.raises(strata.InvalidOption, match="any number of turns"):
        strata.game("frozen", ply_limit=limit)


def test_records_keep_their_options() -> None:
    game = strata.game("frozen", mechanics="bare+wall", ply_limit=7)
    record = game.record()
    record.play(record.actions()[0])
    again = strata.load(record.export())
    assert again.rules == game.rules
    assert str(again.position) == str(record.position)
