# The compiled face of fusion.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_fusions(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void fuse(Board b, int c, int to, int k, int way) noexcept nogil
cdef int offer_defusions(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void defuse(Board b, int c, int to, int k, int way) noexcept nogil
cdef void part(Board b, int base, int u, int c) noexcept nogil
