package org.moide.engine.core;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.ObjectSpace.Lifeline;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.Loop;
import org.moide.engine.control.Timing;

/**
 * An engine's lifeline to its coordinator: when it closes and is not back in time ({@link Timing#lifelineBack}) the
 * engine is an orphan and ends, so that a killed coordinator leaves no JVM behind.
 *
 * <p>Concurrency: one thread of its own opens the lifeline, again and again; {@code open} is volatile and set by it and
 * by the space.
 */
public final class CoordinatorWatch implements AutoCloseable {
    private static final int TRIES = 30;

    /**
     * The number of tries before an engine gives up. A coordinator that no try has reached yet is not where it says:
     * more tries would not help. Each takes a second or two.
     */
    private static final int FIRST_TRIES = 3;

    private final ObjectSpace space;
    private final NodeReference coordinator;
    private final String owner;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private final Runnable whenOrphaned;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean open;
    private volatile boolean reached; // once at least
    private volatile int failures; // before that; written by the watching thread
    private volatile @Nullable RemoteCallException latest;

    /**
     * Starts watching.
     *
     * @param owner the name by which the coordinator knows the lifeline: the engine's object name
     * @param whenOrphaned called once, on the watching thread
     */
    public CoordinatorWatch(
            ObjectSpace space,
            NodeReference coordinator,
            String owner,
            Runnable whenOrphaned,
            Timing timing,
            Surroundings around) {
        this.space = space;
        this.coordinator = coordinator;
        this.owner = owner;
        this.whenOrphaned = whenOrphaned;
        this.timing = timing;
        this.ticker = around.ticker();
        this.changed = around.signals().create();
        this.thread = around.threads().newThread(Loop.lasting(this::watch));
        this.thread.setName(owner + "-lifeline");
        this.thread.start();
    }

    /**
     * Blocks until the coordinator was reached for the first time.
     *
     * @throws UnreachableException if some tries did not reach it; the message has the result of each of its addresses
     */
    public void awaitReached() throws InterruptedException {
        changed.await(() -> reached || closed || failures >= FIRST_TRIES, Long.MAX_VALUE);
        RemoteCallException why = latest;
        if (!reached && !closed && why != null) {
            throw new UnreachableException(coordinator, why);
        }
    }

    /** Says that the coordinator reaches this engine's host, and cannot be reached from it. */
    public static final class UnreachableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreachableException(NodeReference coordinator, RemoteCallException why) {
            super(
                    "the coordinator cannot be reached from here where it says that it is, at "
                            + String.join(", ", coordinator.addresses()) + ", port " + coordinator.port() + ": "
                            + why.getMessage()
                            + " (--advertise of moide run names an address that hosts reach, --port a port that is open)",
                    why);
        }
    }

    @Override
    public void close() {
        closed = true;
        changed.raise();
    }

    private void watch() {
        long goneSinceNanos = ticker.nanoTime();
        try {
            while (!closed) {
                long begunNanos = ticker.nanoTime();
                Lifeline lifeline = tryOpen();
                if (lifeline != null) {
                    reached = true;
                    changed.raise();
                    changed.await(() -> closed || !open, Long.MAX_VALUE);
                    lifeline.close();
                    goneSinceNanos = ticker.nanoTime();
                } else if (begunNanos - goneSinceNanos > timing.lifelineBack().toNanos()) {
                    // A try that began in time may be lost on its way, and then takes longer than all of the time.
                    failures = FIRST_TRIES;
                    changed.raise();
                    whenOrphaned.run();
                    return;
                } else {
                    changed.await(() -> closed, timing.lifelineBack().toNanos() / TRIES);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Lifeline tryOpen() {
        open = true;
        try {
            // Whether anybody listens is known within the second that connecting may take; the handshake may wait for a
            // processor where dozens of JVMs start at once, and giving up would look like our end to the coordinator.
            return space.openLifeline(coordinator, owner, timing.bulk(), () -> {
                open = false;
                changed.raise();
            });
        } catch (RemoteCallException notNow) {
            latest = notNow;
            failures = Math.addExact(failures, 1);
            changed.raise();
            return null; // tried again until the time is over; then whenOrphaned says so
        }
    }
}
