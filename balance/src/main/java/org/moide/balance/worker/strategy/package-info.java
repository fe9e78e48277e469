/**
 * Strategies for workers, which only decide: a view of one process in, decisions out (ALDY, §4.2: external strategy).
 *
 * <p>Each process has a {@link org.moide.balance.worker.strategy.WorkerStrategy} object of its own, called by one
 * thread. {@link org.moide.balance.worker.strategy.WorkerStrategies} makes one by its name. What it decides is carried
 * out as far as workers' directives and the limits of the balancing let it.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.balance.worker.strategy;

import org.jspecify.annotations.NullMarked;
