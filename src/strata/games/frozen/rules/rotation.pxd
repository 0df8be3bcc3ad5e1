# The compiled face of rotation.py.
from strata.games.frozen.rules.board cimport Board

cdef void sum_values(Board b) noexcept nogil
cdef int lead_on(Board b, int c) noexcept nogil
cdef int owned(Board b, int c, int base, int value) noexcept nogil
cdef bint qualifies(Board b, int c, int n) noexcept nogil
cdef void rotate(Board b, int c, int n, int quarters) noexcept nogil
cdef void cycle(Board b, int c, int n, int i, int j) noexcept nogil
cdef int turned_flow(int flow) noexcept nogil
cdef void swap_cells(Board b, int one, int other) noexcept nogil
cdef void settle(Board b, int base, int c) noexcept nogil
cdef void settle_tomb(Board b, int c) noexcept nogil
