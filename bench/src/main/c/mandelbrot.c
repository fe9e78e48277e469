// The Mandelbrot set, as MOIDE's sample mandelbrot computes it, in C with OpenMP's threads.
//
//   mandelbrot <size> <limit>
//
// Prints the seconds of the fastest of three times, and the sum of all points' iterations.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static double tone(int step, int limit, double real, double imaginary, double x, double y) {
    for (int more = 0; more < 4; more++) {
        double next = real * real - imaginary * imaginary + x;
        imaginary = 2 * real * imaginary + y;
        real = next;
    }
    double beyond = log(log(real * real + imaginary * imaginary) / log(4)) / log(2);
    return fmax(1e-3, log(step + 5 - beyond) / log(limit + 5.0));
}

static long row_of(int row, int size, int limit, double *tones) {
    double y = 1.5 - 3.0 * row / size;
    long iterations = 0;
    for (int column = 0; column < size; column++) {
        double x = -2.2 + 3.0 * column / size, real = 0, imaginary = 0;
        int step = 0;
        while (step < limit && real * real + imaginary * imaginary <= 4) {
            double next = real * real - imaginary * imaginary + x;
            imaginary = 2 * real * imaginary + y;
            real = next;
            step++;
        }
        iterations += step;
        tones[column] = step < limit ? tone(step, limit, real, imaginary, x, y) : 0;
    }
    return iterations;
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: mandelbrot <size> <limit>\n");
        return 2;
    }
    int size = atoi(words[1]), limit = atoi(words[2]);
    double *tones = calloc((size_t) size * size, sizeof(double)), least = INFINITY;
    long iterations = 0;
    for (int turn = 0; turn < 3; turn++) {
        double start = seconds();
        iterations = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : iterations)
        for (int row = 0; row < size; row++) iterations += row_of(row, size, limit, tones + (size_t) row * size);
        double took = seconds() - start;
        if (took < least) least = took;
    }
    double sum = 0;
    for (int at = 0; at < size * size; at++) sum += tones[at];
    printf("seconds %.6f, iterations %ld, sum of tones %.9g\n", least, iterations, sum);
    return 0;
}
