# The compiled face of turns.py.
from strata.games.frozen.rules.board cimport Board

cdef void play(Board b, long long code) noexcept nogil
cdef void enter(Board b, int phase, int c, int number, bint shadow) noexcept nogil
cdef void after_move(Board b, int to, int k, bint besieged, bint haunted) noexcept nogil
cdef void go_on(Board b, int to, int multi, int march, bint shadow) noexcept nogil
cdef void after_capture(Board b, int to, int k) noexcept nogil
cdef void end_turn(Board b) noexcept nogil
cdef void count_down(Board b) noexcept nogil
