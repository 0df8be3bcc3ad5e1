# The compiled face of weather.py.
from strata.games.frozen.rules.board cimport Board

cdef int offer_weather(Board b, long long* actions, int count, int c, int u) noexcept nogil
cdef void cast_tornado(Board b, int c, int target) noexcept nogil
cdef void cast_avalanche(Board b, int c, int target) noexcept nogil
cdef void blow(Board b) noexcept nogil
cdef void drift(Board b, int c, int to) noexcept nogil
cdef void whirl(Board b, int centre) noexcept nogil
cdef void push_flows(Board b) noexcept nogil
