/* What a yardstick consists of: a search in a file of its own, and main() in yardstick.c. */
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

/* Build the tables; `weights` are the numbers that followed on the command line. */
void prepare(int count, const double *weights);

/* Alpha-beta to a fixed depth: moves in order, in Isolation the killer of the ply before them, fail
 * soft, the evaluation always as the root's side sees it. The same contract as
 * engine/kernels/alphabeta.py, the arithmetic of engine/kernels/rounding.py. */
Found search_position(const Position *position, int depth);

static inline int count_bits(uint64_t word) { return __builtin_popcountll(word); }
static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

#endif
