# The compiled face of judging.py.
cimport cython
from strata.core.kernel.evaluation cimport Evaluation
from strata.core.kernel.state cimport State


@cython.final
cdef class Judging:
    cdef Evaluation evaluation
    cdef unsigned long long[::1] kept
    cdef int error
    cdef unsigned long long seed
    cdef int judge(self, State state, unsigned long long key) noexcept nogil
