# The compiled face of evaluation.py: the places of the features.
cdef enum:
    KING_WAITING = 0
    KING_ESCAPES = 1
    KING_CORNERED = 2
    KING_EDGE = 3
    QUEEN_WAITING = 4
    QUEEN_CELLS = 5
    SOLDIER_WAITING = 6
    SOLDIER_CELLS = 7
    SOLDIER_TIED = 8
    REACH = 9
    LAST_CELLS = 10
    THREATS = 11
    CHECK = 12
    TURN = 13
    LAND = 14
    STOCK = 15
