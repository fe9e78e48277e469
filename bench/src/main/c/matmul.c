// The product of two matrices of small whole numbers, as MOIDE's sample matmul --size computes it, in C with OpenMP's threads.
//
//   matmul <size>
//
// Prints the seconds of the fastest of three products.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int count, char **words) {
    if (count != 2) {
        fprintf(stderr, "usage: matmul <size>\n");
        return 2;
    }
    int size = atoi(words[1]), some = 8;
    size_t bytes = (size_t) size * size * sizeof(int);
    int *a = malloc(bytes), *b = malloc(bytes), *product = malloc(bytes);
    for (int at = 0; at < size * size; at++) {
        a[at] = rand() % 199 - 99;
        b[at] = rand() % 199 - 99;
    }
    double least = INFINITY;
    for (int turn = 0; turn < 3; turn++) {
        memset(product, 0, bytes);
        double start = seconds();
        // As in the sample, a row of the second matrix serves eight rows while it is in the cache.
#pragma omp parallel for schedule(dynamic)
        for (int from = 0; from < size; from += some)
            for (int k = 0; k < size; k++)
                for (int row = from; row < from + some && row < size; row++) {
                    int factor = a[(size_t) row * size + k];
                    int *restrict sum = product + (size_t) row * size;
                    const int *restrict second = b + (size_t) k * size;
                    for (int column = 0; column < size; column++) sum[column] += factor * second[column];
                }
        double took = seconds() - start;
        if (took < least) least = took;
    }
    long checksum = 0;
    for (int at = 0; at < size * size; at++) checksum += product[at];
    printf("seconds %.6f, checksum %ld\n", least, checksum);
    return 0;
}
