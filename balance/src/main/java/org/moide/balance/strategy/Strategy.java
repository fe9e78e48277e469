package org.moide.balance.strategy;

import java.util.List;

/**
 * Decides who computes what; does nothing itself. It is given a view and answers with decisions: it owns no thread, clock,
 * lock or socket, so that the same code runs in the cluster and in the simulator. One strategy belongs to one pool and is
 * called by one thread; it may remember what it decided.
 *
 * <p>Called whenever a member waits for tasks and something has changed. Whoever asks must be given something some time,
 * as long as there are tasks: after the last decision of a run nobody may wait beside a pool that is not empty.
 */
@FunctionalInterface
public interface Strategy {
    /** What is to be done now; carried out in this order. */
    List<Decision> decide(PoolView view);
}
