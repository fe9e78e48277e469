/** Strategies for workers, which only decide: a view of one process in, decisions out (ALDY, §4.2: external strategy). */
@NullMarked
package org.moide.balance.worker.strategy;

import org.jspecify.annotations.NullMarked;
