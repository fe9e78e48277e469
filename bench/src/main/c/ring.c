/* The floor of messages through a ring of shared memory: two processes, each on a processor of its own, copy arrays into the
 * ring and out of it in parts, and do nothing else. Prints microseconds: one way (half of there and back), and an exchange.
 *
 * glibc copies with rep movsb, the JVM with vector instructions. To copy here as the JVM does, set
 * GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=100000000.
 *
 *   gcc -O2 -march=native -o ring bench/src/main/c/ring.c && ./ring [bytes of a ring (1048576)] [bytes of a part (16384)] */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_REPETITIONS 400
#define FAR 256 /* lines that different processors write lie so far apart */

struct direction {
    _Atomic long written __attribute__((aligned(FAR)));
    _Atomic long read __attribute__((aligned(FAR)));
    char bytes[] __attribute__((aligned(FAR)));
};

/* One end of a direction, and how far it has come with its array. */
struct end {
    struct direction *ring;
    long position, done;
};

static long capacity = 1048576, part = 16384;

static double micros(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static long least(long a, long b) { return a < b ? a : b; }

static void copy_in(struct end *to, const char *from, long length) {
    long count = least(part, length - to->done);
    if (to->position + count - atomic_load_explicit(&to->ring->read, memory_order_acquire) > capacity) return;
    memcpy(to->ring->bytes + to->position % capacity, from + to->done, count);
    to->position += count;
    to->done += count;
    atomic_store_explicit(&to->ring->written, to->position, memory_order_release);
}

static void copy_out(struct end *from, char *to, long length) {
    long there = atomic_load_explicit(&from->ring->written, memory_order_acquire) - from->position;
    long count = least(least(part, there), length - from->done);
    if (count == 0) return;
    memcpy(to + from->done, from->ring->bytes + from->position % capacity, count);
    from->position += count;
    from->done += count;
    atomic_store_explicit(&from->ring->read, from->position, memory_order_release);
}

static void move(struct end *out, const char *from, long outLength, struct end *in, char *to, long inLength) {
    out->done = in->done = 0;
    while (out->done < outLength || in->done < inLength) {
        if (out->done < outLength) copy_in(out, from, outLength);
        if (in->done < inLength) copy_out(in, to, inLength);
    }
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(int self, struct end *out, struct end *in, long length, int both) {
    static double times[MOST_REPETITIONS];
    char *from = malloc(length), *to = malloc(length);
    memset(from, 1, length);
    memset(to, 1, length);
    int repetitions = length > 1 << 20 ? MOST_REPETITIONS / 8 : MOST_REPETITIONS;
    for (int i = 0; i < repetitions; i++) {
        double start = micros();
        if (both) {
            move(out, from, length, in, to, length);
        } else if (self == 0) {
            move(out, from, length, in, to, 0);
            move(out, from, 0, in, to, length);
        } else {
            move(out, from, 0, in, to, length);
            move(out, from, length, in, to, 0);
        }
        times[i] = (micros() - start) / (both ? 1 : 2);
    }
    qsort(times, repetitions, sizeof(double), ascending);
    if (self == 0) printf("%-8s %8ld bytes %9.2f us\n", both ? "exchange" : "one way", length, times[repetitions / 2]);
    free(from);
    free(to);
}

static struct direction *shared(void) {
    return mmap(NULL, sizeof(struct direction) + capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

int main(int count, char **words) {
    if (count > 1) capacity = atol(words[1]);
    if (count > 2) part = atol(words[2]);
    if (part < 1 || capacity < part || capacity % part != 0) {
        fprintf(stderr, "ring: expected a ring of one or more parts, found %ld and %ld bytes\n", capacity, part);
        return 2;
    }
    struct direction *there = shared(), *back = shared();
    if (there == MAP_FAILED || back == MAP_FAILED) {
        perror("ring: expected shared memory");
        return 1;
    }
    int self = fork() == 0;
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(self, &own);
    sched_setaffinity(0, sizeof own, &own);
    struct end out = {self ? back : there, 0, 0}, in = {self ? there : back, 0, 0};
    for (int both = 0; both < 2; both++)
        for (long length = 8192; length <= 8 << 20; length *= 4) measure(self, &out, &in, length, both);
    if (self == 0) wait(NULL);
    return 0;
}
