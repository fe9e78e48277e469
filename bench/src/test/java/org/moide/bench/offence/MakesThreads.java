package org.moide.bench.offence;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class MakesThreads {
    Thread thread(Runnable task) {
        return new Thread(task, "unseen");
    }
}
