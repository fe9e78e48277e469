/**
 * Loans, the one way in which tasks leave a pool for another member: what members say to each other and want done, and their
 * limits. Who says it is in the packages below.
 */
@NullMarked
package org.moide.balance.loan;

import org.jspecify.annotations.NullMarked;
