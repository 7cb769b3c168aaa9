/* What a yardstick consists of: a search and games in a file of their own, and main() in
 * yardstick.c. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A position as the engine packs it: four words, seen by the side to move. */
typedef struct {
    uint64_t word[4];
} Position;

/* What a search found. */
typedef struct {
    double value;   /* for the side to move */
    uint64_t nodes; /* visited positions, the root among them */
} Found;

/* How a game ended. */
typedef struct {
    int result;        /* 1 where player 0 won, -1 where player 1 did */
    int plies;         /* from the empty board on */
    uint64_t nodes[2]; /* that each player visited */
} Played;

/* A program; what it finds is what the engine finds. */
typedef struct {
    /* Build the tables; `weights` are the numbers that followed on the command line. */
    void (*prepare)(int count, const double *weights);

    /* Alpha-beta to a fixed depth: moves in order, in Isolation the killer of the ply before them,
     * fail soft, the evaluation always as the root's side sees it. The same contract as
     * engine/kernels/alphabeta.py, the arithmetic of engine/kernels/rounding.py. */
    Found (*search)(const Position *position, int depth);

    /* A game in which both players search so, `mover` begins; NULL where there are no games. The
     * same contract as engine/kernels/match.py and engine/kernels/choose.py: each move's seed is
     * drawn from the game's, the moves of the root are shuffled by it, and of equal ones the first
     * is played. */
    Played (*play)(const Position *opening, int mover, uint64_t seed, int depth);
} Program;

extern const Program program;

/* The value of a win in so many plies; that of a loss is its negative. */
static inline double win_in(int plies) { return 0x1p400 - plies * 0x1p390; }

/* The nearest number of 38 significant bits: what rounding alone tells apart becomes equal. */
static inline double rounded(double number)
{
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bits = (bits + (1 << 14)) & -(1ll << 15);
    memcpy(&number, &bits, sizeof bits);
    return number;
}

/* Sums and differences, 0 where the terms cancel each other but for rounding. */
static inline double total(double left, double right)
{
    double number = left + right;
    return fabs(number) < 0x1p-40 * fabs(left) ? 0.0 : number;
}

static inline double difference(double left, double right)
{
    double number = left - right;
    return fabs(number) < 0x1p-40 * fabs(left) ? 0.0 : number;
}

static inline int count_bits(uint64_t word) { return __builtin_popcountll(word); }
static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

/* The random numbers of splitmix64: a counter that advances by GOLDEN, and is mixed. */
#define GOLDEN 0x9E3779B97F4A7C15ull

static inline uint64_t mix(uint64_t counter)
{
    uint64_t word = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ word >> 27) * 0x94D049BB133111EBull;
    return word ^ word >> 31;
}

/* Fisher and Yates. */
static inline void shuffle(int *moves, int count, uint64_t seed)
{
    for (int last = count - 1; last > 0; last--) {
        seed += GOLDEN;
        int other = (int)(mix(seed) % (uint64_t)(last + 1));
        int kept = moves[last];
        moves[last] = moves[other];
        moves[other] = kept;
    }
}

/* The first value that is as good as the best one, which is among them, for a choice. */
static inline int first_tie(const double *values, double best)
{
    int index = 0;
    while (values[index] < best - 0x1p-36 * fabs(best))
        index++;
    return index;
}

#endif
