# The compiled face of core/state.py: what playouts, perft and search call without the interpreter.
cdef class State:
    cdef int bound(self) noexcept nogil
    cdef int legal(self, long long* actions) noexcept nogil
    cdef void apply(self, long long action) noexcept nogil
    cdef int outcome(self) noexcept nogil
    cdef int seat(self) noexcept nogil
    cdef bint turn_start(self) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
    cdef void assign(self, State other) noexcept nogil
    cdef bint over(self, long long* room) noexcept nogil
    cdef unsigned long long memo_key(self) noexcept nogil
