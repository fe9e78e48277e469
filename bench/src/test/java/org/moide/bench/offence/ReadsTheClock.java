package org.moide.bench.offence;

/** Breaks the architecture rule that code gets the time only by a port. A test checks that the rule detects this. */
public final class ReadsTheClock {
    long now() {
        return System.nanoTime();
    }
}
