package org.moide.bench.offence;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class Sleeps {
    void sleep() throws InterruptedException {
        Thread.sleep(1);
    }
}
