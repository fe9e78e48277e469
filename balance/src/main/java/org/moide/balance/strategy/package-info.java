/** Strategies, which only decide: a view of the pool and its members in, decisions out (SAMBA's library of strategies). */
@NullMarked
package org.moide.balance.strategy;

import org.jspecify.annotations.NullMarked;
