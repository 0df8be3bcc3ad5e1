# The compiled face of forces.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_pulls(Board b, long long* actions, int count, int c) noexcept nogil
cdef bint can_pull(Board b, int c) noexcept nogil
cdef bint rides_to(Board b, int c, int u, int heading) noexcept nogil
cdef bint pulls(Board b, int c, int t, int heading, int steps) noexcept nogil
cdef int offer_lengths(Board b, long long* actions, int count, int c, int t, int back) noexcept nogil
cdef void pull(Board b, int c, int target, int n) noexcept nogil
cdef int offer_pushes(Board b, long long* actions, int count, int c) noexcept nogil
cdef bint can_push(Board b, int base, int other, int far) noexcept nogil
cdef void push(Board b, int c, int target) noexcept nogil
