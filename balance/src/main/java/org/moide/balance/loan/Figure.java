package org.moide.balance.loan;

/**
 * Checks of the numbers in messages between members: each must be at least as large as the message's meaning demands.
 */
final class Figure {
    private Figure() {}

    static void atLeast(long least, long found, String what) {
        if (found < least) {
            throw new IllegalArgumentException("expected a " + what + " from " + least + " on, found " + found);
        }
    }
}
