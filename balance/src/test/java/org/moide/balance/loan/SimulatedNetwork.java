package org.moide.balance.loan;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.moide.commlib.sim.EventQueue;

/** Loses, doubles, delays and reorders messages between members until it is healed. */
final class SimulatedNetwork {
    /** One direction is enough to be cut off. */
    private record Way(int from, int to) {}

    private final EventQueue queue;
    private final RandomGenerator random;
    private final Set<Integer> cut = new HashSet<>();
    private final Set<Way> cutWays = new HashSet<>();
    private final long delayNanos;
    private double loss;
    private double doubling;
    private long sent;

    SimulatedNetwork(EventQueue queue) {
        this.queue = queue;
        this.random = queue.random("network");
        this.delayNanos = (long) Math.pow(10, random.nextDouble(4, 6.7));
        this.loss = random.nextBoolean() ? 0 : random.nextDouble(0.4);
        this.doubling = random.nextBoolean() ? 0 : random.nextDouble(0.3);
    }

    /** One that only takes some time. */
    SimulatedNetwork(EventQueue queue, long delayNanos) {
        this.queue = queue;
        this.random = queue.random("network");
        this.delayNanos = delayNanos;
    }

    /** Nothing reaches the engine and nothing comes from it. */
    void cut(int engine) {
        cut.add(engine);
    }

    void mend(int engine) {
        cut.remove(engine);
    }

    void cutWay(int from, int to) {
        cutWays.add(new Way(from, to));
    }

    void mendWay(int from, int to) {
        cutWays.remove(new Way(from, to));
    }

    /** From here on nothing is lost or doubled, though still late. */
    void heal() {
        cut.clear();
        cutWays.clear();
        loss = 0;
        doubling = 0;
    }

    long sent() {
        return sent;
    }

    void send(int from, int to, String what, Runnable arrival) {
        sent++;
        int copies = random.nextDouble() < doubling ? 2 : 1;
        for (int copy = 0; copy < copies; copy++) {
            boolean open = !cut.contains(from) && !cut.contains(to) && !cutWays.contains(new Way(from, to));
            if (open && random.nextDouble() >= loss) {
                long outlier = random.nextInt(30) == 0 ? 10 : 1;
                queue.after(1 + (long) (outlier * delayNanos * random.nextDouble(0.5, 1.5)), what, arrival);
            }
        }
    }
}
