package org.moide.balance.pool;

import java.util.Queue;

/** Test threads that keep their exceptions, so that these fail the test and not only the thread. */
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
