# Derived from board.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.constants cimport KINDS, TILES
from strata.core.kernel.state cimport State
from strata.games.dzura.rules.lookup cimport Tables

cdef class Board

cdef class Board(State):
    cdef Tables tables
    cdef unsigned short[TILES] tops
    cdef unsigned short[TILES] covered
    cdef unsigned long long[4] own
    cdef unsigned long long[2] barraged
    cdef unsigned long long[2] stacked
    cdef int[2] kings
    cdef unsigned char[2 * KINDS] hands
    cdef int[2] tokens
    cdef int[2] pending
    cdef unsigned long long board_hash
    cdef bint court
    cdef bint rotation
cdef void set_top(Board board, int tile, int piece) noexcept nogil
cdef void set_covered(Board board, int tile, int piece) noexcept nogil
cdef void change_hand(Board board, int seat, int kind, int change) noexcept nogil
cdef void capture(Board board, int piece) noexcept nogil
cdef unsigned long long attackers(Board board, int seat, int word) noexcept nogil
cdef bint is_clear(Board board, int tile, int goal, int delta, int vacated, int filled) noexcept nogil
cdef bint strides_onto(Board board, int variant, int tile, int goal, int vacated, int filled) noexcept nogil
cdef bint attacks(Board board, int variant, int tile, int goal, int vacated, int filled) noexcept nogil
cdef bint in_check(Board board, int seat) noexcept nogil
