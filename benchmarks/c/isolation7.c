/* Alpha-beta for 7x7 knights Isolation, 0.4 * own moves - 0.6 * opponent's moves.
 *
 * A set of squares is one word, square 7 * row + column is that bit. A position is (blank squares,
 * square of the side to move, square of the other side), UNPLACED before a placement.
 */
#include "yardstick.h"

enum { SIDE = 7, SQUARES = SIDE * SIDE, UNPLACED = 64, NONE = -1 };

/* The squares a knight's move away; every square for UNPLACED. */
static uint64_t targets[UNPLACED + 1];

static uint64_t nodes;

/* The move that was best in the position of each ply that was looked at last, or NONE. */
static int killers[SQUARES + 1];

/* The killer if it is one of the moves, else the first of them. */
static inline int first_move(uint64_t moves, int ply)
{
    int killer = killers[ply];
    return killer != NONE && moves >> killer & 1 ? killer : lowest_bit(moves);
}

static void prepare(int count, const double *weights)
{
    (void)count, (void)weights;
    for (int from = 0; from < SQUARES; from++)
        for (int to = 0; to < SQUARES; to++) {
            int down = to / SIDE - from / SIDE, right = to % SIDE - from % SIDE;
            if (down * down + right * right == 5)
                targets[from] |= 1ull << to;
        }
    targets[UNPLACED] = (1ull << SQUARES) - 1;
}

/* The side to move goes to each of `moves` and the evaluation looks at what is left. `mine` and
 * `yours` are the weights of its own and of the other side's moves, as the root's side sees them. */
static double last_ply(uint64_t blank, int other, uint64_t moves, int ply, double beta, double mine,
                       double yours)
{
    double best = -INFINITY;
    for (int square = first_move(moves, ply);; square = lowest_bit(moves)) {
        moves ^= 1ull << square;
        uint64_t left = blank ^ 1ull << square;
        uint64_t replies = targets[other] & left;
        nodes++;
        if (!replies) {
            killers[ply] = square;
            return win_in(ply + 1);
        }
        double value = difference(mine * count_bits(targets[square] & left),
                                  yours * count_bits(replies));
        if (value > best)
            value = rounded(value);
        if (value > best) {
            best = value;
            killers[ply] = square;
            if (best >= beta)
                break;
        }
        if (!moves)
            break;
    }
    return best;
}

/* The value of a position `ply` plies below the root for its side to move, who has `moves`. */
static double search(uint64_t blank, int other, uint64_t moves, int ply, int depth,
                     double alpha, double beta, double mine, double yours)
{
    if (depth == 1)
        return last_ply(blank, other, moves, ply, beta, mine, yours);
    double best = -INFINITY;
    for (int square = first_move(moves, ply);; square = lowest_bit(moves)) {
        moves ^= 1ull << square;
        uint64_t left = blank ^ 1ull << square;
        uint64_t replies = targets[other] & left;
        nodes++;
        if (!replies) {
            killers[ply] = square;
            return win_in(ply + 1);
        }
        double floor = best > alpha ? best : alpha;
        double value = -search(left, square, replies, ply + 1, depth - 1, -beta, -floor,
                               yours, mine);
        if (value > best) {
            best = value;
            killers[ply] = square;
            if (best >= beta)
                break;
        }
        if (!moves)
            break;
    }
    return best;
}

static Found search_position(const Position *position, int depth)
{
    uint64_t blank = position->word[0];
    int own = (int)position->word[1], other = (int)position->word[2];
    int most = count_bits(blank);
    nodes = 1;
    for (int ply = 0; ply <= SQUARES; ply++)
        killers[ply] = NONE;
    double value = search(blank, other, targets[own] & blank, 0, depth < most ? depth : most,
                          -INFINITY, INFINITY, 0.4, 0.6);
    return (Found){value, nodes};
}

/* The value for the root's side of its move to a square; at most `best` where it is not better. */
static inline double move_value(uint64_t left, int square, int other, int depth, double best)
{
    uint64_t replies = targets[other] & left;
    nodes++;
    if (!replies)
        return win_in(1);
    if (depth == 1)
        return rounded(difference(0.4 * count_bits(targets[square] & left),
                                  0.6 * count_bits(replies)));
    return -search(left, square, replies, 1, depth - 1, -INFINITY, -best, 0.6, 0.4);
}

/* The square that the side to move goes to; it has `moves`. */
static int choose(uint64_t blank, uint64_t moves, int other, int depth, uint64_t seed)
{
    int squares[SQUARES], count = 0, most = count_bits(blank);
    double values[SQUARES], best = -INFINITY;
    for (; moves; moves &= moves - 1)
        squares[count++] = lowest_bit(moves);
    shuffle(squares, count, seed);
    if (depth > most)
        depth = most;
    for (int ply = 0; ply < depth; ply++)
        killers[ply] = NONE;
    nodes++;
    for (int i = 0; i < count; i++) {
        values[i] = move_value(blank ^ 1ull << squares[i], squares[i], other, depth, best);
        if (values[i] > best)
            best = values[i];
        if (best >= win_in(1))
            break;
    }
    return squares[first_tie(values, best)];
}

static Played play_game(const Position *opening, int mover, uint64_t seed, int depth)
{
    uint64_t blank = opening->word[0], moves;
    int own = (int)opening->word[1], other = (int)opening->word[2];
    Played played = {0, 0, {0, 0}};
    while ((moves = targets[own] & blank)) {
        seed += GOLDEN;
        nodes = 0;
        int square = choose(blank, moves, other, depth, mix(seed));
        played.nodes[mover] += nodes;
        blank ^= 1ull << square;
        own = other;
        other = square;
        mover = 1 - mover;
    }
    played.result = mover ? 1 : -1;
    played.plies = SQUARES - count_bits(blank);
    return played;
}

const Program program = {prepare, search_position, play_game};
