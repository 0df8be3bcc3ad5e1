# The compiled face of moves.py.
cimport cython
from strata.games.rhodium.rules.piles cimport Piles

cdef long long PLACE
cdef long long MOVE
cdef long long DISMANTLE
cdef long long SACRIFICE
cdef long long REVIVE
cdef long long RELOCATE
cdef int KIND_SHIFT


cdef class Moves(Piles):

    @cython.final
    cdef unsigned int welcome(self, int man) noexcept nogil
    @cython.final
    cdef int silver_moves(self, long long* actions, int count, int cell) noexcept nogil
    @cython.final
    cdef int near_moves(
        self, long long* actions, int count, int cell, unsigned char* targets
    ) noexcept nogil
    @cython.final
    cdef int titanium_moves(self, long long* actions, int count, int cell) noexcept nogil
    @cython.final
    cdef int group_moves(self, long long* actions, int count, int cell) noexcept nogil
    @cython.final
    cdef int diamond_targets(self, unsigned char* cells) noexcept nogil
    @cython.final
    cdef int diamond_actions(
        self, long long* actions, int count, unsigned char* own, int owned
    ) noexcept nogil
    cdef int main_moves(self, long long* actions) noexcept nogil
