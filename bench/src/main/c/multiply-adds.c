// How many multiply-adds a second one thread can do, in thousand million: twelve chains of vector instructions, which hide how long each
// takes; the best of twenty rounds.
#include <immintrin.h>
#include <stdio.h>
#include <time.h>

#ifdef __AVX512F__
#define VECTOR __m512d
#define OF _mm512_set1_pd
#define FMA _mm512_fmadd_pd
#define LANES 8
#else
#define VECTOR __m256d
#define OF _mm256_set1_pd
#define FMA _mm256_fmadd_pd
#define LANES 4
#endif
#define CHAINS 12
#define STEPS 10000000L

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

int main(void) {
    double best = 0;
    VECTOR a = OF(0.999999), b = OF(1e-9), c[CHAINS];
    for (int chain = 0; chain < CHAINS; chain++) c[chain] = OF(chain);
    for (int round = 0; round < 20; round++) {
        double start = now();
        for (long step = 0; step < STEPS; step++) {
            c[0] = FMA(c[0], a, b); c[1] = FMA(c[1], a, b); c[2] = FMA(c[2], a, b); c[3] = FMA(c[3], a, b);
            c[4] = FMA(c[4], a, b); c[5] = FMA(c[5], a, b); c[6] = FMA(c[6], a, b); c[7] = FMA(c[7], a, b);
            c[8] = FMA(c[8], a, b); c[9] = FMA(c[9], a, b); c[10] = FMA(c[10], a, b); c[11] = FMA(c[11], a, b);
        }
        double rate = LANES * (double) CHAINS * STEPS / (now() - start) / 1e9;
        best = rate > best ? rate : best;
    }
    double sum = 0;
    for (int chain = 0; chain < CHAINS; chain++) sum += ((double *) &c[chain])[0];
    printf("%.1f\n", sum == 42 ? 0 : best);
    return 0;
}
