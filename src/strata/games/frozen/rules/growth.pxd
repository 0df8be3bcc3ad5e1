# The compiled face of growth.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_transfers(Board b, long long* actions, int count, int c) noexcept nogil
cdef void transfer(Board b, int c, int target) noexcept nogil
cdef bint can_morph(Board b, int c) noexcept nogil
cdef int offer_kinds(Board b, long long* actions, int count, int owner, int own_kind) noexcept nogil
cdef void morph(Board b, int c, int kind) noexcept nogil
cdef void promote(Board b, int c, int kind) noexcept nogil
cdef bint on_last_rank(Board b, int c) noexcept nogil
cdef int offer_spawns(Board b, long long* actions, int count, int c) noexcept nogil
cdef void spawn(Board b, int c, int target) noexcept nogil
