// Pi as the integral of 4 / (1 + x * x) by the midpoint rule and Kahan's sum, as MOIDE's sample pi computes it, in C with OpenMP's threads.
//
//   pi <steps> <sums>
//
// A part of the steps has one sum, or 128 as in the sample, to which terms are added in turn. Prints the seconds of the fastest of
// three runs, and how far the result is from pi.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

#define SUMS 128

static double one_sum(long from, long to, double width) {
    double sum = 0, lost = 0;
    for (long i = from; i < to; i++) {
        double x = (i + 0.5) * width;
        double term = 4 / (1 + x * x) - lost;
        double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return sum;
}

static double many_sums(long from, long to, double width) {
    double sums[SUMS] = {0}, lost[SUMS] = {0}, sum = 0;
    for (long first = from; first < to; first += SUMS) {
        int some = to - first < SUMS ? (int) (to - first) : SUMS;
        for (int index = 0; index < some; index++) {
            double x = (first + (index + 0.5)) * width;
            double term = 4 / (1 + x * x) - lost[index];
            double next = sums[index] + term;
            lost[index] = (next - sums[index]) - term;
            sums[index] = next;
        }
    }
    for (int index = 0; index < SUMS; index++) sum += sums[index] - lost[index];
    return sum;
}

int main(int count, char **words) {
    long sums = count == 3 ? atol(words[2]) : 0;
    if (sums != 1 && sums != SUMS) {
        fprintf(stderr, "usage: pi <steps> <sums, 1 or %d>\n", SUMS);
        return 2;
    }
    long steps = atol(words[1]), parts = 1000;
    double width = 1.0 / steps, least = INFINITY, pi = 0;
    for (int turn = 0; turn < 3; turn++) {
        double start = seconds();
        pi = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : pi)
        for (long part = 0; part < parts; part++) {
            long from = steps * part / parts, to = steps * (part + 1) / parts;
            pi += width * (sums == 1 ? one_sum(from, to, width) : many_sums(from, to, width));
        }
        double took = seconds() - start;
        if (took < least) least = took;
    }
    printf("seconds %.6f, error %.3g\n", least, fabs(pi - M_PI));
    return fabs(pi - M_PI) <= width * width / 3 + 1e-12 ? 0 : 1;
}
