package org.moide.balance.pool;

import java.util.Queue;

/**
 * Test threads that keep the exceptions thrown on them, so that such an exception fails the test and does not only end
 * its thread.
 */
final class StressThreads {
    private StressThreads() {}

    interface Work {
        void run() throws Exception;
    }

    static Thread start(String name, Queue<Throwable> faults, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Throwable fault) {
                        faults.add(fault);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
