# The compiled face of digest.py.
from strata.games.frozen.rules.board cimport Board

cdef unsigned long long chain(unsigned long long number, unsigned long long part) noexcept nogil
cdef unsigned long long body_key(Board b, unsigned long long number, int base) noexcept nogil
cdef unsigned long long position_digest(Board b) noexcept nogil
