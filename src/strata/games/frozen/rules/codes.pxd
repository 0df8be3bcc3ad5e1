# The compiled face of codes.py.
from strata.games.frozen.rules.board cimport Board

cdef int END
cdef int MOVE
cdef int CAPTURE
cdef int LEAP_CAPTURE
cdef int FUSE
cdef int LOAD
cdef int DEFUSE
cdef int UNLOAD
cdef int CONVERT
cdef int SHOOT
cdef int PARA
cdef int TREB
cdef int QUAKE
cdef int THROW
cdef int BLAST
cdef int JUMP
cdef int WALLTRAP
cdef int DETON
cdef int TELE
cdef int PORTAL
cdef int TORNADO
cdef int AVAL
cdef int EXCH
cdef int TRANSFER
cdef int SPAWN
cdef int SWAP
cdef int PUSH
cdef int PULL
cdef int SHADOW
cdef int UNSHADOW
cdef int STRIKE
cdef int RESPAWN
cdef int PROMOTE
cdef int MORPH
cdef int KIND
cdef int ROT
cdef int AT
cdef int TURN
cdef int MIND
cdef int VEILED_MOVE
cdef int VEILED_CAPTURE
cdef int VEILED_LOAD
cdef int VEILED_UNLOAD

cdef long long pack(int op, int a, int to, int third) noexcept nogil
cdef int put(Board b, long long* actions, int count, int op, int a, int to, int third) noexcept nogil
cdef int put_move(Board b, long long* actions, int count, int op, int a, int to, int third, int k, int t, int way) noexcept nogil
