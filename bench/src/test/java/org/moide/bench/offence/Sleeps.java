package org.moide.bench.offence;

/** Breaks the architecture rule that threads wait only on a signal. A test checks that the rule detects this. */
public final class Sleeps {
    void sleep() throws InterruptedException {
        Thread.sleep(1);
    }
}
