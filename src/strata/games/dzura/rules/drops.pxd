# The compiled face of drops.py.
cimport cython
from strata.games.dzura.rules.safety cimport Safety


cdef class Drops(Safety):
    @cython.final
    cdef void smear(
        self, unsigned long long* tiles, unsigned long long* passable, int seat
    ) noexcept nogil
    @cython.final
    cdef void open_tiles(self, unsigned long long* tiles) noexcept nogil
    @cython.final
    cdef void bar_columns(self, int kind, unsigned long long* tiles) noexcept nogil
    @cython.final
    cdef void bar_checks(self, int kind, unsigned long long* tiles) noexcept nogil
    cdef bint may_face(self, int kind, int before, int facing) noexcept nogil
    cdef int drops(self, long long* actions, int count, unsigned long long* view) noexcept nogil
