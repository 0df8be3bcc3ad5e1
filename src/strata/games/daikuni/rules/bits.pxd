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
    #define strata_highest(bits) (63 ^ (int)__builtin_clzll(bits))
    #else
    static int strata_lowest(unsigned long long bits) {
        int place = 0;
        while (!(bits & 1)) { bits >>= 1; place++; }
        return place;
    }
    static int strata_highest(unsigned long long bits) {
        int place = 0;
        while (bits >>= 1) place++;
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
    int highest "strata_highest"(unsigned long long bits) noexcept nogil
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


cdef inline unsigned long long cell_bit(int cell) noexcept nogil:
    return 0 if cell == OFF_BOARD else ONE << cell


cdef inline unsigned long long touching(unsigned long long cells) noexcept nogil:
    return (
        (cells << 8)
        | (cells >> 8)
        | ((cells << 1) & NOT_FILE_A)
        | ((cells >> 1) & NOT_FILE_H)
    )


cdef inline unsigned long long connected(
    unsigned long long cells, unsigned long long within
) noexcept nogil:
    # Two steps for each look whether there was one.
    cdef unsigned long long before = 0
    while cells != before:
        before = cells
        cells |= touching(cells) & within
        cells |= touching(cells) & within
    return cells


cdef inline unsigned long long slide_up(
    unsigned long long cells, unsigned long long passable
) noexcept nogil:
    cells |= passable & (cells << 8)
    passable &= passable << 8
    cells |= passable & (cells << 16)
    passable &= passable << 16
    return cells | (passable & (cells << 32))


cdef inline unsigned long long slide_down(
    unsigned long long cells, unsigned long long passable
) noexcept nogil:
    cells |= passable & (cells >> 8)
    passable &= passable >> 8
    cells |= passable & (cells >> 16)
    passable &= passable >> 16
    return cells | (passable & (cells >> 32))


cdef inline unsigned long long slide_right(
    unsigned long long cells, unsigned long long passable
) noexcept nogil:
    passable &= NOT_FILE_A
    cells |= passable & (cells << 1)
    passable &= passable << 1
    cells |= passable & (cells << 2)
    passable &= passable << 2
    return cells | (passable & (cells << 4))


cdef inline unsigned long long slide_left(
    unsigned long long cells, unsigned long long passable
) noexcept nogil:
    passable &= NOT_FILE_H
    cells |= passable & (cells >> 1)
    passable &= passable >> 1
    cells |= passable & (cells >> 2)
    passable &= passable >> 2
    return cells | (passable & (cells >> 4))


cdef inline unsigned long long slides(
    unsigned long long cells, unsigned long long passable
) noexcept nogil:
    return (
        slide_up(cells, passable)
        | slide_down(cells, passable)
        | slide_right(cells, passable)
        | slide_left(cells, passable)
    )


cdef inline unsigned long long entries(unsigned long long passable) noexcept nogil:
    return (
        slide_up(RANK_1 & passable, passable)
        | slide_down(RANK_8 & passable, passable)
        | slide_right(FILE_A & passable, passable)
        | slide_left(FILE_H & passable, passable)
    )


cdef inline unsigned long long seen_along(
    unsigned long long line, unsigned long long start, unsigned long long blockers
) noexcept nogil:
    # From the last blocker below `start` (or bit 0) to the first above it, of a line without it.
    cdef unsigned long long below = line & blockers & (start - 1)
    cdef unsigned long long above = line & blockers & (FULL - start + 1)
    return line & (2 * (above & (0 - above)) + (FULL << highest(below | 1)))


cdef inline unsigned long long seen_from(int cell, unsigned long long blockers) noexcept nogil:
    cdef unsigned long long start = cell_bit(cell)
    if start == 0:
        return 0
    return seen_along((RANK_1 << (cell & 56)) ^ start, start, blockers) | seen_along(
        (FILE_A << (cell & 7)) ^ start, start, blockers
    )


cdef inline bint is_aligned(int one, int other) noexcept nogil:
    return ((one ^ other) & 7) == 0 or ((one ^ other) & 56) == 0


cdef inline unsigned long long between(int one, int other) noexcept nogil:
    cdef unsigned long long cells = (FULL << one) ^ (FULL << other)
    if ((one ^ other) & 56) == 0:
        return cells & (cells - 1)
    return cells & (cells - 1) & (FILE_A << (one & 7))


cdef inline bint is_apart(int one, int other) noexcept nogil:
    return one == OFF_BOARD or other == OFF_BOARD or not is_aligned(one, other)


cdef inline bint see_each_other(int one, int other, unsigned long long blockers) noexcept nogil:
    return not is_apart(one, other) and (between(one, other) & blockers) == 0
