package org.moide.hosts.tunnel;

import java.time.Duration;

/**
 * The state machine of the tunnel to one host. It decides when to start an ssh process, first and after the last one
 * has ended. It reads no clock. Not thread-safe.
 *
 * <p>The first attempt after a loss follows at once, because engines give up their coordinator after
 * {@code Timing.lifelineBack}. Attempts go on after that, at growing intervals, while callers treat the host as lost.
 */
final class LineLife {
    enum State {
        /** No ssh runs, and the next attempt may begin. */
        DOWN,
        /** An ssh was started and is not up yet. */
        OPENING,
        /** The ssh forwards its sockets. */
        UP,
        /** The last attempt failed, and the delay before the next has not passed. */
        RESTING
    }

    private static final long FIRST_REST_NANOS = Duration.ofMillis(500).toNanos();
    private static final long LONGEST_REST_NANOS = Duration.ofSeconds(10).toNanos();

    private State state = State.DOWN;
    private boolean wasUp;
    private int failures;
    private long restsUntilNanos;
    private String trouble = "";

    /** Returns the tunnel's state at this time. The state becomes {@code DOWN} when a rest is over. */
    State at(long nowNanos) {
        if (state == State.RESTING && restsUntilNanos - nowNanos <= 0) {
            state = State.DOWN;
        }
        return state;
    }

    void begun() {
        require(State.DOWN);
        state = State.OPENING;
    }

    void opened() {
        require(State.OPENING);
        state = State.UP;
        wasUp = true;
        failures = 0;
        trouble = "";
    }

    /** Notes that starting ssh has failed. The tunnel then rests for a while before the next attempt. */
    void failed(long nowNanos, String why) {
        require(State.OPENING);
        rest(nowNanos, why);
    }

    /** Notes that the tunnel was up and has broken. The next attempt may begin at once. */
    void lost(String why) {
        require(State.UP);
        state = State.DOWN;
        trouble = why;
    }

    private void rest(long nowNanos, String why) {
        long rest = Math.min(LONGEST_REST_NANOS, FIRST_REST_NANOS << Math.min(failures, 10));
        failures++;
        trouble = why;
        restsUntilNanos = nowNanos + rest;
        state = State.RESTING;
    }

    /** Returns the time at which the rest ends. May be called only in state {@code RESTING}. */
    long restsUntilNanos() {
        require(State.RESTING);
        return restsUntilNanos;
    }

    /**
     * Returns whether it is worth waiting for the tunnel. It is not if the tunnel was never up and the last attempt
     * failed.
     */
    boolean isWorthWaiting() {
        return state != State.RESTING || wasUp;
    }

    /** Returns why the tunnel is not up, from the last failed attempt or the last break; empty if there was neither. */
    String trouble() {
        return trouble;
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("expected a line that is " + expected + ", found " + state);
        }
    }
}
