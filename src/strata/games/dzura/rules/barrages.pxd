# The compiled face of barrages.py.
cimport cython
from strata.games.dzura.rules.offers cimport Offers


cdef class Barrages(Offers):
    cdef void targets(self, unsigned long long* tiles) noexcept nogil
    @cython.final
    cdef void add_range(self, int tile, unsigned long long* tiles) noexcept nogil
    cdef int attackers_after(
        self, long long action, unsigned long long* tiles
    ) noexcept nogil
    @cython.final
    cdef void keep_completable(
        self, long long* actions, unsigned long long* tiles
    ) noexcept nogil
    cdef int barrages(self, long long* actions, int count) noexcept nogil
