/* What a yardstick consists of: a search in a file of its own, and main() in yardstick.c. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#include <stdint.h>

/* A position as the engine packs it: four words, seen by the side to move. */
typedef struct {
    uint64_t word[4];
} Position;

/* What a search found. */
typedef struct {
    double value;   /* for the side to move */
    uint64_t nodes; /* visited positions, the root among them */
} Found;

/* A game that is over n plies below the root is worth -(WIN - n) to its loser. */
#define WIN 1e12

/* Build the tables; `weights` are the numbers that followed on the command line. */
void prepare(int count, const double *weights);

/* Alpha-beta to a fixed depth: moves in order, in Isolation the killer of the ply before them, fail
 * soft, the evaluation always as the root's side sees it. The same contract as
 * engine/kernels/alphabeta.py. */
Found search_position(const Position *position, int depth);

static inline int count_bits(uint64_t word) { return __builtin_popcountll(word); }
static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

#endif
