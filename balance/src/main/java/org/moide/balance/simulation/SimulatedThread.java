package org.moide.balance.simulation;

/** A compute thread: sleeps until it is woken, and lets the time pass that its tasks take. */
public abstract class SimulatedThread {
    private final SimulatedProcess process;
    private final SimulatedPace pace;
    private final int index;
    private final double power;
    private boolean sleeps;
    private boolean wakes;
    private long busyNanos;

    /**
     * Makes a thread that has not begun.
     *
     * @param index which of its member's it is, from 0 on
     * @param power a task takes the thread as long as the workload says, divided by this
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

    /** Performs the next step. */
    protected abstract void step();

    /** Lets the thread sleep from now on. */
    final void sleep() {
        sleeps = true;
    }

    /** Wakes the thread, since there is something to do; answers whether it was asleep, and will look. */
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

    /** Goes on after a sleep. */
    void woken() {
        step();
    }

    /** Goes on after a while, at once if it is none. */
    protected final void later(long nanos, String what, Runnable then) {
        if (nanos == 0) {
            then.run();
        } else {
            compute(nanos, what, then);
        }
    }

    /** Goes on when it has computed for this time. */
    final void compute(long nanos, String what, Runnable then) {
        process.compute(index, nanos, what, then);
    }

    /** The time that it takes for a task that takes a thread of power 1 so long. */
    final long ownNanos(long nanos) {
        return Math.max(1, Math.round(nanos / power));
    }

    /** Adds time that it has spent in a task. */
    final void spent(long nanos) {
        busyNanos += nanos;
    }

    /** The time that it has spent in tasks. */
    final long busyNanos() {
        return busyNanos;
    }

    final double power() {
        return power;
    }

    /** The thread's number among its member's, from 0 on. */
    protected final int index() {
        return index;
    }
}
