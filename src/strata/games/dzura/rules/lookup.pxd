# The compiled face of tables.py.
cdef class Tables:
    cdef readonly unsigned long long identity
    cdef readonly int tiles
    cdef readonly int kinds
    cdef int words
    cdef unsigned long long[2] board
    cdef unsigned long long[4] near_line
    cdef unsigned long long[4] far_line
    cdef short[128] coordinates
    cdef short[128] places
    cdef unsigned char[1369] tile_at
    cdef unsigned char[33] mobility
    cdef unsigned char[198] kind_of
    cdef unsigned char[198] royal
    cdef unsigned char[33] plain
    cdef unsigned char[33] promotes
    cdef unsigned char[33] column_rule
    cdef unsigned char[33] target_moves
    cdef unsigned char[198] stride_counts
    cdef short[11880] strides
    cdef unsigned long long[50688] steps
    cdef unsigned long long[50688] ranges
    cdef unsigned long long[123750] lines
