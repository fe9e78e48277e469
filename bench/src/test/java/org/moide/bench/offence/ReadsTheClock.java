package org.moide.bench.offence;

/** Breaks a rule, so that the rule is seen to fire. */
public final class ReadsTheClock {
    long now() {
        return System.nanoTime();
    }
}
