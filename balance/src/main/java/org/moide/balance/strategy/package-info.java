/**
 * Strategies, which only decide: they get a view of the pool and the members, and return decisions (SAMBA's library of
 * strategies).
 *
 * <p>Each member, the root included, has a {@link org.moide.balance.strategy.Strategy} object of its own, which one
 * thread calls. A strategy has no thread, clock, lock or socket, so the same code runs in the cluster and in the
 * simulator. {@link org.moide.balance.strategy.Strategies} makes strategies by name. A strategy's constructor reads its
 * parameters through {@link org.moide.balance.strategy.Parameters}; a setting that no constructor reads is an error of
 * the user.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.balance.strategy;

import org.jspecify.annotations.NullMarked;
