package org.moide.bench.offence;

/**
 * Breaks the architecture rule that threads are made only by {@code DaemonThreads}, which reports their death. A test
 * checks that the rule detects this.
 */
public final class MakesThreads {
    Thread thread(Runnable task) {
        return new Thread(task, "unseen");
    }
}
