// The product of two square matrices of doubles in NumPy's files, as MOIDE's sample matmul --a --b computes it, by OpenBLAS.
//
//   openblas <size> <file> <file>
//
// Prints the seconds of the fastest of three times, each of which reads both files and multiplies, and those of multiplying alone.
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

// Reads a file of version 1.0, whose head of 10 bytes ends with the length of what comes before the numbers.
static void take(const char *name, double *matrix, size_t size) {
    unsigned char head[10];
    FILE *file = fopen(name, "rb");
    if (file == NULL || fread(head, 1, 10, file) != 10 || fseek(file, 10 + head[8] + 256 * head[9], SEEK_SET) != 0 ||
        fread(matrix, sizeof(double), size * size, file) != size * size) {
        fprintf(stderr, "openblas: %s: expected %zu x %zu doubles\n", name, size, size);
        exit(1);
    }
    fclose(file);
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: openblas <size> <file> <file>\n");
        return 2;
    }
    int size = atoi(words[1]);
    size_t bytes = (size_t) size * size * sizeof(double);
    double *a = malloc(bytes), *b = malloc(bytes), *product = malloc(bytes), least = INFINITY, alone = INFINITY;
    for (int turn = 0; turn < 3; turn++) {
        double start = seconds();
        take(words[2], a, size);
        take(words[3], b, size);
        double read = seconds();
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1, a, size, b, size, 0, product, size);
        double end = seconds();
        if (end - start < least) least = end - start;
        if (end - read < alone) alone = end - read;
    }
    printf("seconds %.6f, of multiplying %.6f, first element %.9g\n", least, alone, product[0]);
    return 0;
}
