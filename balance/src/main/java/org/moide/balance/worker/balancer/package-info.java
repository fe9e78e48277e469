/**
 * The balancing of a process with workers: a stepped core around a strategy, and what the balancers of processes say to
 * each other.
 *
 * <p>{@code WorkerBalancer} is shown what is here ({@code TableView}) and what others said of their loads
 * ({@code KnownLoads}, which owns that), and answers with letters and moves. Nothing of it is needed for a right
 * result: any letter may get lost. It belongs to one thread, the engine's {@code engine-n-workers}.
 */
@NullMarked
package org.moide.balance.worker.balancer;

import org.jspecify.annotations.NullMarked;
