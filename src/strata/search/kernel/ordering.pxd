# The compiled face of ordering.py.
cimport cython
from strata.core.kernel.evaluation cimport Evaluation
from strata.core.kernel.state cimport State

# Ranks: from where on an action is one of these.
cdef enum:
    REMEMBERED = 2000000000
    NOISY = 1000000000
    KILLER = 900000000
    VALUED = 800000000


@cython.final
cdef class Frame:
    cdef State state
    cdef Frame next
    cdef long long[::1] actions
    cdef int[::1] order
    cdef long long* room
    cdef int* ranks
    cdef long long[2] killers
    cdef long long[128] line
    cdef int length
    cdef int bring_forward(self, int number, int count) noexcept nogil
    cdef void keep_line(self, long long action) noexcept nogil


@cython.final
cdef class Ordering:
    cdef Evaluation evaluation
    cdef int[8192] history
    cdef long long[::1] excluded
    cdef int excluded_count
    cdef long long[::1] root_actions
    cdef int[::1] root_values
    cdef int root_count
    cdef unsigned long long root_key
    cdef bint is_excluded(self, long long action) noexcept nogil
    cdef void rank_actions(
        self, Frame frame, int count, long long remembered, int seat
    ) noexcept nogil
    cdef void rank_root(self, Frame frame, int count) noexcept nogil
    cdef int root_place(self, long long action) noexcept nogil
    cdef void note_root(self, long long action, int value) noexcept nogil
    cdef int history_place(self, long long action, int seat) noexcept nogil
    cdef void reward(
        self, Frame frame, long long action, int seat, int depth, int before
    ) noexcept nogil
