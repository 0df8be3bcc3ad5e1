# The compiled face of land.py.
cimport cython
from strata.core.kernel.state cimport State


cdef class Land(State):
    cdef unsigned long long[2] tiles
    cdef int[2] laid
    cdef unsigned long long[2] standing
    cdef int[6] places
    cdef unsigned long long[6] chains
    cdef bint entries_first
    cdef bint tiles_block
    cdef int stock

    @cython.final
    cdef void set_piece(self, int seat, int kind, int cell) noexcept nogil
    @cython.final
    cdef void lay_tile(self, int seat, int cell) noexcept nogil
    @cython.final
    cdef unsigned long long destinations(self, int seat, int kind) noexcept nogil
    @cython.final
    cdef bint has_waiting(self, int seat) noexcept nogil
    @cython.final
    cdef unsigned long long blockers(self) noexcept nogil
    @cython.final
    cdef unsigned long long blockers_without(
        self, int seat, int kind, unsigned long long blockers
    ) noexcept nogil
    @cython.final
    cdef unsigned long long candidates(
        self, int seat, int kind, unsigned long long blockers
    ) noexcept nogil
    @cython.final
    cdef unsigned long long king_safe(
        self, int seat, int kind, unsigned long long blockers
    ) noexcept nogil
    @cython.final
    cdef unsigned long long endings(
        self, int seat, int kind, unsigned long long blockers
    ) noexcept nogil
    @cython.final
    cdef bint is_checked(self, int seat, unsigned long long blockers) noexcept nogil
    @cython.final
    cdef bint soldier_goes(self, int seat) noexcept nogil
    @cython.final
    cdef void copy_land(self, Land other) noexcept nogil
