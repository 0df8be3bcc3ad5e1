"""What a search at little depth must not overlook: an answer that wins, a game that repeats."""

from __future__ import annotations

import pytest

import strata
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.report import Limits
from tests.search.conftest import about_to_win

# In both the best that the depth of a turn shows leaves a quiet action by which the King explodes.
THREATENED = [
    (
        "w r1bpj(s10)l(wf10)1qktt(p2)j(s10)dbnr/pfxasoz(q1)mmz{p}osaxfl/pp1ppp1pp1pppppp/"
        "p1pppppppp4pp/16/16/16/6c4p(wm10)p(wl10)3/12P1P1/5L(wb3.c4.d5.e6)8P1/16/16/P7P6P/P7P6P/"
        "1CQA2ZQ(p8)M(s10)+J(wl1)ZOSAQ(p9)FL/RNB2QTQKCB2CNR - c6*:P.P,d6*:P,e6*:P.p,k6*:P,l6*:P.P,"
        "n6r7:P,k7*:P.J,l7*:P,g8:n(n1),l8:P,g9:D.O,l9:P,m9:P,d10:P,e10r7:P,f10:d,g10*:D(n1),l10:P,"
        "m10:P,d11:P,e11r15:P,l11*:P,m11*:P,l12*:P.S,m12*:P,k13*:T.t,l13:p "
        "Je1,Jl1,Jf4,Jh5,Jf8 - - 53"
    ),
    (
        "b rnbdj(s8)ctqktpj(s8)dbnr/lfxa1oz7ml/pppp10mp/pppc3C6zp/6o(wl15)9/12pps1/12ppa1/4pp6ppx1/"
        "4pp6ppf1/16/8pp6/16/PPPPPP3PPPPP1P/PPPPP4PPPPPPP/LFXASO2MZ(q1)1SAXFL/"
        "RNBD3s(wg1.g2.g3.g4.g5.g6.g7.g8.g9.h11.i11.i12.i13.i14.i15)KTDJ(s9)O(wk2)BNR - f1*:J,"
        "g1*:T.C,h1*:Q,g2*:Z.P.P,h2*:M,g3*:P,h3*:P,i3:P,g4:P,h4*:P.P,i4:P,i7r3:p,j7:p,h12:p,i12:p,"
        "h13:p,i13:p,h14:p,i14:p - - - 18"
    ),
]


def _wins_at_once(record: strata.Record) -> list[str]:
    state = record.position.state
    return [
        str(action)
        for action in record.actions()
        if (after := state.after(action.code)).get_over()
        and after.get_outcome() % 4 == state.get_seat()
    ]


@pytest.mark.parametrize("nodes", [3_000, 10_000])
@pytest.mark.parametrize("position", THREATENED)
def test_no_turn_lets_the_other_win_with_one_action(position: str, nodes: int) -> None:
    game = strata.game("frozen")
    record = game.record(position)
    searcher, seat = AlphaBetaSearcher(game, table_bits=14), record.seat
    while record.seat == seat:
        record.play(searcher.think(record, Limits(nodes=nodes)).action)
    assert record.seat is not None
    assert _wins_at_once(record) == []


def test_what_loses_at_once(game: strata.Game) -> None:
    """Before an action after which the other could win, and won: what is said of it and others."""
    found = 0
    for won in about_to_win(game.name, 6):
        blunder = won.played[-1]
        record = game.record(won.start).play_all(won.played[:-1])
        state = record.position.state
        tree = AlphaBetaSearcher(game, table_bits=10)._tree
        tree.begin(state, [], 0)
        for action in {blunder, *record.actions()[:20]}:
            after = game.record(str(record.position)).play(action)
            if after.seat not in (None, record.seat):
                assert tree.loses_at_once([action.code]) == bool(_wins_at_once(after)), action
                found += bool(_wins_at_once(after))
            else:
                assert not tree.loses_at_once([action.code])
    assert found


def test_who_looks_one_action_ahead_overlooks_the_answer() -> None:
    """The weak levels are such."""
    game = strata.game("frozen")
    record = game.record(THREATENED[1])
    searcher = AlphaBetaSearcher(game, table_bits=14)
    while record.seat == "second":
        record.play(searcher.think(record, Limits(depth=1)).action)
    assert _wins_at_once(record)
