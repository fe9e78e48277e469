/**
 * Strategies for workers, which only decide: they get a view of one process and return decisions (ALDY, §4.2: external
 * strategy).
 *
 * <p>Each process has a {@link org.moide.balance.worker.strategy.WorkerStrategy} object of its own, which one thread
 * calls. {@link org.moide.balance.worker.strategy.WorkerStrategies} makes one by name. Decisions are carried out within
 * workers' directives and the limits of the balancing.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.balance.worker.strategy;

import org.jspecify.annotations.NullMarked;
