# Derived from worth.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.constants cimport KINDS, TILES

cdef class Worth

@cython.final
cdef class Worth:
    cdef int[KINDS] reach
    cdef int[KINDS] rays
    cdef unsigned long long[KINDS] traits
    cdef int[KINDS] values
    cdef int[KINDS] ranks
    cdef int[KINDS] gains
    cdef int[2 * TILES] progress
    cdef int[2 * TILES] closeness
    cdef unsigned long long[2 * TILES] zones
