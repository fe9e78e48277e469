package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.Outbox;

/** One engine as the coordinator's core knows it; used by the control thread only. */
final class Seat {
    /** Where an engine stands; it only moves forward. */
    enum State {
        ASSEMBLED,
        REGISTERED,
        FINISHED,
        LOST
    }

    private final int engine;
    private final String host;
    private final Outbox<EngineCommand> outbox;
    private State state = State.ASSEMBLED;
    private long lastHeardNanos;
    private long lifelineClosedNanos = Long.MAX_VALUE;
    private @Nullable EngineStatistics statistics;

    Seat(int engine, String host, Outbox<EngineCommand> outbox, long nowNanos) {
        this.engine = engine;
        this.host = host;
        this.outbox = outbox;
        this.lastHeardNanos = nowNanos;
    }

    int engine() {
        return engine;
    }

    /** For messages: which engine, and where. */
    String name() {
        return "engine-" + engine + " on " + host;
    }

    State state() {
        return state;
    }

    void advance(State next) {
        if (next.compareTo(state) <= 0) {
            throw new IllegalStateException(name() + ": expected to move on from " + state + ", found " + next);
        }
        state = next;
    }

    boolean active() {
        return state == State.ASSEMBLED || state == State.REGISTERED;
    }

    void tell(EngineCommand command) {
        outbox.post(command);
    }

    void heard(long nowNanos) {
        lastHeardNanos = nowNanos;
    }

    long lastHeardNanos() {
        return lastHeardNanos;
    }

    void lifelineOpened() {
        lifelineClosedNanos = Long.MAX_VALUE;
    }

    void lifelineClosed(long nowNanos) {
        lifelineClosedNanos = nowNanos;
    }

    /** {@link Long#MAX_VALUE} while it is open. */
    long lifelineClosedNanos() {
        return lifelineClosedNanos;
    }

    void finished(EngineStatistics of) {
        statistics = of;
        advance(State.FINISHED);
    }

    /** Null until it has finished. */
    @Nullable
    EngineStatistics statistics() {
        return statistics;
    }
}
