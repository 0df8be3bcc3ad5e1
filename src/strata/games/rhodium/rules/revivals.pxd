# The compiled face of revivals.py.
cimport cython
from strata.games.rhodium.rules.moves cimport Moves


cdef class Revivals(Moves):
    @cython.final
    cdef int wanted(self) noexcept nogil
    @cython.final
    cdef void bar_around(self, unsigned short* bars, int cell, int bar) noexcept nogil
    @cython.final
    cdef void bar_threats(
        self, unsigned short* bars, int cell, int kinds, int shift
    ) noexcept nogil
    @cython.final
    cdef void find_bars(self, unsigned short* bars, int wanted) noexcept nogil
    @cython.final
    cdef bint diamond_threatens(self, int theme) noexcept nogil
    @cython.final
    cdef int new_threats(self, int cell) noexcept nogil
    @cython.final
    cdef int ways_onto(self, int cell, int theme) noexcept nogil
    @cython.final
    cdef int pile_revivals(
        self, long long* actions, int count, int sort, unsigned short* bars
    ) noexcept nogil
    cdef int revivals(self, long long* actions, int count) noexcept nogil
