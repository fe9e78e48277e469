/**
 * Strategies, which only decide: a view of the pool and its members in, decisions out (SAMBA's library of strategies).
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.balance.strategy;

import org.jspecify.annotations.NullMarked;
