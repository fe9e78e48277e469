package org.moide.balance.loan;

/** Checks of the numbers in messages between members. */
final class Figure {
    private Figure() {}

    static void atLeast(long least, long found, String what) {
        if (found < least) {
            throw new IllegalArgumentException("expected a " + what + " from " + least + " on, found " + found);
        }
    }
}
