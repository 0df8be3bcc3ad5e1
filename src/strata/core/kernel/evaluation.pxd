# The compiled face of core/evaluation.py: what search calls without the interpreter.
from strata.core.kernel.state cimport State

cdef class Evaluation:
    cdef readonly tuple names
    cdef readonly int size
    cdef int phase
    cdef public bint between_turns
    cdef public int breadth
    cdef int[100] weights
    cdef int[100] room
    cdef void measure(self, State state, int* features) noexcept nogil
    cdef int promise(self, State state, long long action) noexcept nogil
    cdef void promises(
        self, State state, long long* actions, int count, int* ranks
    ) noexcept nogil
    cdef int noisy(self, State state, long long* actions, int* ranks) noexcept nogil
    cdef bint is_quiet(self, State state) noexcept nogil
    cdef int score(self, State state) noexcept nogil
