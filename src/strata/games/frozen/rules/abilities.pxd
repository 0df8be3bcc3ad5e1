# The compiled face of abilities.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_jumps(Board b, long long* actions, int count, int c) noexcept nogil
cdef void go(Board b, int c, int to) noexcept nogil
cdef int offer_conversions(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void convert(Board b, int c, int target) noexcept nogil
cdef int offer_exchanges(Board b, long long* actions, int count, int owner) noexcept nogil
cdef void exchange(Board b, int target) noexcept nogil
cdef int offer_walltraps(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef int offer_teleswaps(Board b, long long* actions, int count, int c) noexcept nogil
cdef void change_places(Board b, int c, int target) noexcept nogil
cdef int offer_paralyses(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef int offer_portal(Board b, long long* actions, int count, int c) noexcept nogil
cdef bint protects_chancellor(Board b, int c) noexcept nogil
