# The compiled face of bits.py: inline functions of C; there is no module to load.
cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define kyo_lowest(bits) ((int)__builtin_ctzll(bits))
    #else
    static int kyo_lowest(unsigned long long bits) {
        int place = 0;
        while (!(bits & 1)) { bits >>= 1; place++; }
        return place;
    }
    #endif
    static int kyo_number(unsigned long long bits) {
        bits -= (bits >> 1) & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((bits * 0x0101010101010101ULL) >> 56);
    }
    #define KYO_ONE 1ULL
    """
    int lowest "kyo_lowest"(unsigned long long bits) noexcept nogil
    int number "kyo_number"(unsigned long long bits) noexcept nogil
    unsigned long long ONE "KYO_ONE"
