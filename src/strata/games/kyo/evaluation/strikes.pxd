# The compiled face of strikes.py.
from strata.games.kyo.rules.offers cimport Offers

cdef unsigned long long[25600] RUNS
cdef unsigned long long[200] AROUND
cdef unsigned long long[200] LEAPED
cdef unsigned char[128] LENGTHS

cdef void find_goals(Offers state, int seat, unsigned long long* goals) noexcept nogil
cdef bint strikes_king(
    Offers state, int seat, unsigned long long* goals, int tile, int way
) noexcept nogil
