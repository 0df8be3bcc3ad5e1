# The compiled face of tables.py.
cdef int PAWN, LANCER, FROG, TREBUCHET, BALLISTA, SHIP, ONAGER, CANNON, RAM
cdef int KNIGHT, BISHOP, DRAGON, ROOK, QUEEN, KING, JESTER, CHANCELLOR, TEMPLAR
cdef unsigned int P_BIT, F_BIT, X_BIT, A_BIT, S_BIT, O_BIT, Z_BIT, M_BIT, N_BIT, B_BIT
cdef unsigned int R_BIT, Q_BIT, K_BIT, J_BIT, C_BIT, T_BIT
cdef unsigned int IMMORTAL, NO_CAPTURE, CAPTURING, LENDS_CAPTURE, PULLERS
cdef int MOVES, ATTACKS
cdef int ROTATION, SHADOWS, FUSION, SPAWN_ON, MORPH_ON, MIND_ON, BOUNCE, WALLS, ENTANGLE
cdef int EMPOWER, SWAPSHOT, PULL_ON, PUSH_ON, WEATHER, TRANSFER_ON, EXCHANGE, TELESWAP, PORTAL_ON

cdef short[2048] NEXT
cdef unsigned char[2048] NEAR
cdef unsigned char[256] NEAR_COUNT
cdef unsigned char[36] RIDES
cdef unsigned char[36] ATTACK_RIDES
cdef int[18433] LEAP_START
cdef unsigned char[100000] LEAPS
cdef unsigned long long[36] ATTACK_MASK
cdef unsigned char[18] ORTHO_BOUNCE
cdef unsigned char[18] DIAG_BOUNCE

cdef int distance(int a, int b) noexcept nogil
cdef bint leap_attacks(int kind, int owner, int source, int target) noexcept nogil
cdef int heading_to(int a, int b) noexcept nogil
cdef bint same_colour(int a, int b) noexcept nogil
cdef int forward(int owner, int cell, int steps) noexcept nogil
