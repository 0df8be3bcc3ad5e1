# The compiled face of offers.py.
cimport cython
from strata.games.dzura.rules.drops cimport Drops


cdef class Offers(Drops):
    cdef int[2] pending

    cdef void reach(self, int tile, unsigned long long* reached) noexcept nogil
    @cython.final
    cdef int piece_moves(
        self, long long* actions, int count, int tile, unsigned long long* view
    ) noexcept nogil
    cdef int moves(self, long long* actions, int count, unsigned long long* view) noexcept nogil
    @cython.final
    cdef int king_moves(
        self, long long* actions, int count, unsigned long long* view, bint judged
    ) noexcept nogil
    @cython.final
    cdef bint can_swap(
        self, int tile, int other, unsigned long long* view, int checks, bint judged
    ) noexcept nogil
    @cython.final
    cdef int swaps(
        self, long long* actions, int count, unsigned long long* view, int checks, bint judged
    ) noexcept nogil
    cdef int main_actions(self, long long* actions, bint judged) noexcept nogil
    cdef bint has_step(self) noexcept nogil
    cdef int facings(self, long long* actions) noexcept nogil
