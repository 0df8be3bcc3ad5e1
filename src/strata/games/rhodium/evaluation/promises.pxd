# The compiled face of promises.py.
from strata.games.rhodium.rules.phases cimport Phases

cdef int promise_goal(Phases s, int cell, int kind, int theme) noexcept nogil
cdef int promise_move(Phases s, int cell, int target, int k) noexcept nogil
cdef int promise_of_action(Phases s, long long action) noexcept nogil
