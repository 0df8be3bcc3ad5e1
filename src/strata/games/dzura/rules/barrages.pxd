# Derived from barrages.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.board cimport Board

cdef void add_range(Board board, int tile, unsigned long long* tiles) noexcept nogil
cdef void find_targets(Board board, unsigned long long* tiles) noexcept nogil
cdef int find_attackers_after(Board board, long long action, unsigned long long* tiles) noexcept nogil
cdef void keep_completable(Board board, long long* actions, unsigned long long* tiles) noexcept nogil
cdef int add_barrages(Board board, long long* actions, int count) noexcept nogil
