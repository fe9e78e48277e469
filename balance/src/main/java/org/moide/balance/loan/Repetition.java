package org.moide.balance.loan;

import org.moide.commlib.port.GrowingPause;

/**
 * A schedule for repeating a message that was not answered: at once, then after pauses that double up to a longest one.
 * The first pause is longer where answers take long, or a line and a receiver that have too much to do would get all of
 * it twice.
 */
public final class Repetition {
    /** Nearly all answers come within this multiple of the time that the latest took. */
    private static final int ANSWER_TIMES = 3;

    private final AnswerTime answers;
    private final long firstNanos;
    private final long longestNanos;
    private final GrowingPause pause;
    private boolean started;
    private long startNanos;

    /** Makes the schedule of messages that are sent one after the other. */
    public Repetition(BalancerLimits limits) {
        this(limits, new AnswerTime());
    }

    /** Makes the schedule of messages to a member that takes this long to answer. */
    public Repetition(BalancerLimits limits, AnswerTime answers) {
        this.answers = answers;
        this.firstNanos = limits.repeatNanos();
        this.longestNanos = limits.longestRepeatNanos();
        this.pause = new GrowingPause(firstNanos, longestNanos);
    }

    /** The message goes out for the first time. */
    public void start(long nowNanos) {
        startNanos = nowNanos;
        started = true;
        pause.shrinkTo(Math.max(firstNanos, Math.min(longestNanos, ANSWER_TIMES * answers.nanos())));
        pause.begin(nowNanos);
    }

    /** The message was answered. */
    public void answered(long nowNanos) {
        answers.observe(nowNanos - startNanos);
    }

    /** Returns whether to repeat now; if so, the next time is set. */
    public boolean isDue(long nowNanos) {
        if (!pause.isOver(nowNanos)) {
            return false;
        }
        pause.begin(nowNanos);
        return true;
    }

    /** Tells whether a repetition is due, like {@link #isDue}; the first call is the first time. */
    public boolean isFirstOrDue(long nowNanos) {
        if (!started) {
            start(nowNanos);
            return true;
        }
        return isDue(nowNanos);
    }

    public long dueNanos() {
        return pause.nextNanos();
    }
}
