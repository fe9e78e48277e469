package org.moide.hosts.tunnel;

import java.time.Duration;

/**
 * Life of the line to a host: when an ssh is started, and again when one has ended. It is told what happens and says
 * what to do; it reads no clock. One thread at a time.
 *
 * <p>After the loss of a line there is {@code Timing.lifelineBack} until engines believe that their coordinator is
 * gone, so the first attempt follows at once. After that the host is as good as lost, and its callers treat it so;
 * attempts go on, ever more seldom.
 */
final class LineLife {
    /** State of the line. */
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

    /** Takes the time; returns the line's state now. */
    State at(long nowNanos) {
        if (state == State.RESTING && restsUntilNanos - nowNanos <= 0) {
            state = State.DOWN;
        }
        return state;
    }

    /** Notes that an ssh is being started. */
    void begun() {
        require(State.DOWN);
        state = State.OPENING;
    }

    /** Notes that the line is up. */
    void opened() {
        require(State.OPENING);
        state = State.UP;
        wasUp = true;
        failures = 0;
        trouble = "";
    }

    /** Notes that the line could not be had. */
    void failed(long nowNanos, String why) {
        require(State.OPENING);
        rest(nowNanos, why);
    }

    /** Notes that the line has ended, which nobody wanted. The next may begin at once. */
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

    /** Returns until when the line rests. May be called only while it rests. */
    long restsUntilNanos() {
        require(State.RESTING);
        return restsUntilNanos;
    }

    /** Returns whether to wait for the line: an ssh is on its way. False if it is known that none can be had. */
    boolean isWorthWaiting() {
        return state != State.RESTING || wasUp;
    }

    /** Returns why the line is not up; empty if nothing was wrong yet. */
    String trouble() {
        return trouble;
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("expected a line that is " + expected + ", found " + state);
        }
    }
}
