# The compiled face of harm.py.
from strata.games.frozen.rules.board cimport Board

cdef void inflict(Board b, int base, int n) noexcept nogil
cdef bint is_susceptible(Board b, int base, int c, int source) noexcept nogil
cdef void award(Board b, int u, int t) noexcept nogil
cdef void shorten(Board b, int u, int t, int way) noexcept nogil
