package org.moide.balance.worker.strategy;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.moide.balance.strategy.Parameters;

/**
 * The rule for asking processes for something one after the other, until one agrees or a certain number of them has
 * been asked. After that it waits for a while before it asks again (ALDY, §4.2: the waiting time, which limits
 * communication).
 */
final class PollingRound {
    private final long waitNanos;
    private final int tries;
    private final Set<Integer> tried = new HashSet<>();
    private OptionalInt current = OptionalInt.empty();
    private boolean waits;
    private long untilNanos;

    /**
     * Creates the rule with the strategy's parameters {@code waitRepeat} and {@code tries}. The default waiting time
     * is, as in the paper, the idle time after which a process asks.
     */
    static PollingRound of(Parameters parameters) {
        return new PollingRound(parameters.nanosOfSeconds("waitRepeat", 0.05, 0.001, 3600), (int)
                parameters.number("tries", 4, 1, 1000));
    }

    /**
     * Creates the rule.
     *
     * @param waitNanos the waiting time after so many processes were asked in vain
     * @param tries the number of processes to ask before that
     */
    PollingRound(long waitNanos, int tries) {
        this.waitNanos = waitNanos;
        this.tries = tries;
    }

    /**
     * Returns the process to ask now; empty while a question is open, or during the waiting time.
     *
     * @param processes gives the candidates, the best first
     */
    OptionalInt next(WorkerView view, Supplier<List<Integer>> processes) {
        if (current.isPresent()) {
            WorkerView.Asked answer = view.asked(current.getAsInt());
            if (answer == WorkerView.Asked.OPEN) {
                return OptionalInt.empty();
            }
            current = OptionalInt.empty();
            if (answer == WorkerView.Asked.AGREED) {
                waitFrom(view.nowNanos()); // the load shows the new worker only after a while
            }
        }
        if (waits && view.nowNanos() - untilNanos < 0) {
            return OptionalInt.empty();
        }
        waits = false;
        if (tried.size() < tries) {
            for (int process : processes.get()) {
                if (tried.add(process)) {
                    current = OptionalInt.of(process);
                    return current;
                }
            }
        }
        waitFrom(view.nowNanos());
        return OptionalInt.empty();
    }

    private void waitFrom(long nowNanos) {
        tried.clear();
        waits = true;
        untilNanos = nowNanos + waitNanos;
    }
}
