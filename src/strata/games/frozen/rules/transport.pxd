# The compiled face of transport.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_loads(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void load(Board b, int c, int to, int k, int way) noexcept nogil
cdef int offer_unloads(Board b, long long* actions, int count, int c, int base, bint veiled) noexcept nogil
cdef bint takes_cargo(Board b, int cargo, int t) noexcept nogil
cdef void unload(Board b, int base, int number, int t) noexcept nogil
cdef int numbered(Board b, int base, int number) noexcept nogil
