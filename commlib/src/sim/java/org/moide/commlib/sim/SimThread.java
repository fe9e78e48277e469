package org.moide.commlib.sim;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Driver;

/**
 * A real thread that runs only while it holds its scheduler's {@link Baton}, the right to run. If its task is a
 * {@link Driver} (a loop in rounds that never block), the real thread never starts, and the holder of the baton runs
 * the driver's rounds. Only the holder of the baton reads and writes its fields.
 */
final class SimThread extends Thread {
    private final SimScheduler scheduler;
    private final Role role;
    private final Runnable task;
    private final String turn;
    private final @Nullable SimDriver driver;
    private @Nullable SimNode process;
    private @Nullable RuntimeException doom;
    private boolean dying;
    private boolean waiting;
    private boolean wakePlanned;
    private boolean interruptWaits;
    private boolean interrupted; // of a driver
    private Object waitsFor = "its first turn";
    private @Nullable BooleanSupplier awaited;
    private long awaitedUntilNanos;

    /** The kinds of threads in a run. */
    enum Role {
        /** A thread for whose end the run waits. */
        AWAITED,
        /** A thread that may wait for ever, such as a driver or a thread of a pool; the run ends without it. */
        SERVICE,
        /** A thread that runs events. */
        DISPATCHER
    }

    SimThread(SimScheduler scheduler, String name, @Nullable SimNode process, Role role, Runnable task) {
        super(name);
        this.scheduler = scheduler;
        this.role = role;
        this.task = task;
        this.process = process;
        this.turn = "turn of " + name;
        this.waiting = role != Role.DISPATCHER;
        this.driver = task instanceof Driver rounds && rounds.signal() instanceof SimSignal signal
                ? new SimDriver(scheduler, this, rounds, signal)
                : null;
        setDaemon(true);
    }

    @Override
    public synchronized void start() {
        scheduler.admit(this);
        if (driver == null) {
            super.start();
        }
        if (role != Role.DISPATCHER) {
            scheduler.wake(this);
        }
    }

    @Override
    public void run() {
        scheduler.live(this, task);
    }

    /** Interrupts the thread; if it waits, it notices the interrupt at its next turn. */
    @Override
    public void interrupt() {
        if (Thread.currentThread() == this && !scheduler.plays()) {
            super.interrupt();
        } else if (scheduler.runs(this)) { // isAlive() stays true for a moment
            interruptWaits = true;
            scheduler.wake(this);
        }
    }

    /** Makes the thread end at its next turn, with a {@link SimulatedDeath}. */
    void die() {
        dying = true;
    }

    /** Makes the wait in which the thread is fail with this exception, at its next turn. */
    void fail(RuntimeException why) {
        doom = why;
    }

    /**
     * Marks the thread as waiting until its next turn; an error of the run names {@code what} as that for which it
     * waits. Called by the thread itself, or for a driver.
     */
    void waitFor(Object what) {
        throwIfDoomed();
        waiting = true;
        waitsFor = what;
        awaited = null;
    }

    /**
     * Sets the condition and the time for which the thread waits, so that it gets no turn before. Called by the thread
     * itself, or for a driver.
     */
    void waitFor(BooleanSupplier condition, long untilNanos) {
        awaited = condition;
        awaitedUntilNanos = untilNanos;
    }

    /**
     * Returns whether the thread would find at its turn that it must wait on. To know that before saves two thread
     * switches; the condition's value does not depend on the thread that evaluates it.
     */
    boolean waitsInVain(long nowNanos) {
        BooleanSupplier condition = awaited;
        if (condition == null || interruptWaits || isDoomed() || nowNanos >= awaitedUntilNanos) {
            return false;
        }
        wakePlanned = false; // a later raise may be about a change that this check misses
        try {
            return !condition.getAsBoolean();
        } catch (RuntimeException | Error its) {
            return false; // the thread itself will find and throw the same exception
        }
    }

    /**
     * Passes on an interrupt that came during the wait, and throws if the thread must end. Called by the thread itself,
     * or for a driver, when its turn has come.
     */
    void resumed() {
        if (interruptWaits) {
            interruptWaits = false;
            if (driver == null) {
                super.interrupt();
            } else {
                interrupted = true;
            }
        }
        throwIfDoomed();
    }

    /** Returns whether a driver was interrupted, and clears its interrupt flag. */
    boolean takeInterrupt() {
        boolean taken = interrupted;
        interrupted = false;
        return taken;
    }

    /** Returns the driver whose rounds are run in place of a Java thread; null if this is started as a Java thread. */
    @Nullable
    SimDriver driver() {
        return driver;
    }

    /** Throws if the thread must end or its wait must fail. Called by the thread itself, or for a driver. */
    void throwIfDoomed() {
        if (dying) {
            throw new SimulatedDeath(getName() + ": the process was killed");
        }
        RuntimeException why = doom;
        if (why != null) {
            doom = null;
            throw why;
        }
    }

    boolean isDoomed() {
        return dying || doom != null;
    }

    Role role() {
        return role;
    }

    SimScheduler scheduler() {
        return scheduler;
    }

    /**
     * Returns the process of this thread; for a dispatching thread, the process whose event it runs; null if there is
     * none.
     */
    @Nullable
    SimNode process() {
        return process;
    }

    /** Sets the process for which this dispatching thread runs an event; returns the previous one. */
    @Nullable
    SimNode actFor(@Nullable SimNode other) {
        SimNode before = process;
        process = other;
        dying = false;
        return before;
    }

    /** Returns the name of the event that gives this thread a turn. */
    String turn() {
        return turn;
    }

    boolean isWaiting() {
        return waiting;
    }

    String waitsFor() {
        return waitsFor.toString();
    }

    /** Marks the thread's next turn as planned. Returns false if it was so already. */
    boolean planWake() {
        boolean first = !wakePlanned;
        wakePlanned = true;
        return first;
    }

    /** Marks the thread's next turn as not planned, because the planned one will not come. */
    void forgetWake() {
        wakePlanned = false;
    }

    /** Marks the thread as running, because its planned turn has come. Returns false if it did not wait. */
    boolean takeTurn() {
        boolean waited = waiting;
        waiting = false;
        wakePlanned = false;
        return waited;
    }
}
