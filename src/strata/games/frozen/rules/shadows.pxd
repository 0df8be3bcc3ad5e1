# The compiled face of shadows.py.
from strata.games.frozen.rules.board cimport Board

cdef bint is_dim(Board b, int c) noexcept nogil
cdef bint can_shadow(Board b, int c) noexcept nogil
cdef void fade(Board b, int c, int delay) noexcept nogil
cdef bint can_return(Board b, int c) noexcept nogil
cdef void unshadow(Board b, int c) noexcept nogil
cdef void find_dim_cells(Board b, int c, int u) noexcept nogil
cdef void find_targets(Board b, int c, int u, bint ground) noexcept nogil
cdef bint is_aim(Board b, int c, bint ground) noexcept nogil
cdef void find_lanced(Board b, int c, int reach, bint ground) noexcept nogil
cdef int offer_shadow_moves(Board b, long long* actions, int count, int c, bint loads) noexcept nogil
cdef bint hunts(Board b, int u) noexcept nogil
cdef int offer_shadow_captures(Board b, long long* actions, int count, int c) noexcept nogil
cdef int offer_strikes(Board b, long long* actions, int count, int c) noexcept nogil
cdef void strike(Board b, int c, int target) noexcept nogil
cdef void travel(Board b, int u, int c, int to, int way) noexcept nogil
cdef void shadow_move(Board b, int c, int to, int way) noexcept nogil
cdef void shadow_load(Board b, int c, int to) noexcept nogil
