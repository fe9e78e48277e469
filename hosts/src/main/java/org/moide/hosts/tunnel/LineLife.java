package org.moide.hosts.tunnel;

import java.time.Duration;

/**
 * What becomes of the line to a host: when an ssh is started, and again when one has ended. Is told what happens and
 * says what to do; reads no clock. One thread at a time.
 *
 * <p>Who loses a line has {@code Timing.lifelineBack} until engines believe that their coordinator is gone, so the
 * first attempt follows at once. After that the host is as good as lost, and is treated so by those who call it;
 * attempts go on, ever more seldom.
 */
final class LineLife {
    /** Where it stands. */
    enum State {
        /** Nobody wanted it yet, or it is time for another try. */
        DOWN,
        /** An ssh has been started. */
        OPENING,
        /** Sockets can be used. */
        UP,
        /** The last attempt failed, and the next has to wait. */
        RESTING
    }

    private static final long FIRST_REST_NANOS = Duration.ofMillis(500).toNanos();
    private static final long LONGEST_REST_NANOS = Duration.ofSeconds(10).toNanos();

    private State state = State.DOWN;
    private boolean wasUp;
    private int failures;
    private long restsUntilNanos;
    private String trouble = "";

    /** Time has passed; returns where it stands now. */
    State at(long nowNanos) {
        if (state == State.RESTING && restsUntilNanos - nowNanos <= 0) {
            state = State.DOWN;
        }
        return state;
    }

    /** An ssh is being started. */
    void begun() {
        require(State.DOWN);
        state = State.OPENING;
    }

    /** It is up. */
    void opened() {
        require(State.OPENING);
        state = State.UP;
        wasUp = true;
        failures = 0;
        trouble = "";
    }

    /** It could not be had. */
    void failed(long nowNanos, String why) {
        require(State.OPENING);
        rest(nowNanos, why);
    }

    /** It has ended, which nobody wanted. The next may begin at once. */
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

    /** Until when it rests; only while it does. */
    long restsUntilNanos() {
        require(State.RESTING);
        return restsUntilNanos;
    }

    /**
     * Whether who wants it waits: an ssh is on its way. Not if it is known that none can be had.
     */
    boolean isWorthWaiting() {
        return state != State.RESTING || wasUp;
    }

    /** Why it is not up; empty if nothing was wrong yet. */
    String trouble() {
        return trouble;
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("expected a line that is " + expected + ", found " + state);
        }
    }
}
