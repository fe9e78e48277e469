package org.moide.samples.programs.servers;

import java.util.Arrays;
import org.moide.samples.programs.servers.Message.Add;
import org.moide.samples.programs.servers.Message.Added;

/**
 * The state of a partition: some keys with their values. Accesses of different clients to a key may be made in any
 * order. Accesses of one client to one partition must arrive in their order, which the partition checks. Used by one
 * thread at a time.
 */
final class Partition implements Member {
    private static final long serialVersionUID = 1L;

    /** The number of steps, in a chain of dependent multiplications, that take about a microsecond on any host. */
    private static final int STEPS_PER_MICRO = 700;

    private static final long FACTOR = 6_364_136_223_846_793_005L;

    private final Options options;
    private final int number;
    private final long[] values;

    /**
     * For each client, how many accesses it has made to this partition. The next field has checksums of their order.
     */
    private int[] turns = new int[0];

    private long[] orders = new long[0];
    private int engine;
    private int moves;

    Partition(Options options, int number, int engine) {
        this.options = options;
        this.number = number;
        this.engine = engine;
        this.values = new long[options.keysOf(number)];
    }

    Options options() {
        return options;
    }

    int number() {
        return number;
    }

    /** Returns how often the partition has served an access on another engine than the access before. */
    int moves() {
        return moves;
    }

    int served() {
        return Arrays.stream(turns).sum();
    }

    int turns(int client) {
        return client < turns.length ? turns[client] : 0;
    }

    /** Returns a checksum of the accesses of one client, which depends on their order. */
    long order(int client) {
        return client < orders.length ? orders[client] : 0;
    }

    long value(int key) {
        return values[key / options.partitions()];
    }

    /**
     * Serves an access: makes it, and computes for the time that an access takes.
     *
     * @param here the number of this engine
     */
    Added serve(Add add, int here) {
        if (here != engine) {
            engine = here;
            moves++;
        }
        compute(options.costMicros());
        return apply(add);
    }

    /** Makes an access without computing for the time that an access takes. */
    Added apply(Add add) {
        if (add.client() >= turns.length) {
            int clients = Math.max(add.client() + 1, 2 * turns.length);
            turns = Arrays.copyOf(turns, clients);
            orders = Arrays.copyOf(orders, clients);
        }
        int turn = turns[add.client()] + 1;
        if (add.turn() != turn || add.key() % options.partitions() != number) {
            throw new IllegalStateException("partition " + number + ", client " + add.client() + ": expected access "
                    + turn + " to a key of this partition, found access " + add.turn() + " to key " + add.key());
        }
        turns[add.client()] = turn;
        orders[add.client()] = Accesses.mix(orders[add.client()] + add.access() + 1);
        values[add.key() / options.partitions()] += add.amount();
        return new Added(add.access(), turn, value(add.key()));
    }

    private static void compute(int micros) {
        long value = 1;
        for (long step = 0; step < (long) micros * STEPS_PER_MICRO; step++) {
            value = value * FACTOR + step;
        }
        if (value == 0) {
            throw new IllegalStateException("expected any number but 0"); // keeps the loop alive
        }
    }
}
