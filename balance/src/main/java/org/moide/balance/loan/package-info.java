/** Loans, the one way in which tasks leave a pool for another member: the stepped cores of lender and borrower, and what they say to each other. */
@NullMarked
package org.moide.balance.loan;

import org.jspecify.annotations.NullMarked;
