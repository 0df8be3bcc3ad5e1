# The compiled face of alphabeta.py.
cimport cython
from strata.core.evaluation cimport Evaluation
from strata.core.state cimport State

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define STRATA_FETCH(address) __builtin_prefetch(address)
    #else
    #define STRATA_FETCH(address) ((void)(address))
    #endif
    """
    void fetch "STRATA_FETCH"(const void* address) noexcept nogil


@cython.final
cdef class Frame:
    cdef State state
    cdef Frame next
    cdef long long[::1] actions
    cdef int[::1] order
    cdef long long* room
    cdef int* ranks
    cdef long long[2] killers
    cdef long long[128] line
    cdef int length

@cython.final
cdef class AlphaBeta:
    cdef Evaluation evaluation
    cdef Frame top
    cdef unsigned long long[::1] entries
    cdef unsigned long long* slots
    cdef unsigned long long mask
    cdef int age
    cdef int[8192] history
    cdef unsigned long long[::1] path
    cdef int path_length
    cdef int root_length
    cdef unsigned char[4096] filter
    cdef int repetition
    cdef long long nodes
    cdef long long most_nodes
    cdef bint halted
    cdef long long[::1] excluded
    cdef int excluded_count
    cdef long long[::1] root_actions
    cdef int[::1] root_values
    cdef int root_count
    cdef unsigned long long root_key
    cdef bint selective
    cdef int noisy_plies
    cdef int noise
    cdef unsigned long long noise_seed
    cdef int deepest
    cdef int judge(self, Frame frame) noexcept nogil
    cdef int final(self, Frame frame, int ply) noexcept nogil
    cdef bint is_repeated(self, unsigned long long key) noexcept nogil
    cdef void remember_position(self, unsigned long long key) noexcept nogil
    cdef void forget_position(self) noexcept nogil
    cdef int search(self, Frame frame, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int search_actions(
        self, Frame frame, int depth, int alpha, int beta, int ply
    ) noexcept nogil
    cdef int quiesce(self, Frame frame, int alpha, int beta, int ply, int left) noexcept nogil
    cdef bint follows_turn(self, Frame frame, int ply) noexcept nogil
    cdef int reduction(self, int depth, int tried, int rank) noexcept nogil
    cdef bint is_excluded(self, long long action) noexcept nogil
    cdef int history_place(self, long long action, int seat) noexcept nogil
    cdef void rank_actions(
        self, Frame frame, int count, long long remembered, int seat
    ) noexcept nogil
    cdef void rank_root(self, Frame frame, int count) noexcept nogil
    cdef int root_place(self, long long action) noexcept nogil
    cdef void note_root(self, long long action, int value) noexcept nogil
    cdef int bring_forward(self, Frame frame, int number, int count) noexcept nogil
    cdef void reward(
        self, Frame frame, long long action, int seat, int depth, int before
    ) noexcept nogil
    cdef void keep_line(self, Frame frame, long long action) noexcept nogil
    cdef unsigned long long pair_of(self, unsigned long long key) noexcept nogil
    cdef unsigned long long place_of(self, unsigned long long key) noexcept nogil
    cdef void to_table(
        self, unsigned long long place, unsigned long long key, long long action,
        int value, int depth, int ply, int floor, int beta
    ) noexcept nogil
    cdef int from_table(self, int value, int ply) noexcept nogil
    cdef int settle(self, State state) noexcept nogil
