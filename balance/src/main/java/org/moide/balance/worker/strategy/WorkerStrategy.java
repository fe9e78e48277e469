package org.moide.balance.worker.strategy;

import java.util.List;

/**
 * A strategy, which decides for one process which of its workers move where (ALDY, §4.2). It does nothing itself.
 *
 * <p>It gets a view and returns decisions. It has no thread, clock, lock or socket, so the same code runs in the
 * cluster and in simulations. Each process has a strategy object of its own, which one thread calls and which may keep
 * state.
 *
 * <p>It is called every few milliseconds, so it must be quick and must not block. It returns {@link List#of()} when
 * there is nothing to decide. A strategy cannot endanger the result: tasks find their workers wherever these are, and
 * the run ends with any strategy.
 *
 * <p>A user's own strategy is a public class that implements this interface, with a public constructor that takes a
 * {@link WorkerStrategySetup}, or no argument. Its name is its class name.
 */
@FunctionalInterface
public interface WorkerStrategy {
    /** Returns the decisions for this moment; the process carries the decisions out in their order. */
    List<WorkerDecision> decide(WorkerView view);
}
