package org.moide.balance.simulation;

/**
 * The control thread of a simulated member. It handles one message after the other; later messages wait until it is
 * free.
 */
final class ControlThread {
    private final SimulatedProcess process;
    private final long handlingNanos;
    private long freeNanos;

    /**
     * Creates the control thread of a process.
     * @param handlingNanos the time that it takes to handle a message
     */
    ControlThread(SimulatedProcess process, long handlingNanos) {
        this.process = process;
        this.handlingNanos = handlingNanos;
        this.freeNanos = process.nanoTime();
    }

    /** Takes a message; {@code open} runs when this message and those before it are handled. */
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
