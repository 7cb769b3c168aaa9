/* Alpha-beta for Pentago with the evaluation "straights", as the engine's preset has it by default.
 *
 * A colour's stones are one word, square 9 * quadrant + 3 * row + column is that bit (row and column
 * inside the quadrant, quadrants from the top left, row by row). A position is (stones of the side
 * to move, stones of the other side). Every child is judged from its own two words, as the engine
 * does it: nothing is kept from one turn of a quadrant to the next.
 */
#include "yardstick.h"

enum { LINES = 32, QUADRANTS = 4, PATTERNS = 512, SIDE = 6, STRIDE = 7 };

#define BOARD ((1ull << 36) - 1)

/* The nine bits of a quadrant after it turned; the second index is 1 for clockwise. */
static uint16_t turned[2][PATTERNS];

/* The lines of five that the stones of one quadrant do not spoil, a bit for each. */
static uint32_t unspoilt[QUADRANTS][PATTERNS];

/* The stones of one quadrant as bits STRIDE * row + column: no step wraps around an edge. */
static uint64_t spread[QUADRANTS][PATTERNS];

/* The parameters of the preset, in its order: they are what is tuned, so they are data. */
static double horizontal_weight, vertical_weight, diagonal_weight, four_bonus, five_value;

static uint64_t nodes;

static int bit_of(int row, int column)
{
    return 9 * (row / 3 * 2 + column / 3) + 3 * (row % 3) + column % 3;
}

static void prepare_lines(void)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int line = 0;
    for (int step = 0; step < 4; step++)
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++) {
                int down = steps[step][0], right = steps[step][1];
                int last_row = row + 4 * down, last_column = column + 4 * right;
                if (last_row >= SIDE || last_column < 0 || last_column >= SIDE)
                    continue;
                uint64_t squares = 0;
                for (int i = 0; i < 5; i++)
                    squares |= 1ull << bit_of(row + i * down, column + i * right);
                for (int quadrant = 0; quadrant < QUADRANTS; quadrant++)
                    for (uint64_t stones = 0; stones < PATTERNS; stones++)
                        if (!((squares >> 9 * quadrant & 511) & ~stones))
                            unspoilt[quadrant][stones] |= 1u << line;
                line++;
            }
}

static void prepare(int count, const double *weights)
{
    if (count == 5) {
        horizontal_weight = weights[0];
        vertical_weight = weights[1];
        diagonal_weight = weights[2];
        four_bonus = weights[3];
        five_value = weights[4];
    }
    prepare_lines();
    for (int stones = 0; stones < PATTERNS; stones++)
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++) {
                if (!(stones >> (3 * row + column) & 1))
                    continue;
                turned[1][stones] |= (uint16_t)(1 << (3 * column + 2 - row));
                turned[0][stones] |= (uint16_t)(1 << (3 * (2 - column) + row));
                for (int quadrant = 0; quadrant < QUADRANTS; quadrant++)
                    spread[quadrant][stones] |= 1ull << (STRIDE * (quadrant / 2 * 3 + row) +
                                                         quadrant % 2 * 3 + column);
            }
}

static inline int has_five(uint64_t stones)
{
    return (unspoilt[0][stones & 511] & unspoilt[1][stones >> 9 & 511] &
            unspoilt[2][stones >> 18 & 511] & unspoilt[3][stones >> 27 & 511]) != 0;
}

static inline uint64_t turn(uint64_t stones, int quadrant, int clockwise)
{
    int shift = 9 * quadrant;
    uint64_t pattern = stones >> shift & 511;
    return (stones & ~(511ull << shift)) | (uint64_t)turned[clockwise][pattern] << shift;
}

static inline uint64_t spread_out(uint64_t stones)
{
    return spread[0][stones & 511] | spread[1][stones >> 9 & 511] | spread[2][stones >> 18 & 511] |
           spread[3][stones >> 27 & 511];
}

/* The stones that have a neighbour along the line. */
static inline int in_runs(uint64_t stones, int step)
{
    return count_bits(stones & (stones << step | stones >> step));
}

/* The runs of exactly four. */
static inline int fours(uint64_t stones, int step)
{
    uint64_t pairs = stones & stones >> step;
    return count_bits(pairs & pairs >> 2 * step & ~(stones << step | stones >> 4 * step));
}

static inline double points(uint64_t stones)
{
    double points = total(horizontal_weight * in_runs(stones, 1),
                          vertical_weight * in_runs(stones, 7));
    points = total(points, diagonal_weight * (in_runs(stones, 8) + in_runs(stones, 6)));
    return total(points, four_bonus * (fours(stones, 1) + fours(stones, 7) + fours(stones, 8) +
                                       fours(stones, 6)));
}

/* Straights of own minus those of the other side. Where somebody has five the game is over and the
 * rules have judged it, but the formula asks, and so does this. */
static double evaluate(uint64_t own, uint64_t other)
{
    if (has_five(own))
        return five_value;
    if (has_five(other))
        return -five_value;
    return difference(points(spread_out(own)), points(spread_out(other)));
}

static double search(uint64_t own, uint64_t other, int ply, int depth, double alpha, double beta);

/* The value of a child for its parent's side to move. `mover` has just moved, `ply` plies below the
 * root, and may look `depth` plies further. */
static inline double child_value(uint64_t mover, uint64_t other, int ply, int depth, double alpha,
                                 double beta)
{
    int mine = has_five(mover), theirs = has_five(other);
    nodes++;
    if (mine | theirs)
        return mine & theirs ? 0.0 : mine ? win_in(ply) : -win_in(ply);
    if ((mover | other) == BOARD)
        return 0.0;
    if (depth == 0)
        return evaluate(mover, other);
    return -search(other, mover, ply, depth, -beta, -alpha);
}

/* The value of a position `ply` plies below the root for its side to move, own. */
static double search(uint64_t own, uint64_t other, int ply, int depth, double alpha, double beta)
{
    double best = -INFINITY;
    for (uint64_t empty = BOARD & ~(own | other); empty; empty &= empty - 1) {
        uint64_t placed = own | (empty & -empty);
        if (has_five(placed)) {
            nodes++;
            return win_in(ply + 1);
        }
        for (int rotation = 0; rotation < 8; rotation++) {
            int quadrant = rotation >> 1, clockwise = rotation & 1;
            double value = child_value(turn(placed, quadrant, clockwise),
                                       turn(other, quadrant, clockwise), ply + 1, depth - 1,
                                       best > alpha ? best : alpha, beta);
            if (value > best)
                value = rounded(value);
            if (value > best) {
                best = value;
                if (best >= beta || best == win_in(ply + 1))
                    return best;
            }
        }
    }
    return best;
}

static Found search_position(const Position *position, int depth)
{
    uint64_t own = position->word[0], other = position->word[1];
    int most = count_bits(BOARD & ~(own | other));
    nodes = 1;
    double value = search(own, other, 0, depth < most ? depth : most, -INFINITY, INFINITY);
    return (Found){value, nodes};
}

const Program program = {prepare, search_position, NULL};
