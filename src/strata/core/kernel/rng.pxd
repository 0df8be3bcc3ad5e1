cdef unsigned long long mix(unsigned long long number) noexcept nogil
cdef unsigned long long stream(unsigned long long seed, unsigned long long index) noexcept nogil

cdef class Random:
    cdef unsigned long long state
    cdef void restart(self, unsigned long long seed, unsigned long long index) noexcept nogil
    cdef unsigned long long draw(self) noexcept nogil
    cdef int below(self, unsigned long long limit) noexcept nogil
