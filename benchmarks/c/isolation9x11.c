/* Alpha-beta for 9x11 knights Isolation, 0.4 * own moves - 0.6 * opponent's moves.
 *
 * A set of squares is two words: square 11 * row + column is that bit, counted through both. A
 * position is (blank squares, square of the side to move, square of the other side), UNPLACED
 * before a placement.
 */
#include "yardstick.h"

enum { HEIGHT = 9, WIDTH = 11, SQUARES = HEIGHT * WIDTH, UNPLACED = 128, NONE = -1 };

typedef struct {
    uint64_t low, high;
} Set;

/* The squares a knight's move away; every square for UNPLACED. */
static Set targets[UNPLACED + 1];

static uint64_t nodes;

/* The move that was best in the position of each ply that was looked at last, or NONE. */
static int killers[SQUARES + 1];

static inline Set common(Set left, Set right)
{
    return (Set){left.low & right.low, left.high & right.high};
}

static inline int is_empty(Set set) { return !(set.low | set.high); }

static inline int count(Set set) { return count_bits(set.low) + count_bits(set.high); }

static inline Set single(int square)
{
    uint64_t bit = 1ull << (square & 63);
    return square < 64 ? (Set){bit, 0} : (Set){0, bit};
}

static inline Set without(Set set, Set other)
{
    return (Set){set.low & ~other.low, set.high & ~other.high};
}

/* The first square, which is taken out of the set. */
static inline int take_first(Set *set)
{
    int square;
    if (set->low) {
        square = lowest_bit(set->low);
        set->low &= set->low - 1;
    } else {
        square = 64 + lowest_bit(set->high);
        set->high &= set->high - 1;
    }
    return square;
}

/* The killer if it is one of the moves, else the first of them; it is taken out of them. */
static inline int take_killer(Set *moves, int ply)
{
    int killer = killers[ply];
    if (killer == NONE || is_empty(common(*moves, single(killer))))
        return take_first(moves);
    *moves = without(*moves, single(killer));
    return killer;
}

void prepare(int weight_count, const double *weights)
{
    (void)weight_count, (void)weights;
    for (int to = 0; to < SQUARES; to++) {
        Set bit = single(to);
        for (int from = 0; from < SQUARES; from++) {
            int down = to / WIDTH - from / WIDTH, right = to % WIDTH - from % WIDTH;
            if (down * down + right * right == 5) {
                targets[from].low |= bit.low;
                targets[from].high |= bit.high;
            }
        }
        targets[UNPLACED].low |= bit.low;
        targets[UNPLACED].high |= bit.high;
    }
}

/* The side to move goes to each of `moves` and the evaluation looks at what is left. `mine` and
 * `yours` are the weights of its own and of the other side's moves, as the root's side sees them. */
static double last_ply(Set blank, int other, Set moves, int ply, double beta, double mine,
                       double yours)
{
    double best = -INFINITY;
    for (int square = take_killer(&moves, ply);; square = take_first(&moves)) {
        Set left = without(blank, single(square));
        Set replies = common(targets[other], left);
        nodes++;
        if (is_empty(replies)) {
            killers[ply] = square;
            return win_in(ply + 1);
        }
        double value = difference(mine * count(common(targets[square], left)),
                                  yours * count(replies));
        if (value > best)
            value = rounded(value);
        if (value > best) {
            best = value;
            killers[ply] = square;
            if (best >= beta)
                break;
        }
        if (is_empty(moves))
            break;
    }
    return best;
}

/* The value of a position `ply` plies below the root for its side to move, who has `moves`. */
static double search(Set blank, int other, Set moves, int ply, int depth, double alpha, double beta,
                     double mine, double yours)
{
    if (depth == 1)
        return last_ply(blank, other, moves, ply, beta, mine, yours);
    double best = -INFINITY;
    for (int square = take_killer(&moves, ply);; square = take_first(&moves)) {
        Set left = without(blank, single(square));
        Set replies = common(targets[other], left);
        nodes++;
        if (is_empty(replies)) {
            killers[ply] = square;
            return win_in(ply + 1);
        }
        double floor = best > alpha ? best : alpha;
        double value =
            -search(left, square, replies, ply + 1, depth - 1, -beta, -floor, yours, mine);
        if (value > best) {
            best = value;
            killers[ply] = square;
            if (best >= beta)
                break;
        }
        if (is_empty(moves))
            break;
    }
    return best;
}

static Found search_position(const Position *position, int depth)
{
    Set blank = {position->word[0], position->word[1]};
    int own = (int)position->word[2], other = (int)position->word[3];
    int most = count(blank);
    nodes = 1;
    for (int ply = 0; ply <= SQUARES; ply++)
        killers[ply] = NONE;
    double value = search(blank, other, common(targets[own], blank), 0, depth < most ? depth : most,
                          -INFINITY, INFINITY, 0.4, 0.6);
    return (Found){value, nodes};
}

/* The value for the root's side of its move to a square; at most `best` where it is not better. */
static inline double move_value(Set left, int square, int other, int depth, double best)
{
    Set replies = common(targets[other], left);
    nodes++;
    if (is_empty(replies))
        return win_in(1);
    if (depth == 1)
        return rounded(difference(0.4 * count(common(targets[square], left)),
                                  0.6 * count(replies)));
    return -search(left, square, replies, 1, depth - 1, -INFINITY, -best, 0.6, 0.4);
}

/* The square that the side to move goes to; it has `moves`. */
static int choose(Set blank, Set moves, int other, int depth, uint64_t seed)
{
    int squares[SQUARES], most = count(blank), number = 0;
    double values[SQUARES], best = -INFINITY;
    while (!is_empty(moves))
        squares[number++] = take_first(&moves);
    shuffle(squares, number, seed);
    if (depth > most)
        depth = most;
    for (int ply = 0; ply < depth; ply++)
        killers[ply] = NONE;
    nodes++;
    for (int i = 0; i < number; i++) {
        values[i] = move_value(without(blank, single(squares[i])), squares[i], other, depth, best);
        if (values[i] > best)
            best = values[i];
        if (best >= win_in(1))
            break;
    }
    return squares[first_tie(values, best)];
}

static Played play_game(const Position *opening, int mover, uint64_t seed, int depth)
{
    Set blank = {opening->word[0], opening->word[1]}, moves;
    int own = (int)opening->word[2], other = (int)opening->word[3];
    Played played = {0, 0, {0, 0}};
    while (!is_empty(moves = common(targets[own], blank))) {
        seed += GOLDEN;
        nodes = 0;
        int square = choose(blank, moves, other, depth, mix(seed));
        played.nodes[mover] += nodes;
        blank = without(blank, single(square));
        own = other;
        other = square;
        mover = 1 - mover;
    }
    played.result = mover ? 1 : -1;
    played.plies = SQUARES - count(blank);
    return played;
}

const Program program = {prepare, search_position, play_game};
