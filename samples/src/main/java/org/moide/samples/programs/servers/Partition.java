package org.moide.samples.programs.servers;

import java.util.Arrays;
import org.moide.samples.programs.servers.Message.Add;
import org.moide.samples.programs.servers.Message.Added;

/**
 * A partition: some keys with their values. What clients add to one key may be added in any order; what one client says
 * to one partition has its order, which the partition insists on. One thread at a time.
 */
final class Partition implements Member {
    private static final long serialVersionUID = 1L;

    /** A chain of multiplications, none of which can begin before the last: about a microsecond on any host. */
    private static final int STEPS_PER_MICRO = 700;

    private static final long FACTOR = 6_364_136_223_846_793_005L;

    private final Options options;
    private final int number;
    private final long[] values;

    /** The accesses that each client has made, how many and which, in their order. */
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

    /** The number of times that it was found on another engine than the one before. */
    int moves() {
        return moves;
    }

    int served() {
        return Arrays.stream(turns).sum();
    }

    int turns(int client) {
        return client < turns.length ? turns[client] : 0;
    }

    /** The accesses of this client, in their order. */
    long order(int client) {
        return client < orders.length ? orders[client] : 0;
    }

    long value(int key) {
        return values[key / options.partitions()];
    }

    /** Serves an access, on this engine. */
    Added serve(Add add, int here) {
        if (here != engine) {
            engine = here;
            moves++;
        }
        compute(options.costMicros());
        return apply(add);
    }

    /** Applies an access, without what it costs. */
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
