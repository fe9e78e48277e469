// Heat on a plate, as MOIDE's sample stencil computes it, in C: over Open MPI, if compiled by mpicc with -DOVER_MPI, or else
// with OpenMP's threads.
//
//   stencil <size> <steps> <wave>
//
// Prints the updates a second, the fastest of three times, and the largest difference from the exact values on the grid.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef OVER_MPI
#include <mpi.h>
#endif

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void step_row(const double *restrict above, const double *restrict row, const double *restrict below, double *restrict next,
                     int size) {
    for (int at = 1; at <= size; at++) {
        double around = above[at] + below[at] + row[at - 1] + row[at + 1];
        next[at] = row[at] + 0.2 * (around - 4.0 * row[at]);
    }
}

static double sine(int wave, int index, int size) {
    return sin(M_PI * wave * index / (size + 1));
}

static void begin(double *now, int from, int rows, int size, int wave) {
    size_t width = size + 2;
    memset(now, 0, (rows + 2) * width * sizeof(double));
    for (int row = 1; row <= rows; row++)
        for (int column = 1; column <= size; column++)
            now[row * width + column] = sine(wave, from + row, size) * sine(wave, column, size);
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: stencil <size> <steps> <wave>\n");
        return 2;
    }
    int size = atoi(words[1]), steps = atoi(words[2]), wave = atoi(words[3]), rank = 0, ranks = 1;
#ifdef OVER_MPI
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
#endif
    int from = (int) ((long) size * rank / ranks), rows = (int) ((long) size * (rank + 1) / ranks) - from;
    size_t width = size + 2;
    double *now = malloc((rows + 2) * width * sizeof(double)), *next = malloc((rows + 2) * width * sizeof(double));
    double least = INFINITY;
    for (int turn = 0; turn < 3; turn++) {
        begin(now, from, rows, size, wave);
        memset(next, 0, (rows + 2) * width * sizeof(double));
#ifdef OVER_MPI
        MPI_Barrier(MPI_COMM_WORLD);
#endif
        double start = seconds();
        for (int step = 0; step < steps; step++) {
#ifdef OVER_MPI
            MPI_Sendrecv(now + width, width, MPI_DOUBLE, above, 0, now + (rows + 1) * width, width, MPI_DOUBLE, below, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Sendrecv(now + rows * width, width, MPI_DOUBLE, below, 0, now, width, MPI_DOUBLE, above, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
#else
#pragma omp parallel for schedule(static)
#endif
            for (int row = 1; row <= rows; row++)
                step_row(now + (row - 1) * width, now + row * width, now + (row + 1) * width, next + row * width, size);
            double *before = now;
            now = next;
            next = before;
        }
#ifdef OVER_MPI
        MPI_Barrier(MPI_COMM_WORLD);
#endif
        double took = seconds() - start;
        if (took < least) least = took;
    }
    double quarter = sin(0.5 * M_PI * wave / (size + 1)), faded = pow(1.0 - 1.6 * quarter * quarter, steps), error = 0;
    for (int row = 1; row <= rows; row++)
        for (int column = 1; column <= size; column++) {
            double off = fabs(now[row * width + column] - faded * sine(wave, from + row, size) * sine(wave, column, size));
            if (off > error) error = off;
        }
#ifdef OVER_MPI
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
#endif
    if (rank == 0) printf("updates %.6g a second, error %.3g\n", (double) size * size * steps / least, error);
    return error < 1e-15 * (steps + 1) ? 0 : 1;
}
