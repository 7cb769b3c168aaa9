/* Times a search: yardstick DEPTH REPEATS [WEIGHT ...] <positions
 *
 * Reads four words for each position. Prints one line with the CPU seconds of every repeat (the
 * searches alone), then the value and the number of nodes of every position, one line each.
 * Build: gcc -O3 -march=native -ffp-contract=off yardstick.c isolation7.c -o isolation7
 * (without contraction a * b - c * d is rounded as Python rounds it, so that ties are the same).
 */
#include "yardstick.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_WEIGHTS = 16 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *enough(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static Position *read_positions(size_t *count)
{
    size_t room = 1024;
    Position *positions = enough(malloc(room * sizeof *positions));
    Position next;
    *count = 0;
    while (scanf("%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64, &next.word[0], &next.word[1],
                 &next.word[2], &next.word[3]) == 4) {
        if (*count == room)
            positions = enough(realloc(positions, (room *= 2) * sizeof *positions));
        positions[(*count)++] = next;
    }
    return positions;
}

int main(int arguments, char **argument)
{
    if (arguments < 3 || arguments > 3 + MOST_WEIGHTS) {
        fprintf(stderr, "usage: %s DEPTH REPEATS [WEIGHT ...] <positions\n", argument[0]);
        return 2;
    }
    int depth = atoi(argument[1]), repeats = atoi(argument[2]);
    double weights[MOST_WEIGHTS];
    for (int i = 3; i < arguments; i++)
        weights[i - 3] = atof(argument[i]);
    prepare(arguments - 3, weights);

    size_t count;
    Position *positions = read_positions(&count);
    Found *found = enough(calloc(count + 1, sizeof *found));
    for (int repeat = 0; repeat < repeats; repeat++) {
        double began = cpu_seconds();
        for (size_t i = 0; i < count; i++)
            found[i] = search_position(&positions[i], depth);
        printf(repeat ? " %.9f" : "%.9f", cpu_seconds() - began);
    }
    putchar('\n');
    for (size_t i = 0; i < count; i++)
        printf("%.17g %" PRIu64 "\n", found[i].value, found[i].nodes);
    return 0;
}
