# The compiled face of attacks.py.
from strata.games.frozen.rules.board cimport Board

cdef bint beside_king(Board b, int base, int c) noexcept nogil
cdef bint is_hindered(Board b, int c, bint gaze) noexcept nogil
cdef int attack_cells(Board b, int u, int c) noexcept nogil
cdef int lancer_cells(Board b, int c, int reach, int count) noexcept nogil
cdef bint unit_attacks(Board b, int u, int c, int target) noexcept nogil
cdef bint lancer_attacks(Board b, int c, int reach, int target) noexcept nogil
cdef void renew_layers(Board b) noexcept nogil
cdef void find_frozen(Board b) noexcept nogil
cdef void find_nightmares(Board b) noexcept nogil
cdef int first_of_knights(Board b, int base) noexcept nogil
cdef void find_threats(Board b) noexcept nogil
cdef void find_guards(Board b) noexcept nogil
cdef bint under_knightmare(Board b, int c) noexcept nogil
cdef bint in_check(Board b, int seat) noexcept nogil
cdef bint gives_check(Board b, int c, int target) noexcept nogil
cdef bint pawn_is_marked(Board b, int c) noexcept nogil
cdef bint may_engage(Board b, int kind, int base) noexcept nogil
cdef bint is_shielded(Board b, int e, int f) noexcept nogil
cdef bint may_capture(Board b, int kind, int f, int e, int t) noexcept nogil
cdef bint may_capture_some(Board b, int kind, int f, int e) noexcept nogil
