# The compiled face of bits.py: constants and two inline functions of C; there is no module to load.
cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define strata_lowest(bits) ((int)__builtin_ctzll(bits))
    #else
    static int strata_lowest(unsigned long long bits) {
        int place = 0;
        while (!(bits & 1)) { bits >>= 1; place++; }
        return place;
    }
    #endif
    static CYTHON_INLINE int strata_count(unsigned long long bits) {
        bits -= (bits >> 1) & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((bits * 0x0101010101010101ULL) >> 56);
    }
    #define STRATA_ONE 1ULL
    #define STRATA_FULL 0xFFFFFFFFFFFFFFFFULL
    """
    int lowest "strata_lowest"(unsigned long long bits) noexcept nogil
    int count_bits "strata_count"(unsigned long long bits) noexcept nogil
    unsigned long long ONE "STRATA_ONE"
    unsigned long long FULL "STRATA_FULL"

cdef enum:
    NOWHERE = 127

cdef enum:
    MOVE = 0
    SWAP = 1
    DROP = 2
    BARRAGE = 3
    FACE = 4

cdef enum:
    START = 0
    BARRAGED = 1
    ROTATING = 2
    PLACING = 3

cdef enum:
    ALLOWED = 0
    DANGER = 2
    PINNED = 4
    STRIDERS = 6
    PINS = 8
