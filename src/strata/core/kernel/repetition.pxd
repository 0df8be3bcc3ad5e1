cdef class Repetitions:
    cdef unsigned long long[::1] keys
    cdef int[::1] counts
    cdef int size
    cdef int used
    cdef void clear(self) noexcept nogil
    cdef int add(self, unsigned long long key) noexcept nogil
    cdef void grow(self) noexcept nogil
    cdef int slot(self, unsigned long long key) noexcept nogil
