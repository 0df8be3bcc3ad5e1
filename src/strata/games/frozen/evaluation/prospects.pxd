# The compiled face of prospects.py.
from strata.games.frozen.rules.board cimport Board

cdef int ROYAL

cdef class Prospects:
    cdef int[18] value
    cdef int[2] best
    cdef int[2] total
    cdef int[2] lethal
    cdef int[256] least
    cdef int[256] turned
    cdef unsigned char[256] targets
    cdef int found
    cdef bint[512] reached

    cdef int worth(self, Board b, int base) noexcept nogil
    cdef int destroyed(self, Board b, int c, int seat) noexcept nogil
    cdef int thrown(self, Board b, int c, int seat) noexcept nogil
    cdef int burnt(self, Board b, int c, int seat) noexcept nogil
    cdef void find(self, Board b) noexcept nogil
    cdef void note(self, int seat, int gain) noexcept nogil
    cdef void look_from(self, Board b, int c) noexcept nogil
    cdef void strike(self, Board b, int c, int kind, int price, int count) noexcept nogil
    cdef void aim(self, int t) noexcept nogil
    cdef void use_abilities(self, Board b, int c, int u) noexcept nogil
    cdef void fly(self, Board b, int c, int u) noexcept nogil
    cdef void leap(self, Board b, int c, int u) noexcept nogil
    cdef void weigh_targets(self, Board b) noexcept nogil
    cdef void weigh_tombs(self, Board b) noexcept nogil
    cdef int entangled(self, Board b, int t, int kind) noexcept nogil
