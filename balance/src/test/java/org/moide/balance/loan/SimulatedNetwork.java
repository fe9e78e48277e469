package org.moide.balance.loan;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.moide.commlib.sim.EventQueue;

/** Loses, doubles, delays and reorders messages between engines until it is healed. */
final class SimulatedNetwork {
    private final EventQueue queue;
    private final RandomGenerator random;
    private final Set<Integer> cut = new HashSet<>();
    private final long delayNanos;
    private double loss;
    private double doubling;

    SimulatedNetwork(EventQueue queue) {
        this.queue = queue;
        this.random = queue.random("network");
        this.delayNanos = (long) Math.pow(10, random.nextDouble(4, 6.7));
        this.loss = random.nextBoolean() ? 0 : random.nextDouble(0.4);
        this.doubling = random.nextBoolean() ? 0 : random.nextDouble(0.3);
    }

    void cut(int engine) {
        cut.add(engine);
    }

    void mend(int engine) {
        cut.remove(engine);
    }

    /** From here on nothing is lost or doubled, though still late. */
    void heal() {
        cut.clear();
        loss = 0;
        doubling = 0;
    }

    /** Sends between the lender and {@code engine}, either way. */
    void send(int engine, String what, Runnable arrival) {
        int copies = random.nextDouble() < doubling ? 2 : 1;
        for (int copy = 0; copy < copies; copy++) {
            if (!cut.contains(engine) && random.nextDouble() >= loss) {
                long outlier = random.nextInt(30) == 0 ? 10 : 1;
                queue.after(1 + (long) (outlier * delayNanos * random.nextDouble(0.5, 1.5)), what, arrival);
            }
        }
    }
}
