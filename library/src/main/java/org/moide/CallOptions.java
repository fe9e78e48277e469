package org.moide;

import java.time.Duration;
import java.util.Objects;
import org.moide.engine.executor.CallLimits;

/**
 * What a single call of a {@link MoideExecutor} is allowed, in place of what all its calls are. Each method returns
 * options with one more of them. Immutable.
 *
 * <pre>{@code
 * executor.submit(() -> search(board), CallOptions.with().timeLimit(Duration.ofSeconds(30)).tries(1));
 * }</pre>
 *
 * <p>A call that another call submits runs on engines again when that one does, in the order in which calls wait, and on
 * the stack of a thread that waits for it. So there, only {@link #tries} is taken; the others are refused with an
 * {@link UnsupportedOperationException}.
 */
public final class CallOptions {
    private static final CallOptions NONE = new CallOptions(CallLimits.NONE);
    private static final Duration LEAST_LIMIT = Duration.ofSeconds(1);
    private static final Duration MOST_LIMIT = Duration.ofNanos(Long.MAX_VALUE);
    private static final int MOST_TRIES = 1_000;

    private final CallLimits limits;

    private CallOptions(CallLimits limits) {
        this.limits = limits;
    }

    /** Returns options that change nothing, to which others are added. */
    public static CallOptions with() {
        return NONE;
    }

    /**
     * Limits the time that a try of the call may take. A call that takes longer is interrupted. If it ends then, its
     * future fails with an {@link java.util.concurrent.ExecutionException} whose cause is a {@link
     * java.util.concurrent.TimeoutException}, with what the call threw as the cause of that; or if {@link #tries} says
     * so, the call is tried again.
     *
     * <p>If the call is deaf to the interrupt for 3 s more, its engine's JVM is ended with it: the JVM's other calls run
     * again, and the call too, by the rule of {@link #tries}. If that JVM coordinates, it is ended as well, but the call
     * is not tried again. Where calls run in this JVM, its future fails with a {@code TimeoutException}, and another
     * thread takes the place of the thread that it holds.
     *
     * @throws IllegalArgumentException if it is shorter than a second: engines look at their calls a few times a second
     */
    public CallOptions timeLimit(Duration limit) {
        if (limit.compareTo(LEAST_LIMIT) < 0 || limit.compareTo(MOST_LIMIT) > 0) {
            throw new IllegalArgumentException("timeLimit: expected a time from 1 s to 292 years, since engines look at"
                    + " their calls a few times a second, found " + limit);
        }
        return new CallOptions(new CallLimits(limit.toNanos(), limits.tries(), limits.priority(), limits.once()));
    }

    /**
     * Sets how often the call is tried. A try has failed if the call has exceeded its {@link #timeLimit}, or its
     * engine's JVM has ended during it. Where several calls ran in a JVM that has ended, it is not certain which one has
     * ended it, and the call has twice as many tries. Without this option, a call that exceeds its limit and ends is not
     * tried again, and a JVM's end counts by {@code --task-tries}, which is 3 if it was not said.
     *
     * @throws IllegalArgumentException if it is not from 1 to 1,000, or above 1 with {@link #once}
     */
    public CallOptions tries(int tries) {
        if (tries < 1 || tries > MOST_TRIES) {
            throw new IllegalArgumentException("tries: expected 1 to " + MOST_TRIES + ", found " + tries);
        }
        requireOneTry(tries, limits.once());
        return new CallOptions(limits.tries(tries));
    }

    /**
     * Lets the call begin at most once, whatever is lost. A call that had not begun when its engine or the JVM that
     * coordinates was lost runs elsewhere. If it had, its future fails with an {@link
     * java.util.concurrent.ExecutionException} whose cause is a {@link RunFailedException} that says that it may have
     * run. Before it begins, its engine asks this program, which takes one or two milliseconds.
     *
     * @throws IllegalArgumentException if it has more than one of {@link #tries}
     */
    public CallOptions once() {
        requireOneTry(limits.tries(), true);
        return new CallOptions(new CallLimits(limits.nanos(), limits.tries(), limits.priority(), true));
    }

    /**
     * Lets the call begin before all calls with a lower priority that have not begun; among those with the same, in the
     * order in which they were submitted. Calls without this option have the priority 0. On engines, a few calls wait on
     * each engine for its threads: of these, too, the one with the highest priority begins first. A call that already
     * runs is not interrupted for another.
     *
     * <p>With engines and {@code --pool} of another kind than {@code deques}, the future of such a call fails with an
     * {@link UnsupportedOperationException} as its cause, since the queues of engines have no order then.
     *
     * @throws IllegalArgumentException if it is not from 0 to 1,000
     */
    public CallOptions priority(int priority) {
        if (priority < 0 || priority > CallLimits.MOST_PRIORITY) {
            throw new IllegalArgumentException(
                    "priority: expected 0 to " + CallLimits.MOST_PRIORITY + ", found " + priority);
        }
        return new CallOptions(new CallLimits(limits.nanos(), limits.tries(), priority, limits.once()));
    }

    private static void requireOneTry(int tries, boolean once) {
        if (once && tries > 1) {
            throw new IllegalArgumentException("once: expected a call with one try, found tries(" + tries + ")");
        }
    }

    /** Returns these as they are sent with the call. */
    CallLimits limits() {
        return limits;
    }

    /**
     * Looks whether a call that another call submits may have these options.
     *
     * @throws UnsupportedOperationException if it may not
     */
    void requireNested() {
        requireNested(limits.nanos() > 0, "timeLimit");
        requireNested(limits.once(), "once");
        requireNested(limits.priority() > 0, "priority");
    }

    private static void requireNested(boolean wrong, String option) {
        if (wrong) {
            throw new UnsupportedOperationException(
                    option + ": expected a call that the program submits, found one that"
                            + " a call submits; such a call can have tries only");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CallOptions options && limits.equals(options.limits);
    }

    @Override
    public int hashCode() {
        return Objects.hash(limits);
    }

    @Override
    public String toString() {
        return limits.toString();
    }
}
