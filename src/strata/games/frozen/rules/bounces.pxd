# The compiled face of bounces.py.
from strata.games.frozen.rules.board cimport Board

cdef int LEAP, RIDE, BOUNCED, LANCE

cdef void find_bounces(Board b, int c, int u) noexcept nogil
cdef int search(Board b, int start, int ways, int reach, int goal, int kind) noexcept nogil
cdef void note(Board b, int c, int steps, int kind) noexcept nogil
cdef void trace_bounce(Board b, int start, int u, int kind, int goal) noexcept nogil
