package org.moide.bench.offence;

/** Breaks a rule, so that the rule is seen to fire. */
public final class Sleeps {
    void sleep() throws InterruptedException {
        Thread.sleep(1);
    }
}
