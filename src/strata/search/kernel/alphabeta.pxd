# The compiled face of alphabeta.py.
cimport cython
from strata.core.kernel.evaluation cimport Evaluation
from strata.search.kernel.leaves cimport Leaves
from strata.search.kernel.ordering cimport Frame, Ordering
from strata.search.kernel.table cimport Table


@cython.final
cdef class AlphaBeta:
    cdef Evaluation evaluation
    cdef Leaves leaves
    cdef bint selective
    cdef Frame top
    cdef Table table
    cdef Ordering ordering
    cdef unsigned long long[::1] path
    cdef int path_length
    cdef int root_length
    cdef unsigned char[4096] filter
    cdef int repetition
    cdef int going_on
    cdef bint is_repeated(self, unsigned long long key) noexcept nogil
    cdef void remember_position(self, unsigned long long key) noexcept nogil
    cdef void forget_position(self) noexcept nogil
    cdef int search(self, Frame frame, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int search_actions(
        self, Frame frame, int depth, int alpha, int beta, int ply
    ) noexcept nogil
    cdef int follow(
        self, Frame frame, int seat, int deeper, int less, int cost,
        int alpha, int beta, int ply, bint first
    ) noexcept nogil
    cdef bint follows_turn(self, Frame frame, int ply) noexcept nogil
    cdef int reduction(self, int depth, int tried, int rank) noexcept nogil
