# The compiled face of tombs.py.
from strata.games.frozen.rules.board cimport Board

cdef void bury(Board b, int u, int c) noexcept nogil
cdef void die(Board b, int base, int c) noexcept nogil
cdef void kill_ground(Board b, int c) noexcept nogil
cdef void explode(Board b, int c, int radius) noexcept nogil
cdef void arrive(Board b, int base, int c, bint onto_tomb) noexcept nogil
cdef void cross(Board b, int base, int c) noexcept nogil
cdef void let_rot(Board b) noexcept nogil
cdef bint can_respawn(Board b, int c) noexcept nogil
cdef bint seen_by_ballista(Board b, int c, int enemy) noexcept nogil
cdef void respawn(Board b, int c) noexcept nogil
