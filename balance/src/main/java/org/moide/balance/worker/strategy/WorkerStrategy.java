package org.moide.balance.worker.strategy;

import java.util.List;

/**
 * Decides for one process which of its workers move where (ALDY, §4.2); does nothing itself. It is given a view and answers
 * with decisions: it owns no thread, clock, lock or socket, so that the same code runs in the cluster and in simulations. Each
 * process has a strategy object of its own, called by one thread; it may remember what it decided.
 *
 * <p>Called every few milliseconds, so it must be quick, and it must not block: give {@link List#of()} when there is nothing to
 * decide. It need not care for safety: tasks find their workers wherever those are, and a run ends with any strategy.
 *
 * <p>A strategy of one's own is a public class that implements this, with a public constructor that takes a {@link
 * WorkerStrategySetup}, or none; it is named by its class name.
 */
@FunctionalInterface
public interface WorkerStrategy {
    /** Decides what is to be done now; carried out in this order. */
    List<WorkerDecision> decide(WorkerView view);
}
