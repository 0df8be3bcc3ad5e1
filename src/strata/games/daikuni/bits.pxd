# The compiled face of bits.py: constants and inline functions of C; there is no module to load.
cdef extern from *:
    """
    #define STRATA_ONE 1ULL
    #define STRATA_FULL 0xFFFFFFFFFFFFFFFFULL
    #define STRATA_NOT_FILE_A 0xFEFEFEFEFEFEFEFEULL
    #define STRATA_NOT_FILE_H 0x7F7F7F7F7F7F7F7FULL
    #define STRATA_FILE_A 0x0101010101010101ULL
    #define STRATA_FILE_H 0x8080808080808080ULL
    #define STRATA_RANK_1 0x00000000000000FFULL
    #define STRATA_RANK_8 0xFF00000000000000ULL
    #if defined(__GNUC__) || defined(__clang__)
    #define strata_lowest(bits) ((int)__builtin_ctzll(bits))
    #else
    static int strata_lowest(unsigned long long bits) {
        int place = 0;
        while (!(bits & 1)) { bits >>= 1; place++; }
        return place;
    }
    #endif
    #if defined(__POPCNT__)
    #define strata_count(bits) ((int)__builtin_popcountll(bits))
    #else
    static inline int strata_count(unsigned long long bits) {
        bits -= (bits >> 1) & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((bits * 0x0101010101010101ULL) >> 56);
    }
    #endif
    """
    int lowest "strata_lowest"(unsigned long long bits) noexcept nogil
    int count "strata_count"(unsigned long long bits) noexcept nogil
    unsigned long long ONE "STRATA_ONE"
    unsigned long long FULL "STRATA_FULL"
    unsigned long long NOT_FILE_A "STRATA_NOT_FILE_A"
    unsigned long long NOT_FILE_H "STRATA_NOT_FILE_H"
    unsigned long long FILE_A "STRATA_FILE_A"
    unsigned long long FILE_H "STRATA_FILE_H"
    unsigned long long RANK_1 "STRATA_RANK_1"
    unsigned long long RANK_8 "STRATA_RANK_8"

cdef enum:
    KING = 0
    QUEEN = 1
    SOLDIER = 2
    OFF_BOARD = 64
