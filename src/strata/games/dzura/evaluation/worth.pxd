# The compiled face of worth.py.
from strata.core.kernel.evaluation cimport Evaluation

cdef int ROYAL


cdef class Worth(Evaluation):
    cdef int[33] reach
    cdef int[33] rays
    cdef unsigned long long[33] traits
    cdef int[33] values
    cdef int[33] ranks
    cdef int[33] gains
    cdef int[256] progress
    cdef int[256] closeness
    cdef unsigned long long[256] zones
