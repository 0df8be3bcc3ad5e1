# The compiled face of legality.py.
from strata.games.frozen.rules.board cimport Board

cdef bint king_is_dead(Board b) noexcept nogil
cdef int list_legal(Board b, long long* actions) noexcept nogil
cdef bint has_legal(Board b) noexcept nogil
cdef int list_offers(Board b, long long* actions) noexcept nogil
cdef int fresh_offers(Board b, long long* actions) noexcept nogil
cdef void look_around(Board b) noexcept nogil
cdef bint is_legal(Board b, long long code, int phase) noexcept nogil
cdef bint is_safe(Board b, long long code, int phase, bint unchecked) noexcept nogil
cdef bint is_risky(Board b, long long code, int phase) noexcept nogil
cdef bint has_turn(Board b, int c, int n, int quarters) noexcept nogil
cdef int checking_cell(Board b) noexcept nogil
cdef bint touches(int c, int n, int one, int other) noexcept nogil
cdef int offer_rotations(Board b, long long* actions, int count) noexcept nogil
cdef int offer_blocks(Board b, long long* actions) noexcept nogil
cdef int offer_turns(Board b, long long* actions) noexcept nogil
cdef int offer_minds(Board b, long long* actions, int count) noexcept nogil
