/**
 * The lender's side: tasks leave as loans, come home with their results, or are taken back from borrowers that are
 * silent or gone.
 */
@NullMarked
package org.moide.balance.loan.lender;

import org.jspecify.annotations.NullMarked;
