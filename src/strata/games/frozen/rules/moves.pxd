# The compiled face of moves.py.
from strata.games.frozen.rules.board cimport Board

cdef int PLAIN, CAPTURES, NATIVE, SWAPS, MINDS

cdef int offer_moves(Board b, long long* actions, int count, int c, int u, int mode) noexcept nogil
cdef int offer_captures(Board b, long long* actions, int count, int c, int t, int kind, int way) noexcept nogil
cdef bint can_swap(Board b, int c, int t, int kind) noexcept nogil
cdef int offer_leap_captures(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void move(Board b, int c, int to, int k, int t, int way) noexcept nogil
cdef int find_fire(Board b, int to, int owner) noexcept nogil
cdef int find_entangled(Board b, int c, int to, int t) noexcept nogil
cdef bint path_crosses(Board b) noexcept nogil
cdef void take(Board b, int u, int to, int t, int way, int entangled) noexcept nogil
cdef void poison(Board b, int base, int to, int t, int burnt) noexcept nogil
cdef void jesters_explode(Board b, int to, int t, int count) noexcept nogil
cdef void stun(Board b, int to) noexcept nogil
cdef void swipe(Board b, int owner) noexcept nogil
cdef void kings_check(Board b, int to) noexcept nogil
cdef void leap_capture(Board b, int c, int to, int victim, int t) noexcept nogil
