package org.moide.engine.core;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.ObjectSpace.Lifeline;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.timing.Timing;

/**
 * An engine's lifeline to its coordinator: when it closes and is not back in time ({@link Timing#lifelineBack}) the engine is an orphan and ends
 * (DESIGN §8), so that a killed coordinator leaves no JVM behind.
 *
 * <p>Concurrency: one thread of its own opens the lifeline, again and again; {@code open} is volatile and set by it and by
 * the space.
 */
public final class CoordinatorWatch implements AutoCloseable {
    private static final int TRIES = 30;

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

    /**
     * Starts watching.
     *
     * @param owner what the coordinator knows the lifeline by: the engine's object name
     * @param whenOrphaned called once, on the watching thread
     */
    public CoordinatorWatch(
            ObjectSpace space,
            NodeReference coordinator,
            String owner,
            Runnable whenOrphaned,
            Timing timing,
            Ticker ticker,
            Signal.Factory signals,
            ThreadFactory threads) {
        this.space = space;
        this.coordinator = coordinator;
        this.owner = owner;
        this.whenOrphaned = whenOrphaned;
        this.timing = timing;
        this.ticker = ticker;
        this.changed = signals.create();
        this.thread = threads.newThread(this::watch);
        this.thread.setName(owner + "-lifeline");
        this.thread.start();
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
                    changed.await(() -> closed || !open, Long.MAX_VALUE);
                    lifeline.close();
                    goneSinceNanos = ticker.nanoTime();
                } else if (begunNanos - goneSinceNanos > timing.lifelineBack().toNanos()) {
                    // A try that began in time may be lost on its way, and then takes longer than all of the time.
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
            return null; // tried again until the time is over; then whenOrphaned says so
        }
    }
}
