# The compiled face of leaves.py.
from strata.core.evaluation cimport Evaluation
from strata.search.judging cimport Judging
from strata.search.ordering cimport Frame


cdef class Leaves:
    cdef Evaluation evaluation
    cdef Judging judging
    cdef long long nodes
    cdef long long most_nodes
    cdef bint halted
    cdef bint selective
    cdef int noisy_plies
    cdef int deepest
    cdef int final(self, Frame frame, int ply) noexcept nogil
    cdef int most_followed(self, int left) noexcept nogil
    cdef int quiesce(self, Frame frame, int alpha, int beta, int ply, int left) noexcept nogil
