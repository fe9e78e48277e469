/**
 * What a member remembers of the others, and what it has said to them and not heard an answer to.
 */
@NullMarked
package org.moide.balance.loan.peer;

import org.jspecify.annotations.NullMarked;
