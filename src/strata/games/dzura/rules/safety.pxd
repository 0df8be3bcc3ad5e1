# The compiled face of safety.py.
cimport cython
from strata.games.dzura.rules.board cimport Board


cdef class Safety(Board):
    cdef int survey(self, unsigned long long* view) noexcept nogil
    cdef void overlook(self, unsigned long long* view) noexcept nogil
    @cython.final
    cdef void require(self, unsigned long long* view, int tile) noexcept nogil
    @cython.final
    cdef int survey_lines(
        self, unsigned long long* view, int tile, unsigned long long lines
    ) noexcept nogil
    @cython.final
    cdef void pin(
        self,
        unsigned long long* view,
        int tile,
        unsigned long long low,
        unsigned long long high,
    ) noexcept nogil
    cdef bint stays_occupied(self, int tile) noexcept nogil
    cdef bint is_safe(self, unsigned long long* view, int tile, int vacated) noexcept nogil
    cdef void checking_tiles(self, int variant, unsigned long long* tiles) noexcept nogil
