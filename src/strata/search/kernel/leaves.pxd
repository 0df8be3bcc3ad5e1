# The compiled face of leaves.py.
cimport cython
from strata.core.kernel.evaluation cimport Evaluation
from strata.core.kernel.state cimport State
from strata.search.kernel.judging cimport Judging
from strata.search.kernel.ordering cimport Frame

cdef enum:
    NOISY_PLIES = 12  # the furthest that noisy actions are followed
    NOISY_A_DEPTH = 4  # how much further with each depth after the first


@cython.final
cdef class Leaves:
    cdef Evaluation evaluation
    cdef Judging judging
    cdef long long nodes
    cdef long long most_nodes
    cdef bint halted
    cdef bint selective
    cdef int noisy_plies
    cdef int deepest
    cdef void begin_depth(self, int depth) noexcept nogil
    cdef int settle(self, Frame frame, State state) noexcept nogil
    cdef bint look(self) noexcept nogil
    cdef int final(self, Frame frame, int ply) noexcept nogil
    cdef int most_followed(self, int left) noexcept nogil
    cdef int quiesce(self, Frame frame, int alpha, int beta, int ply, int left) noexcept nogil
