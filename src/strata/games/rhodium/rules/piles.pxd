# The compiled face of piles.py.
cimport cython
from strata.core.kernel.state cimport State

cdef unsigned long long FULL
cdef unsigned long long ONE
cdef int RHODIUM
cdef int PLATINUM
cdef int TITANIUM
cdef int DIAMOND
cdef int GOLD
cdef int SILVER
cdef int FIRST_MAN
cdef int WALL
cdef unsigned char[808] STEPS
cdef unsigned char[800] LEAPS
cdef unsigned char[10000] RINGS
cdef unsigned char[1000] RING_ENDS


cdef class Piles(State):
    cdef unsigned char[101] men
    cdef unsigned char[101] heights
    cdef unsigned int[101] themes
    cdef unsigned long long[2] yards
    cdef unsigned long long board_hash

    @cython.final
    cdef unsigned long long pile_hash(self, int cell) noexcept nogil
    @cython.final
    cdef int top_theme(self, int cell) noexcept nogil
    @cython.final
    cdef unsigned int lift(self, int cell, int k) noexcept nogil
    @cython.final
    cdef void land(self, int cell, int man, int k, unsigned int group) noexcept nogil
    @cython.final
    cdef void slip_under(self, int cell, unsigned int theme) noexcept nogil
    @cython.final
    cdef void clear(self, int cell) noexcept nogil
    @cython.final
    cdef void bury(self, int seat, int kind, int theme) noexcept nogil
    @cython.final
    cdef int nearest_empty(self, long long* actions, int cell, long long base) noexcept nogil
    @cython.final
    cdef void copy_piles(self, Piles other) noexcept nogil
