# Derived from lookup.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.constants cimport GRID, KINDS, MOST_VECTORS, SPANS, TILES, VARIANTS

cdef class Tables

@cython.final
cdef class Tables:
    cdef readonly int tiles
    cdef readonly int kinds
    cdef int words
    cdef unsigned long long[2] board
    cdef unsigned long long[4] near_line
    cdef unsigned long long[4] far_line
    cdef short[TILES] coordinates
    cdef short[TILES] places
    cdef unsigned char[GRID] tile_at
    cdef unsigned char[KINDS] mobility
    cdef unsigned char[VARIANTS] kind_of
    cdef unsigned char[VARIANTS] royal
    cdef unsigned char[KINDS] plain
    cdef unsigned char[KINDS] promotes
    cdef unsigned char[KINDS] column_rule
    cdef unsigned char[KINDS] target_moves
    cdef unsigned char[VARIANTS] stride_counts
    cdef short[MOST_VECTORS * VARIANTS] strides
    cdef unsigned long long[2 * TILES * VARIANTS] steps
    cdef unsigned long long[2 * TILES * VARIANTS] ranges
    cdef unsigned long long[SPANS * VARIANTS] lines
