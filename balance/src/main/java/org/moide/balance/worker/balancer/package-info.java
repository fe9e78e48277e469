/**
 * The balancing of a process with workers: a core around a strategy, which its driver calls step by step, and the
 * letters between the balancers of processes.
 *
 * <p>{@code WorkerBalancer} gets the local workers ({@code TableView}) and the loads told by others (owned by
 * {@code KnownLoads}), and returns letters and moves. Correct results do not depend on it: any letter may be lost. One
 * thread uses it, the engine's {@code engine-n-workers}.
 */
@NullMarked
package org.moide.balance.worker.balancer;

import org.jspecify.annotations.NullMarked;
