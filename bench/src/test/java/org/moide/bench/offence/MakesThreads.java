package org.moide.bench.offence;

/** Breaks a rule, so that the rule is seen to fire. */
public final class MakesThreads {
    Thread thread(Runnable task) {
        return new Thread(task, "unseen");
    }
}
