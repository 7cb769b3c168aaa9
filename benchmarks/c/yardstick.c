/* Times searches and games: yardstick [WEIGHT ...]
 *
 * Reads commands, and answers each with one line or several:
 *   load COUNT                 and so many lines of four words, a mover and a seed; answers COUNT
 *   search DEPTH FIRST END     searches the positions from FIRST up to END, answers the CPU seconds
 *   play DEPTH FIRST END       plays a game from each of them, answers the CPU seconds
 *   found FIRST END            answers the value and the nodes of each search, a line each
 *   played FIRST END           answers result, plies and both players' nodes, a line for each game
 * Build: gcc -O3 -march=native -ffp-contract=off yardstick.c isolation7.c -o isolation7
 * (without contraction a * b - c * d is rounded as Python rounds it, so that ties are the same).
 */
#include "yardstick.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_WEIGHTS = 16 };

typedef struct {
    Position position;
    int mover;
    uint64_t seed;
    Found found;
    Played played;
} Item;

static Item *items;
static size_t count;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void stop(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(2);
}

static void load(void)
{
    if (scanf("%zu", &count) != 1)
        stop("load needs a number");
    free(items);
    items = calloc(count + 1, sizeof *items);
    if (!items)
        stop("out of memory");
    for (Item *item = items; item < items + count; item++) {
        uint64_t *word = item->position.word;
        if (scanf("%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%d%" SCNu64, &word[0], &word[1],
                  &word[2], &word[3], &item->mover, &item->seed) != 6)
            stop("a line has four words, a mover and a seed");
    }
    printf("%zu\n", count);
}

/* Read FIRST and END. */
static void read_range(Item **first, Item **end)
{
    size_t low, high;
    if (scanf("%zu%zu", &low, &high) != 2 || low > high || high > count)
        stop("there are not so many positions");
    *first = items + low, *end = items + high;
}

static void take_time(int with_games)
{
    int depth;
    Item *first, *end;
    if (scanf("%d", &depth) != 1 || depth < 1)
        stop("a depth is 1 or more");
    read_range(&first, &end);
    double began = cpu_seconds();
    if (with_games)
        for (Item *item = first; item < end; item++)
            item->played = program.play(&item->position, item->mover, item->seed, depth);
    else
        for (Item *item = first; item < end; item++)
            item->found = program.search(&item->position, depth);
    printf("%.9f\n", cpu_seconds() - began);
}

static void show(int games)
{
    Item *first, *end;
    read_range(&first, &end);
    for (Item *item = first; item < end; item++)
        if (games)
            printf("%d %d %" PRIu64 " %" PRIu64 "\n", item->played.result, item->played.plies,
                   item->played.nodes[0], item->played.nodes[1]);
        else
            printf("%.17g %" PRIu64 "\n", item->found.value, item->found.nodes);
}

int main(int arguments, char **argument)
{
    double weights[MOST_WEIGHTS];
    if (arguments > 1 + MOST_WEIGHTS)
        stop("too many weights");
    for (int i = 1; i < arguments; i++)
        weights[i - 1] = atof(argument[i]);
    program.prepare(arguments - 1, weights);
    for (char command[8]; scanf("%7s", command) == 1; fflush(stdout))
        if (!strcmp(command, "load"))
            load();
        else if (!strcmp(command, "search"))
            take_time(0);
        else if (!strcmp(command, "play") && program.play)
            take_time(1);
        else if (!strcmp(command, "found"))
            show(0);
        else if (!strcmp(command, "played"))
            show(1);
        else
            stop("this command is unknown");
    return 0;
}
