# The compiled face of offers.py.
cimport cython
from strata.games.kyo.rules.stacks cimport Stacks

cdef long long MOVE
cdef long long CHIPS
cdef long long ATTACK
cdef long long SHOT
cdef long long SHUFFLE
cdef long long END
cdef int START
cdef int BEFORE
cdef int MANA_MOVES
cdef int DEPLOYING
cdef int NO_DIRECTION


cdef class Offers(Stacks):
    cdef int tile
    cdef int direction
    cdef int mana_moves_made
    cdef bint on_enemy
    cdef bint shuffled

    cdef void forget_turn(self) noexcept nogil
    @cython.final
    cdef bint outnumbers(self, int tile, int target) noexcept nogil
    @cython.final
    cdef int light_pawn_moves(self, long long* actions, int count, int tile) noexcept nogil
    @cython.final
    cdef int pawn_moves(self, long long* actions, int count, int tile, int first) noexcept nogil
    @cython.final
    cdef int mana_moves(self, long long* actions, int count, int tile, int previous) noexcept nogil
    @cython.final
    cdef int chip_moves(
        self, long long* actions, int count, int tile, unsigned long long ways
    ) noexcept nogil
    @cython.final
    cdef unsigned long long chip_ways(self, int tile) noexcept nogil
    cdef int shields_on_top(self, int tile) noexcept nogil
    @cython.final
    cdef int shuffles(self, long long* actions, int count, int tile) noexcept nogil
    @cython.final
    cdef int shots(self, long long* actions, int count, int tile) noexcept nogil
    @cython.final
    cdef int stack_actions(self, long long* actions, int count, int tile) noexcept nogil
    cdef int turn_actions(self, long long* actions) noexcept nogil
    cdef int start_actions(self, long long* actions) noexcept nogil
    cdef bint has_choice(self) noexcept nogil
    cdef bint has_open_step(self) noexcept nogil
