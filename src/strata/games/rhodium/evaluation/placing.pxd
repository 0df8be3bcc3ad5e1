# The compiled face of placing.py.
from strata.games.rhodium.rules.phases cimport Phases

cdef void measure_set_up(Phases s, int* features) noexcept nogil
cdef int promise_place(Phases s, int target) noexcept nogil
