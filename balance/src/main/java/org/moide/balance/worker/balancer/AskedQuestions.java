package org.moide.balance.worker.balancer;

import java.util.HashMap;
import java.util.Map;
import org.moide.balance.worker.strategy.WorkerView.Asked;

/**
 * The questions (requests for a worker, and offers of one) that this process has sent to others. Of the questions to
 * one process, only the last counts.
 */
final class AskedQuestions {
    private final long answerNanos;
    private final Map<Integer, Last> last = new HashMap<>();

    private record Last(long number, boolean offer, Asked state, long atNanos) {}

    AskedQuestions(long answerNanos) {
        this.answerNanos = answerNanos;
    }

    /**
     * Records a new question or offer.
     *
     * @return its number
     */
    long ask(int process, boolean offer, long nowNanos) {
        Last before = last.get(process);
        long number = before == null ? 1 : before.number() + 1;
        last.put(process, new Last(number, offer, Asked.OPEN, nowNanos));
        return number;
    }

    Asked state(int process, long nowNanos) {
        Last asked = last.get(process);
        if (asked == null) {
            return Asked.NEVER;
        }
        boolean late = asked.state() == Asked.OPEN && nowNanos - asked.atNanos() >= answerNanos;
        return late ? Asked.SILENT : asked.state();
    }

    void refused(int process, long number) {
        Last asked = last.get(process);
        if (asked != null && asked.number() == number && asked.state() == Asked.OPEN) {
            last.put(process, new Last(number, asked.offer(), Asked.REFUSED, asked.atNanos()));
        }
    }

    /** Records that a worker has come from a process. It answers the question to that process. */
    void given(int process) {
        agreed(process, false);
    }

    /** Records that a process accepts this process's offer: it has asked for a worker. */
    void takenUp(int process) {
        agreed(process, true);
    }

    private void agreed(int process, boolean offer) {
        Last asked = last.get(process);
        if (asked != null && asked.offer() == offer && asked.state() == Asked.OPEN) {
            last.put(process, new Last(asked.number(), offer, Asked.AGREED, asked.atNanos()));
        }
    }
}
