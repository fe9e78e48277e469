package org.moide.balance.worker.strategy;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.moide.balance.strategy.Parameters;

/**
 * Turns to one process after the other with a question, until one agrees or some have been tried; then waits for a while (ALDY,
 * §4.2: the waiting time, which keeps down the communication).
 */
final class PollingRound {
    private final long waitNanos;
    private final int tries;
    private final Set<Integer> tried = new HashSet<>();
    private OptionalInt current = OptionalInt.empty();
    private boolean waits;
    private long untilNanos;

    /** Polls with the text's waiting time: as long as the idleness that makes a process ask. */
    static PollingRound of(Parameters parameters) {
        return new PollingRound(parameters.nanosOfSeconds("waitRepeat", 0.05, 0.001, 3600), (int)
                parameters.number("tries", 4, 1, 1000));
    }

    /**
     * Polls nobody yet.
     *
     * @param tries how many are asked before it waits
     */
    PollingRound(long waitNanos, int tries) {
        this.waitNanos = waitNanos;
        this.tries = tries;
    }

    /**
     * Finds to whom a question should go now; empty if to nobody, since one is open or it waits.
     *
     * @param processes those that come into question, the best first
     */
    OptionalInt next(WorkerView view, Supplier<List<Integer>> processes) {
        if (current.isPresent()) {
            WorkerView.Asked answer = view.asked(current.getAsInt());
            if (answer == WorkerView.Asked.OPEN) {
                return OptionalInt.empty();
            }
            current = OptionalInt.empty();
            if (answer == WorkerView.Asked.AGREED) {
                waitFrom(view.nowNanos()); // what came shows in the load only after a while
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
