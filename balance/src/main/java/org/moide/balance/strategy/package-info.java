/**
 * Strategies, which only decide: a view of the pool and its members in, decisions out (SAMBA's library of strategies).
 *
 * <p>Each member, the root included, has a {@link org.moide.balance.strategy.Strategy} object of its own, called by one
 * thread. It owns no thread, clock, lock or socket, so the same code runs in the cluster and in the simulator.
 * {@link org.moide.balance.strategy.Strategies} makes one by its name; its parameters are read in its constructor,
 * through {@link org.moide.balance.strategy.Parameters}, and what is left over is an error of the user's.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.balance.strategy;

import org.jspecify.annotations.NullMarked;
