# The compiled face of offers.py.
from strata.games.frozen.rules.board cimport Board

cdef bint is_bound(Board b, int c) noexcept nogil
cdef int attack_abilities(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef int other_abilities(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef int offer_detonation(Board b, long long* actions, int count, int c) noexcept nogil
cdef int joining(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef int body_specials(Board b, long long* actions, int count, int c) noexcept nogil
cdef int body_actions(Board b, long long* actions, int count, int c, bint fresh) noexcept nogil
cdef bint is_marked(Board b, int c, int u) noexcept nogil
cdef int going_on(Board b, long long* actions, int count, int c, bint captures) noexcept nogil
cdef int controlled_actions(Board b, long long* actions, int count, int c) noexcept nogil
cdef int shadow_actions(Board b, long long* actions, int count, int c) noexcept nogil
cdef int turn_actions(Board b, long long* actions, int count) noexcept nogil
