# The compiled face of nodes.py.
cimport cython

# What is certain of a node: nothing, or 1 + the winner, or a draw.
cdef enum:
    UNKNOWN = 0
    DRAW = 3


@cython.final
cdef class Nodes:
    cdef long long[::1] actions
    cdef int[::1] visits
    cdef double[::1] totals
    cdef float[::1] priors
    cdef int[::1] firsts
    cdef int[::1] counts
    cdef signed char[::1] seats
    cdef signed char[::1] certain
    cdef int size
    cdef int used
    cdef void clear(self, int node, long long action, double prior) noexcept nogil
    cdef void take(self, Nodes other, int source, int target) noexcept nogil
    cdef double mean(self, int node, int seat) noexcept nogil
    cdef bint is_better(self, int node, int other, int seat) noexcept nogil
    cdef double certain_value(self, int node) noexcept nogil
    cdef int conclusion(self, int node) noexcept nogil
