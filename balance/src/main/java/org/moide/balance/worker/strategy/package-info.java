/**
 * Strategies for workers, which only decide: a view of one process in, decisions out (ALDY, §4.2: external strategy).
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.balance.worker.strategy;

import org.jspecify.annotations.NullMarked;
