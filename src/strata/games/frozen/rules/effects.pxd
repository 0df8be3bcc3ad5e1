# The compiled face of effects.py.
from strata.games.frozen.rules.board cimport Board

cdef void perform(Board b, long long code) noexcept nogil
cdef void attack(Board b, int op, int c, int to, int t) noexcept nogil
cdef void use_ability(Board b, int op, int c, int to) noexcept nogil
cdef void use_special(Board b, int op, int c, int to, int third, int k) noexcept nogil
