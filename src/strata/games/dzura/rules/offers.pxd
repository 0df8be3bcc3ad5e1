# Derived from offers.py; not kept in the repository.
cimport cython
from strata.games.dzura.rules.board cimport Board

cdef void find_reach(Board board, int tile, unsigned long long* reached) noexcept nogil
cdef bint can_attack(Board board, int tile) noexcept nogil
cdef int add_piece_moves(Board board, long long* actions, int count, int tile, unsigned long long* view) noexcept nogil
cdef int add_moves(Board board, long long* actions, int count, unsigned long long* view) noexcept nogil
cdef int add_king_moves(Board board, long long* actions, int count, unsigned long long* view, bint judged) noexcept nogil
cdef bint can_swap(Board board, int tile, int other, unsigned long long* view, int checks, bint judged) noexcept nogil
cdef int add_swaps(Board board, long long* actions, int count, unsigned long long* view, int checks, bint judged) noexcept nogil
cdef int main_actions(Board board, long long* actions, bint judged) noexcept nogil
cdef bint has_step(Board board) noexcept nogil
cdef int add_facings(Board board, long long* actions) noexcept nogil
