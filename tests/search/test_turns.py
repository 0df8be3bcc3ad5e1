"""Turns of many actions: they end when there is nothing to be gained."""

from __future__ import annotations

import pytest

import strata
from strata.search.deepening import AlphaBetaSearcher
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
    while record.seat == "first" and len(record.actions) < 20:
        record.play(searcher.think(record, Limits(nodes=20_000)).action)
    assert len(record.actions) <= 6
