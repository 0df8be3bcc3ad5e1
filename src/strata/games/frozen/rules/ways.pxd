# The compiled face of ways.py.
from strata.games.frozen.rules.board cimport Board

cdef void find(Board b, int c, int way) noexcept nogil
cdef void begin_search(Board b) noexcept nogil
cdef void free_cells(Board b, int c, int kind, int owner, int ortho, int diag) noexcept nogil
cdef void pawn_cells(Board b, int c, int owner, bint marked) noexcept nogil
cdef void struck_bodies(Board b, int c, int kind, int owner, int ortho, int diag, bint loaded) noexcept nogil
cdef void lanced_bodies(Board b, int c, int diag) noexcept nogil
cdef void joined_bodies(Board b, int c, int kind, int owner, int ortho, int diag) noexcept nogil
cdef bint borrows(Board b, int c, int u) noexcept nogil
cdef void find_moves(Board b, int c, int u, bint lent) noexcept nogil
cdef void steal(Board b, int c, int u) noexcept nogil
cdef bint captures(Board b, int c, int u) noexcept nogil
cdef void find_strikes(Board b, int c, int u, bint lent) noexcept nogil
cdef void trace_path(Board b, int c, int to, int u, int way) noexcept nogil
