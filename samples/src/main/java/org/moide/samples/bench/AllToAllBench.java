package org.moide.samples.bench;

import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;

/**
 * Measures how long it takes until all threads have exchanged data: each sends some numbers to each other thread, and
 * checks the numbers that it receives. In the first round each pair of engines opens a link.
 *
 * <p>Reports {@code ids}, the number of threads; {@code firstSeconds}, the time that the slowest thread took for the
 * first round; and {@code roundMicros}, the time that it took for a later round.
 */
public final class AllToAllBench implements Application {
    private static final String ROUNDS = "--rounds";
    private static final String LONGS = "--longs";
    private static final int USUAL_ROUNDS = 10;
    private static final int USUAL_LONGS = 16;
    private static final int MOST_ROUNDS = 1_000_000;
    private static final int MOST_LONGS = 1 << 16;
    private static final double NANOS = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    @Override
    public String summary() {
        return "measures how long it takes until all threads know each other";
    }

    @Override
    public String usage() {
        return """
            --rounds n   so many times each gives each numbers, after the first time; default 10
            --longs n    so many numbers; default 16""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(ROUNDS, LONGS), Set.of(), 0);
        rounds(arguments);
        longs(arguments);
    }

    private static int rounds(Arguments arguments) {
        return arguments.count(ROUNDS, USUAL_ROUNDS, 1, MOST_ROUNDS);
    }

    private static int longs(Arguments arguments) {
        return arguments.count(LONGS, USUAL_LONGS, 1, MOST_LONGS);
    }

    @Override
    public void run(ComputeThread self) {
        int rounds = rounds(self.arguments());
        int longs = longs(self.arguments());
        CommLib comm = self.comm();
        comm.remoteBarrier();
        long begun = System.nanoTime();
        round(comm, longs, 0);
        long known = System.nanoTime();
        for (int round = 1; round <= rounds; round++) {
            round(comm, longs, round);
        }
        double firstSeconds = comm.allReduce((known - begun) / NANOS, Reduction.MAXIMUM);
        double micros = comm.allReduce((System.nanoTime() - known) / NANOS_PER_MICRO / rounds, Reduction.MAXIMUM);
        if (self.id() == 0) {
            self.report().put("ids", comm.count());
            self.report().put("firstSeconds", firstSeconds);
            self.report().put("roundMicros", micros);
            self.report()
                    .print(String.format(
                            "%d threads: the first time %.3f s, then %.0f µs", comm.count(), firstSeconds, micros));
        }
    }

    /** Exchanges data between all threads once. */
    private static void round(CommLib comm, int longs, int round) {
        long[] out = new long[comm.count() * longs];
        long[] in = new long[comm.count() * longs];
        for (int place = 0; place < out.length; place++) {
            out[place] = number(comm.id(), place / longs, place % longs, round);
        }
        comm.allToAll(Slice.of(out), Slice.of(in));
        for (int place = 0; place < in.length; place++) {
            long expected = number(place / longs, comm.id(), place % longs, round);
            if (in[place] != expected) {
                throw new IllegalStateException("round " + round + ", from ID " + place / longs + " to " + comm.id()
                        + ": expected " + expected + ", found " + in[place]);
            }
        }
    }

    private static long number(int from, int to, int place, int round) {
        return (((long) from << 16 | to) * MOST_LONGS + place) * MOST_ROUNDS + round;
    }
}
