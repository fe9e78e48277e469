package org.moide.balance.loan;

import java.util.random.RandomGenerator;
import org.moide.balance.simulation.SimulatedPace;

/**
 * The times that an engine's steps take, apart from its tasks. Each is drawn at random, so that events interleave in
 * all orders.
 */
record DrawnPace(RandomGenerator random) implements SimulatedPace {
    @Override
    public long startNanos() {
        return random.nextInt(1, 1_000_000);
    }

    @Override
    public long wakeNanos() {
        return random.nextInt(1, 30_000);
    }

    @Override
    public long nudgeNanos() {
        return random.nextInt(1, 20_000);
    }

    @Override
    public long codingNanos(int pieces) {
        return random.nextInt(1, 200_000);
    }

    @Override
    public long answerNanos() {
        return random.nextInt(1, 50_000);
    }

    @Override
    public long nextNanos() {
        return random.nextInt(1, 2_000);
    }

    @Override
    public long looksNanos() {
        return (long) Math.pow(10, random.nextDouble(2, 5.5));
    }
}
