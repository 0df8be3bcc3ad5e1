# The compiled face of stacks.py.
cimport cython
from strata.core.kernel.state cimport State

cdef int LIGHT_PAWN
cdef int TOWER
cdef int QUEEN
cdef int KING
cdef int KNIGHT
cdef int CANNON
cdef int SHIELD_CHIP
cdef int EMPTY
cdef int SHIELDED
cdef int WALL
cdef int MANA
cdef int PAWN


cdef class Stacks(State):
    cdef unsigned char[101] pawns
    cdef unsigned char[101] uppers
    cdef unsigned char[69] below
    cdef unsigned char[69] chips
    cdef int chips_laid
    cdef int[2] kings
    cdef int[2] mana
    cdef int clock
    cdef unsigned char[101] tops
    cdef unsigned char[101] lifts
    cdef short[101] slices
    cdef unsigned char[101] words
    cdef unsigned long long[16] areas
    cdef int[2] king_tiles
    cdef unsigned long long[101] hashes
    cdef unsigned long long board_hash

    cdef void renew(self, int tile) noexcept nogil
    @cython.final
    cdef void measure(self, int tile, int seat, int most) noexcept nogil
    @cython.final
    cdef unsigned long long stack_hash(self, int tile) noexcept nogil
    cdef int lowest_of(self, int tile, int k) noexcept nogil
    cdef void carry(self, int tile, int target, int k) noexcept nogil
    cdef void rearrange(self, int tile, int seat, int order) noexcept nogil
    cdef int destroyed_below(self, int chip, int owner) noexcept nogil
    cdef int lowest_before(self, int tile, int enemy) noexcept nogil
    cdef void remove_pawn(self, int tile) noexcept nogil
    cdef void remove_chip(self, int tile) noexcept nogil
    cdef void copy_stacks(self, Stacks other) noexcept nogil
