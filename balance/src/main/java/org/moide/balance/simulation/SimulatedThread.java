package org.moide.balance.simulation;

/** A simulated compute thread. It sleeps until it is woken, and lets simulated time pass for its tasks. */
public abstract class SimulatedThread {
    private final SimulatedProcess process;
    private final SimulatedPace pace;
    private final int index;
    private final double power;
    private boolean sleeps;
    private boolean wakes;
    private long busyNanos;

    /**
     * Makes a thread that has not started.
     *
     * @param index its index at its member, from 0
     * @param power its speed: a task takes the time that the workload states, divided by this
     */
    SimulatedThread(SimulatedProcess process, SimulatedPace pace, int index, double power) {
        this.process = process;
        this.pace = pace;
        this.index = index;
        this.power = power;
    }

    final void start() {
        later(pace.startNanos(), "start", this::step);
    }

    /** Performs the thread's next step, such as taking a task. */
    protected abstract void step();

    final void sleep() {
        sleeps = true;
    }

    /**
     * Wakes the thread if it sleeps.
     *
     * @return whether the thread was asleep, so that it will now look for work
     */
    final boolean wake() {
        if (!sleeps || wakes) {
            return false;
        }
        wakes = true;
        process.at(process.nanoTime() + pace.wakeNanos(), "wake", () -> {
            wakes = false;
            sleeps = false;
            woken();
        });
        return true;
    }

    /** Continues after the thread was woken; by default it performs the next step. */
    void woken() {
        step();
    }

    /** Runs {@code then} after some time; at once if {@code nanos} is 0. */
    protected final void later(long nanos, String what, Runnable then) {
        if (nanos == 0) {
            then.run();
        } else {
            compute(nanos, what, then);
        }
    }

    /** Runs {@code then} after the thread has computed for this time. */
    final void compute(long nanos, String what, Runnable then) {
        process.compute(index, nanos, what, then);
    }

    /** Converts a task's time on a thread of power 1 to its time on this thread. */
    final long ownNanos(long nanos) {
        return Math.max(1, Math.round(nanos / power));
    }

    /** Adds to the total time that the thread has spent in tasks. */
    final void spent(long nanos) {
        busyNanos += nanos;
    }

    final long busyNanos() {
        return busyNanos;
    }

    final double power() {
        return power;
    }

    /** Returns the thread's index at its member, from 0. */
    protected final int index() {
        return index;
    }
}
