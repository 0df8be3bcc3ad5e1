"""Turns of many actions: they end when there is nothing to be gained."""

from __future__ import annotations

import pytest

import strata
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.report import Limits

# First is far ahead, and a Heavy Pawn that runs over its own mana can go on for 20 steps.
RUNS = [
    "1,l,dllh,lllh,SSSk,dlSq,lllh,h,ddlh,dddh/P,h,2,SS,SSt,2,dll,1/5,t,4/2,T,3,p,p,p,p/1,P,3,S,4/"
    "1,P,1,LH,1,T,4/H,1,P,1,L,D,P,P,P,P/H,LDDDDLH,S,LSQ,2,LH,3/2,L,L,S,S,1,L,D,1/"
    "D,1,D,H,SSSK,1,LLLH,DL,D,DDDH first - 4",
    "2,dllh,lllh,SSSk,dlSq,lllh,h,ddlh,dddh/P,lh,2,SS,SSt,2,dll,1/5,t,4/2,T,3,p,p,p,p/1,P,3,S,4/"
    "1,P,1,LH,1,T,4/H,1,P,1,L,D,P,P,P,P/H,LDDDDLH,S,LSQ,2,LH,3/2,L,L,S,S,1,LDDH,D,1/"
    "D,1,D,H,SSSK,1,LLLH,DL,D,D first - 6",
    "1,ll,dh,lllh,SSSk,dlSq,lllh,h,ddlh,dddh/4,SS,SSt,2,dll,1/1,P,3,t,4/1,P,T,3,p,p,p,p/5,S,4/"
    "1,P,1,LH,1,T,4/H,1,P,1,L,DH,P,P,P,P/H,LDDDDLH,S,LSQ,2,L,1,DDH,1/2,L,L,S,S,1,L,D,1/"
    "D,1,D,H,SSSK,2,DLLLLH,D,D first - 2",
]


@pytest.mark.parametrize("position", RUNS)
def test_a_run_in_circles_is_not_worth_it(position: str) -> None:
    game = strata.game("kyo")
    searcher = AlphaBetaSearcher(game, table_bits=14)
    record = game.record(position)
    while record.seat == "first" and len(record.played) < 20:
        record.play(searcher.think(record, Limits(nodes=20_000)).action)
    assert len(record.played) <= 6


# Second runs with a Heavy Pawn; when the turn ends, First's King steps out of danger.
PUT_OFF = (
    "1,h,d,l,SSSk,S,lllh,d,d,ddh/1,dddh,lh,S,S,S,1,l,dldh,l/1,lllddlh,1,t,t,3,h,p/p,p,p,p,2,p,p,1,p/"
    "7,dlq,2/P,6,P,2/D,P,DP,P,1,P,P,2,P/LD,H,K,H,1,T,LL,3/2,DDDL,1,SST,SS,L,3/"
    "L,1,H,LH,SSSLL,DLSQ,H,DLLH,DDLH,DDDH second - 28"
)


def test_what_cannot_be_helped_is_not_put_off_for_long() -> None:
    game = strata.game("kyo")
    searcher = AlphaBetaSearcher(game)
    record = game.record(PUT_OFF)
    record.play("i9j9+2")
    while record.seat == "second":
        record.play(searcher.think(record, Limits(nodes=60_000)).action)
    assert len(record.played) <= 8


def test_scores_do_not_show_what_going_on_costs() -> None:
    """The same position, at the beginning of a record and late in a long turn of one."""
    game = strata.game("kyo")
    record = game.record(PUT_OFF).play_all(["i9j9+2", "j9i10+2", "i10h10+2", "h10i9+1"])
    fresh = game.record(str(record.position))
    scores = []
    for known in (record, fresh):
        report = AlphaBetaSearcher(game).think(known, Limits(depth=2), lines=100)
        scores.append({line.actions[0]: line.score for line in report.lines})
    assert len(scores[0]) == len(record.actions())
    assert scores[0] == scores[1]
