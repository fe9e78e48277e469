// The ways to place n queens so that none attacks another, as MOIDE's sample queens counts them, in C with OpenMP's threads.
//
//   queens <size>
//
// Prints the seconds of the fastest of three counts, and the number of ways.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static long solutions(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all) return 1;
    long found = 0;
    for (unsigned free = ~(columns | left | right) & all; free != 0; free &= free - 1) {
        unsigned queen = free & -free;
        found += solutions(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return found;
}

int main(int count, char **words) {
    int size = count == 2 ? atoi(words[1]) : 0;
    if (size < 4 || size > 20) {
        fprintf(stderr, "usage: queens <size, 4 to 20>\n");
        return 2;
    }
    unsigned all = (1u << size) - 1;
    double least = INFINITY;
    long found = 0;
    for (int turn = 0; turn < 3; turn++) {
        double start = seconds();
        found = 0;
        // As many parts as there are places for three queens in three rows; most of these attack each other.
#pragma omp parallel for schedule(dynamic) reduction(+ : found)
        for (int places = 0; places < size * size * size; places++) {
            unsigned columns = 0, left = 0, right = 0;
            int row = 0;
            for (int rest = places; row < 3; row++, rest /= size) {
                unsigned queen = 1u << rest % size;
                if ((columns | left | right) & queen) break;
                columns |= queen;
                left = (left | queen) << 1;
                right = (right | queen) >> 1;
            }
            if (row == 3) found += solutions(all, columns, left, right);
        }
        double took = seconds() - start;
        if (took < least) least = took;
    }
    printf("seconds %.6f, solutions %ld\n", least, found);
    return 0;
}
