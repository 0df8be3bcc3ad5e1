# The compiled face of board.py.
cimport cython
from strata.core.kernel.state cimport State
from strata.games.dzura.rules.lookup cimport Tables


cdef class Board(State):
    cdef Tables tables
    cdef unsigned short[128] tops
    cdef unsigned short[128] covered
    cdef unsigned long long[4] own
    cdef unsigned long long[2] barraged
    cdef unsigned long long[2] stacked
    cdef int[2] kings
    cdef unsigned char[66] hands
    cdef int[2] tokens
    cdef unsigned long long board_hash
    cdef bint court
    cdef bint rotation

    cdef void set_top(self, int tile, int piece) noexcept nogil
    cdef void set_covered(self, int tile, int piece) noexcept nogil
    cdef void change_hand(self, int seat, int kind, int change) noexcept nogil
    cdef void capture(self, int piece) noexcept nogil
    cdef unsigned long long attackers(self, int seat, int word) noexcept nogil
    @cython.final
    cdef bint is_clear(self, int tile, int goal, int delta, int vacated, int filled) noexcept nogil
    cdef bint strides_onto(
        self, int variant, int tile, int goal, int vacated, int filled
    ) noexcept nogil
    cdef bint attacks(
        self, int variant, int tile, int goal, int vacated, int filled
    ) noexcept nogil
    cdef bint in_check(self, int seat) noexcept nogil
    cdef void copy_board(self, Board other) noexcept nogil
