# The compiled face of evaluation.py: the places of the features.
cdef enum:
    KING_WAITING = 0
    KING_ESCAPES = 1
    KING_EDGE = 2
    KING_LAND = 3
    QUEEN_WAITING = 4
    QUEEN_CELLS = 5
    SOLDIER_WAITING = 6
    SOLDIER_CELLS = 7
    REACH_TWICE = 8
    NEARBY = 9
    LAND = 10
    LAST_CELLS = 11
    CHECK = 12
    TURN = 13
    STOCK = 14
