# Derived from safety.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.board cimport Board

cdef void overlook(unsigned long long* view) noexcept nogil
cdef int survey(Board board, unsigned long long* view) noexcept nogil
cdef void require(unsigned long long* view, int tile) noexcept nogil
cdef int survey_lines(Board board, unsigned long long* view, int tile, unsigned long long lines) noexcept nogil
cdef void pin(unsigned long long* view, int tile, unsigned long long low, unsigned long long high) noexcept nogil
cdef bint stays_occupied(Board board, int tile) noexcept nogil
cdef bint is_safe(Board board, unsigned long long* view, int tile, int vacated) noexcept nogil
cdef void find_checking_tiles(Board board, int variant, unsigned long long* tiles) noexcept nogil
