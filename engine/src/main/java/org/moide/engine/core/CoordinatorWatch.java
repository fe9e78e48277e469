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
 * Keeps an engine's lifeline to its coordinator open. If it closes and cannot be restored in time
 * ({@link Timing#lifelineBack}), the engine ends, so that a killed coordinator leaves no JVM behind.
 *
 * <p>Concurrency: the watch's own thread opens the lifeline whenever it is closed; {@code open} is volatile, and set by
 * that thread and by the object space.
 */
public final class CoordinatorWatch implements AutoCloseable {
    private static final int TRIES = 30;

    /**
     * Number of attempts to reach the coordinator for the first time. If none succeeds, its address is wrong for this
     * host, and more attempts would not help. Each takes a second or two.
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
    private volatile boolean reached; // whether the coordinator was reached at least once
    private volatile int failures; // failed attempts before the first success; written by the watching thread
    private volatile @Nullable RemoteCallException latest;

    /**
     * Starts the watching thread.
     *
     * @param owner the name by which the coordinator knows the lifeline, which is the engine's object name
     * @param whenOrphaned called once, on the watching thread, when the coordinator is lost
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
     * Blocks until the coordinator has been reached for the first time.
     *
     * @throws UnreachableException if {@link #FIRST_TRIES} attempts failed; the message has the result for each address
     */
    public void awaitReached() throws InterruptedException {
        changed.await(() -> reached || closed || failures >= FIRST_TRIES, Long.MAX_VALUE);
        RemoteCallException why = latest;
        if (!reached && !closed && why != null) {
            throw new UnreachableException(coordinator, why);
        }
    }

    /** Thrown when the coordinator can reach this engine's host, but this host cannot reach the coordinator. */
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
                    // An attempt that began in time may be lost in the network and take longer than the whole time
                    // limit.
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
            // Connecting shows within a second whether the coordinator's process listens. The handshake may take longer
            // where dozens of JVMs start at once, and giving up would look like this engine's end to the coordinator.
            return space.openLifeline(coordinator, owner, timing.bulk(), () -> {
                open = false;
                changed.raise();
            });
        } catch (RemoteCallException notNow) {
            latest = notNow;
            failures = Math.addExact(failures, 1);
            changed.raise();
            return null; // attempts are repeated until the time limit has passed; then whenOrphaned is called
        }
    }
}
