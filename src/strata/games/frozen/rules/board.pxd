# The compiled face of board.py.
from strata.core.kernel.state cimport State

cdef int GROUND, SHADOWED, CARRIED, VEILED, DEAD
cdef int ARMED, WOKEN
cdef int FRESH, DOUBLE, MULTI, ACCELERATED, MORPHING, PROMOTING, SIZED, PLACED, CONTROLLED

cdef class Board(State):
    cdef Board spare
    # What lies on the cells.
    cdef unsigned char[256] ground
    cdef unsigned char[256] shadow
    cdef unsigned char[256] wall
    cdef unsigned char[256] trap
    cdef unsigned char[256] tornado
    cdef unsigned char[256] flow
    cdef unsigned char[256] queue_first
    cdef unsigned char[256] queue_last
    cdef unsigned char[256] tomb
    cdef unsigned char[256] rot
    # Units.
    cdef unsigned char[200] kind
    cdef unsigned char[200] owner
    cdef unsigned char[200] place
    cdef unsigned char[200] cell
    cdef unsigned char[200] mate
    cdef unsigned char[200] base
    cdef unsigned char[200] size
    cdef unsigned int[200] kinds
    cdef unsigned char[200] hold
    cdef unsigned char[200] held
    cdef unsigned char[200] along
    cdef unsigned char[200] carrier
    cdef unsigned char[200] par
    cdef unsigned char[200] trapped
    cdef unsigned char[200] stay
    cdef unsigned char[200] delay
    cdef unsigned char[200] travelled
    cdef unsigned char[200] ortho
    cdef unsigned char[200] diag
    cdef unsigned char[200] pieces
    cdef unsigned char[200] pawns
    cdef unsigned char[200] multi
    cdef unsigned char[200] walls
    cdef int units
    cdef int[2] king
    cdef int[36] live
    cdef int[2] traps
    cdef int[2] storms
    cdef int tombs
    # The turn.
    cdef int phase_cell
    cdef int phase_number
    cdef bint phase_shadow
    cdef long long turn
    cdef int mechanics
    cdef long long ply_limit
    # The layers (attacks.py), renewed when they are not fresh.
    cdef bint fresh
    cdef unsigned char[256] frozen
    cdef unsigned char[512] threat
    cdef unsigned char[512] siege
    cdef unsigned char[512] nightmare
    cdef unsigned char[256] protected
    cdef unsigned char[256] guarded
    cdef unsigned char[256] lender
    cdef unsigned char[256] tower
    cdef bint[2] checked
    # What an action did, for the turn that goes on.
    cdef bint attacked
    cdef bint survived
    cdef bint piece_promoted
    # Room for work in progress; never copied.
    cdef unsigned char[1024] cells
    cdef unsigned char[4096] pair_from
    cdef unsigned char[4096] pair_to
    cdef int pairs
    cdef int[256] stamp
    cdef int stamps
    cdef int[256] seen
    cdef int seens
    cdef unsigned char[512] found
    cdef int[512] found_way
    cdef int founds
    cdef int[2048] mark
    cdef int marks
    cdef int[256] listed
    cdef int[256] bounce_at
    cdef int[256] bounce_steps
    cdef short[1040] line_cell
    cdef short[1040] line_from
    cdef unsigned char[1040] line_heading
    cdef unsigned char[1040] line_steps
    cdef unsigned char[1040] line_turned
    cdef unsigned char[64] path
    cdef int path_length
    cdef unsigned char[256] victims
    cdef unsigned char[256] victim_kind
    cdef unsigned char[256] minded
    cdef unsigned char[256] marked
    cdef int[289] sums
    cdef long long[1024] room
    cdef int most
    cdef int met
    cdef bint jester_near

    cdef void copy_from(self, Board other) noexcept nogil

cdef void forget_unit(Board b, int u) noexcept nogil
cdef void set_kind(Board b, int u, int kind) noexcept nogil
cdef void renew_kinds(Board b, int base) noexcept nogil
cdef int first_of(Board b, int base, int kind) noexcept nogil
cdef int member_at(Board b, int base, int index) noexcept nogil
cdef bint is_free(Board b, int c) noexcept nogil
cdef bint is_open_armed(Board b, int c) noexcept nogil
cdef void stand(Board b, int base, int c) noexcept nogil
cdef void leave(Board b, int c) noexcept nogil
cdef void set_place(Board b, int base, int place) noexcept nogil
cdef int last_member(Board b, int base) noexcept nogil
cdef void join(Board b, int base, int arriving) noexcept nogil
cdef void stow(Board b, int carrier, int base, int place) noexcept nogil
cdef void unstow(Board b, int base) noexcept nogil
cdef int room_in(Board b, int base) noexcept nogil
cdef void remove_wall(Board b, int c) noexcept nogil
cdef void raise_wall(Board b, int u, int c) noexcept nogil
cdef void dissolve(Board b, int u) noexcept nogil
cdef void set_trap(Board b, int c, int trap) noexcept nogil
cdef void set_flow(Board b, int c, int flow) noexcept nogil
cdef void set_tornado(Board b, int c, int tornado) noexcept nogil
cdef int new_unit(Board b, int kind, int owner) noexcept nogil
cdef bint more_allowed(Board b, int owner, int kind) noexcept nogil
