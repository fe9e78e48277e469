/** The task pool of one engine, where compute threads and the control thread meet, and the account of each loan. */
@NullMarked
package org.moide.balance.pool;

import org.jspecify.annotations.NullMarked;
