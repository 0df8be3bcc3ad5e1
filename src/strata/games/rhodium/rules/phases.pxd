# The compiled face of phases.py.
cimport cython
from strata.games.rhodium.rules.revivals cimport Revivals

cdef int SET
cdef int PLAY
cdef int PLAY_ON
cdef int BREAK
cdef int SACRIFICED
cdef int SCATTERED
cdef int OVER


cdef class Phases(Revivals):
    cdef int place
    cdef int owed
    cdef int balance
    cdef int[2] goals
    cdef int left_kind
    cdef int left_height
    cdef unsigned int left_themes
    cdef int placed
    cdef int veil

    cdef void go_to(self, int seat, int phase, int place) noexcept nogil
    cdef void end(self) noexcept nogil
    cdef bint has_scored(self, int target, int kind, int theme) noexcept nogil
    cdef int placements(self, long long* actions) noexcept nogil
    cdef int relocations(self, long long* actions) noexcept nogil
    cdef void copy_phases(self, Phases other) noexcept nogil
