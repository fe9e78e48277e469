/**
 * The balancing of a process with workers: a balancer that is called step by step and asks a strategy, and the letters
 * between the balancers of processes.
 *
 * <p>{@code WorkerBalancer} gets the local workers ({@code TableView}) and the loads told by others (owned by {@code
 * KnownLoads}), and returns letters and moves. The results of a run do not depend on it: any letter may be lost. One
 * thread uses it, the engine's {@code engine-n-workers}.
 */
@NullMarked
package org.moide.balance.worker.balancer;

import org.jspecify.annotations.NullMarked;
