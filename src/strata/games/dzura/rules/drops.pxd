# Derived from drops.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.board cimport Board

cdef void smear(unsigned long long* tiles, unsigned long long* passable, int seat) noexcept nogil
cdef void find_open_tiles(Board board, unsigned long long* tiles) noexcept nogil
cdef void bar_columns(Board board, int kind, unsigned long long* tiles) noexcept nogil
cdef bint may_face(Board board, int kind, int before, int facing) noexcept nogil
cdef void bar_checks(Board board, int kind, unsigned long long* tiles) noexcept nogil
cdef int add_drops(Board board, long long* actions, int count, unsigned long long* view) noexcept nogil
