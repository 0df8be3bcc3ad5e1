# The compiled face of siege.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_treb(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void treb(Board b, int c, int target) noexcept nogil
cdef int offer_shots(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void shoot(Board b, int c, int target) noexcept nogil
cdef bint can_throw(Board b, int c, int owner) noexcept nogil
cdef void throw(Board b, int c, int owner) noexcept nogil
cdef int offer_blasts(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void blast(Board b, int c, int target, int t) noexcept nogil
cdef int offer_quakes(Board b, long long* actions, int count, int c) noexcept nogil
