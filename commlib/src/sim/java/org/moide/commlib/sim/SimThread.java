package org.moide.commlib.sim;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Driver;

/**
 * A real thread that runs only while it holds its scheduler's baton; or none that runs, if it would play the rounds of a driver.
 * All its fields are read and written by the holder of the baton only.
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
    private boolean interrupted; // a driver
    private Object waitsFor = "its first turn";
    private @Nullable BooleanSupplier awaited;
    private long awaitedUntilNanos;

    /** The role of a thread in a run. */
    enum Role {
        /** A run ends when it has ended. */
        AWAITED,
        /** The thread may wait for ever: a driver, a pool's thread. */
        SERVICE,
        /** Lets events happen. */
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

    /** Interrupts; a waiting thread notices when its turn comes. */
    @Override
    public void interrupt() {
        if (Thread.currentThread() == this && !scheduler.plays()) {
            super.interrupt();
        } else if (scheduler.runs(this)) { // and not isAlive(): an ended thread is, for a moment of real time
            interruptWaits = true;
            scheduler.wake(this);
        }
    }

    /** The thread will get its turn no more by itself but was waiting: its next turn ends it. */
    void die() {
        dying = true;
    }

    /** Lets what the thread waits for fail. */
    void fail(RuntimeException why) {
        doom = why;
    }

    /** Notes, on this thread, that it will wait until its next turn. */
    void waitFor(Object what) {
        throwIfDoomed();
        waiting = true;
        waitsFor = what;
        awaited = null;
    }

    /** Notes, on this thread, which is about to wait: for nothing but this, or for the time. */
    void waitFor(BooleanSupplier condition, long untilNanos) {
        awaited = condition;
        awaitedUntilNanos = untilNanos;
    }

    /**
     * Whether it would find, were it given its turn, that it has to wait on. To look here spares two changes of threads; the
     * condition is the same whoever asks.
     */
    boolean waitsInVain(long nowNanos) {
        BooleanSupplier condition = awaited;
        if (condition == null || interruptWaits || isDoomed() || nowNanos >= awaitedUntilNanos) {
            return false;
        }
        wakePlanned = false; // a raise from now on may be about what is not looked at any more
        try {
            return !condition.getAsBoolean();
        } catch (RuntimeException | Error its) {
            return false; // it finds the same, and it is its own
        }
    }

    /** Notes, on this thread, that its turn has come. */
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

    /** Takes the interrupt of a driver: answers whether it was interrupted, which it is then no more. */
    boolean takeInterrupt() {
        boolean taken = interrupted;
        interrupted = false;
        return taken;
    }

    /** The driver that is played in this thread's place; null if it runs. */
    @Nullable
    SimDriver driver() {
        return driver;
    }

    /** Throws on this thread if it is to die. */
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

    /** The thread's process, or the one for which a dispatcher acts. */
    @Nullable
    SimNode process() {
        return process;
    }

    /** A dispatcher acts for another process from now on; returns for which it did. */
    @Nullable
    SimNode actFor(@Nullable SimNode other) {
        SimNode before = process;
        process = other;
        dying = false;
        return before;
    }

    /** The name of the event that is this thread's turn. */
    String turn() {
        return turn;
    }

    boolean isWaiting() {
        return waiting;
    }

    String waitsFor() {
        return waitsFor.toString();
    }

    /** False if its next turn was already planned. */
    boolean planWake() {
        boolean first = !wakePlanned;
        wakePlanned = true;
        return first;
    }

    /** The turn that was planned will not come. */
    void forgetWake() {
        wakePlanned = false;
    }

    /** Takes its planned turn; false if it does not wait. */
    boolean takeTurn() {
        boolean waited = waiting;
        waiting = false;
        wakePlanned = false;
        return waited;
    }
}
