package org.moide.balance.worker.balancer;

/**
 * A limit on the rate of letters, the messages between balancers: it has a mean rate, and a number of letters that may
 * be sent at once after a pause.
 */
final class LetterBudget {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perNano;
    private final int most;
    private double left;
    private long lastNanos;

    LetterBudget(int perSecond, int most, long nowNanos) {
        this.perNano = perSecond / NANOS_PER_SECOND;
        this.most = most;
        this.left = most;
        this.lastNanos = nowNanos;
    }

    /**
     * Takes the right to send one letter now.
     *
     * @return false if the rate is used up
     */
    boolean take(long nowNanos) {
        if (nowNanos > lastNanos) {
            left = Math.min(most, left + (nowNanos - lastNanos) * perNano);
            lastNanos = nowNanos;
        }
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
