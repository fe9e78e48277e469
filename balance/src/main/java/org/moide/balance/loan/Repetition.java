package org.moide.balance.loan;

import org.moide.commlib.port.GrowingPause;

/**
 * The times at which an unanswered message is repeated. The pauses double up to a longest one. The first pause is
 * longer if answers usually take long, so that a busy network or receiver does not get every message twice.
 */
public final class Repetition {
    /** The first pause as a multiple of the usual answer time; nearly all answers come within it. */
    private static final int ANSWER_TIMES = 3;

    private final AnswerTime answers;
    private final long firstNanos;
    private final long longestNanos;
    private final GrowingPause pause;
    private boolean started;
    private long startNanos;

    /** Makes a schedule with its own estimate of how long the receiver takes to answer. */
    public Repetition(BalancerLimits limits) {
        this(limits, new AnswerTime());
    }

    /** Makes a schedule that shares the estimate {@code answers} of its receiver's answer time with other schedules. */
    public Repetition(BalancerLimits limits, AnswerTime answers) {
        this.answers = answers;
        this.firstNanos = limits.repeatNanos();
        this.longestNanos = limits.longestRepeatNanos();
        this.pause = new GrowingPause(firstNanos, longestNanos);
    }

    /** Begins the schedule. Called when the message is sent for the first time. */
    public void start(long nowNanos) {
        startNanos = nowNanos;
        started = true;
        pause.shrinkTo(Math.max(firstNanos, Math.min(longestNanos, ANSWER_TIMES * answers.nanos())));
        pause.begin(nowNanos);
    }

    /** Records that the message was answered, and adjusts the estimate of answer times to the delay. */
    public void answered(long nowNanos) {
        answers.observe(nowNanos - startNanos);
    }

    /** Returns whether to repeat the message now; if so, it sets the next time. */
    public boolean isDue(long nowNanos) {
        if (!pause.isOver(nowNanos)) {
            return false;
        }
        pause.begin(nowNanos);
        return true;
    }

    /** Returns whether to send the message now: true in the first call, then as {@link #isDue}. */
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
