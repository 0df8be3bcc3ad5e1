# The compiled face of walls.py.
from strata.games.frozen.rules.board cimport Board

cdef void dissolve_all(Board b, int base) noexcept nogil
cdef void wall_up(Board b, int u, int start) noexcept nogil
cdef void lay_trap(Board b, int base, int c) noexcept nogil
cdef void quake(Board b, int c) noexcept nogil
cdef bint takes_wall(Board b, int c) noexcept nogil
cdef bint can_walltrap(Board b, int c) noexcept nogil
cdef void walltrap(Board b, int u, int c) noexcept nogil
