package org.moide.hosts.tunnel;

import java.time.Duration;

/**
 * State machine of the tunnel to one host. It decides when to start an ssh, first and after the last one has ended. It
 * reads no clock. One thread at a time.
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

    /** Returns the line's state at this time. A rest that is over becomes {@code DOWN}. */
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

    /** Notes that the attempt failed. The line then rests. */
    void failed(long nowNanos, String why) {
        require(State.OPENING);
        rest(nowNanos, why);
    }

    /** Notes that a line that was up has broken. The next attempt may begin at once. */
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
     * Returns whether a caller should wait for the line. False if the line was never up and the last attempt failed.
     */
    boolean isWorthWaiting() {
        return state != State.RESTING || wasUp;
    }

    /** Returns why the line is not up; empty if no attempt has failed and no line has broken. */
    String trouble() {
        return trouble;
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("expected a line that is " + expected + ", found " + state);
        }
    }
}
