# The compiled face of table.py.
cimport cython

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define STRATA_FETCH(address) __builtin_prefetch(address)
    #else
    #define STRATA_FETCH(address) ((void)(address))
    #endif
    """
    void fetch "STRATA_FETCH"(const void* address) noexcept nogil


@cython.final
cdef class Table:
    cdef unsigned long long[::1] entries
    cdef unsigned long long* slots
    cdef unsigned long long mask
    cdef int age
    cdef unsigned long long pair_of(self, unsigned long long key) noexcept nogil
    cdef void expect(self, unsigned long long key) noexcept nogil
    cdef unsigned long long place_of(self, unsigned long long key) noexcept nogil
    cdef bint decides(
        self, unsigned long long place, int depth, int ply, int alpha, int beta
    ) noexcept nogil
    cdef int value_at(self, unsigned long long place, int ply) noexcept nogil
    cdef bint is_only(self, unsigned long long place) noexcept nogil
    cdef void keep(
        self, unsigned long long place, unsigned long long key, long long action,
        int value, int depth, int ply, int floor, int beta, bint only
    ) noexcept nogil
