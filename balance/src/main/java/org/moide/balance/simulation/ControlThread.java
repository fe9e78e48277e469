package org.moide.balance.simulation;

/** The control thread of a member: messages that arrive wait there for each other. */
final class ControlThread {
    private final SimulatedProcess process;
    private final long handlingNanos;
    private long freeNanos;

    /** @param handlingNanos what it takes for a message */
    ControlThread(SimulatedProcess process, long handlingNanos) {
        this.process = process;
        this.handlingNanos = handlingNanos;
        this.freeNanos = process.nanoTime();
    }

    /** A message has arrived; it is opened when those before it are handled. */
    void take(Runnable open) {
        long now = process.nanoTime();
        freeNanos = Math.max(now, freeNanos) + handlingNanos;
        if (freeNanos == now) {
            open.run();
        } else {
            process.at(freeNanos, "handled", open);
        }
    }
}
