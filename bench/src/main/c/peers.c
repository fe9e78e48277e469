/* What moide bench comm measures, over MPI, for two processes: lines of who,operation,place,bytes,medianNanos.
 * Built and started by bench/peers.sh. Arguments: who place mostBytes milliseconds. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REPETITIONS 200000
#define MOST_WINDOW 64
#define WINDOW_BYTES (4 << 20)

static int rank, other, bytes, window;
static int64_t *out, *in, written, taken;
static double *sums;
static double times[2 * MOST_REPETITIONS];

/* Both write all elements that they send, and read and check all that they receive, as in MOIDE. */
static void fill(void) {
    written++;
    for (int i = 0; i < bytes / 8; i++) out[i] = written;
}

static void check(const int64_t *elements) {
    int64_t sum = 0;
    taken++;
    for (int i = 0; i < bytes / 8; i++) sum += elements[i];
    if (sum != taken * (bytes / 8)) {
        fprintf(stderr, "expected %d elements of %lld, found %lld as their sum\n", bytes / 8, (long long)taken, (long long)sum);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void give(void) {
    fill();
    MPI_Send(out, bytes / 8, MPI_INT64_T, other, 1, MPI_COMM_WORLD);
}

static void take(void) {
    MPI_Recv(in, bytes / 8, MPI_INT64_T, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check(in);
}

static void latency(void) {
    if (rank == 0) {
        give();
        take();
    } else {
        take();
        give();
    }
}

static void exchange(void) {
    fill();
    MPI_Sendrecv(out, bytes / 8, MPI_INT64_T, other, 1, in, bytes / 8, MPI_INT64_T, other, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    check(in);
}

static void bandwidth(void) {
    for (int i = 0; i < window; i++) {
        if (rank == 0) {
            give();
        } else {
            take();
        }
    }
    double answer = 0;
    if (rank == 0) {
        MPI_Recv(&answer, 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&answer, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    }
}

static void broadcast(void) {
    if (rank == 0) fill();
    MPI_Bcast(out, bytes / 8, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (rank != 0) check(out);
}

/* Of doubles, in place, as in MOIDE; four sums side by side. */
static void allreduce(void) {
    int n = bytes / 8, whole = n / 4 * 4;
    for (int i = 0; i < n; i++) sums[i] = 1;
    MPI_Allreduce(MPI_IN_PLACE, sums, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
    for (int i = 0; i < whole; i += 4) {
        sum0 += sums[i];
        sum1 += sums[i + 1];
        sum2 += sums[i + 2];
        sum3 += sums[i + 3];
    }
    double sum = sum0 + sum1 + sum2 + sum3;
    for (int i = whole; i < n; i++) sum += sums[i];
    if (sum != 2.0 * n) {
        fprintf(stderr, "expected %d as the sum of all sums, found %f\n", 2 * n, sum);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Both warm up for half of the time and then repeat for all of it; rank 0 says how often. Of what both do together, the
 * times of both count, as with MOIDE: a root alone would not tell how long the other one waits. */
static double median(void (*work)(void), int meet, int both, double seconds) {
    int count = 3, go_on = 1;
    double passed = 0;
    while (go_on) {
        double start = MPI_Wtime(), last;
        for (int i = 0; i < count; i++) {
            if (meet) MPI_Barrier(MPI_COMM_WORLD);
            work();
        }
        last = MPI_Wtime() - start;
        passed += last;
        go_on = passed < seconds / 2 && count < MOST_REPETITIONS;
        double next = go_on ? 2.0 * count : seconds * count / (last > 1e-9 ? last : 1e-9);
        count = next > MOST_REPETITIONS ? MOST_REPETITIONS : next < 5 ? 5 : (int)next;
        int said[2] = {go_on, count};
        MPI_Bcast(said, 2, MPI_INT, 0, MPI_COMM_WORLD);
        go_on = said[0];
        count = said[1];
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        if (meet) MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        work();
        times[i] = MPI_Wtime() - start;
    }
    if (both) {
        MPI_Gather(rank == 0 ? MPI_IN_PLACE : times, count, MPI_DOUBLE, times, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        count *= 2;
    }
    qsort(times, count, sizeof(double), ascending);
    return 1e9 * times[count / 2];
}

int main(int words, char **word) {
    MPI_Init(&words, &word);
    if (words != 5) {
        fprintf(stderr, "expected 4 arguments: who place mostBytes milliseconds\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int most = atoi(word[3]);
    double seconds = atof(word[4]) / 1000;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    out = calloc(most, 1);
    in = calloc(most, 1);
    sums = calloc(most, 1);
    /* Every page is touched before it is measured. */
    memset(out, 0, most);
    memset(in, 0, most);
    memset(sums, 0, most);
    struct {
        const char *name;
        void (*work)(void);
        int messages, meet, both;
    } all[] = {{"latency", latency, 2, 0, 0},
               {"exchange", exchange, 1, 0, 0},
               {"bandwidth", bandwidth, 0, 0, 0},
               {"broadcast", broadcast, 1, 1, 1},
               {"allReduce", allreduce, 1, 0, 1}};
    double took = median(barrier, 0, 1, seconds);
    if (rank == 0) printf("%s,barrier,%s,0,%.0f\n", word[1], word[2], took);
    for (int i = 0; i < 5; i++) {
        for (bytes = 8; bytes <= most; bytes *= 16) {
            window = WINDOW_BYTES / bytes < 1 ? 1 : WINDOW_BYTES / bytes > MOST_WINDOW ? MOST_WINDOW : WINDOW_BYTES / bytes;
            written = taken = 0;
            took = median(all[i].work, all[i].meet, all[i].both, seconds);
            int messages = all[i].messages ? all[i].messages : window;
            if (rank == 0) printf("%s,%s,%s,%d,%.1f\n", word[1], all[i].name, word[2], bytes, took / messages);
        }
    }
    MPI_Finalize();
    return 0;
}
