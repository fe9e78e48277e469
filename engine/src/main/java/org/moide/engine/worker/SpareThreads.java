package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;

/**
 * Spare threads, which handle tasks while handlers on other threads wait for answers, so that processors stay busy.
 * They are started when needed, and stay until the end of the epoch.
 *
 * <p><b>Threads.</b> Any; {@code threads} is guarded by itself.
 */
final class SpareThreads {
    /**
     * The greatest number of spare threads. Each of them has a stack and replaces a handler that waits. A program that
     * needs more probably has a cycle of handlers that wait for each other.
     */
    private static final int MOST = 256;

    private final String role;
    private final ThreadFactory factory;
    private final Signal signal;
    private final IntConsumer work;
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private boolean closed; // guarded by threads

    /**
     * Begins without a spare thread; threads are started when they are needed.
     *
     * @param signal the signal at which spare threads wait
     * @param work runs on a spare thread, with the thread's number, and returns when the epoch is over
     */
    SpareThreads(String role, ThreadFactory factory, Signal signal, IntConsumer work) {
        this.role = role;
        this.factory = factory;
        this.signal = signal;
        this.work = work;
    }

    /**
     * Notes that a handler begins to wait, so that one more spare thread may work.
     *
     * @throws IllegalStateException if too many handlers wait
     */
    void waitBegins() {
        int now = waiting.incrementAndGet();
        synchronized (threads) {
            if (threads.size() < now && !closed) {
                if (now > MOST) {
                    waiting.decrementAndGet();
                    throw new IllegalStateException(role + ": expected at most " + MOST
                            + " handlers that wait for answers, found one more; let fewer ask at once");
                }
                int number = threads.size();
                Thread made = factory.newThread(Loop.lasting(() -> work.accept(number)));
                made.setName(role + "-spare-" + number);
                try {
                    made.start();
                } catch (Error noThread) {
                    waiting.decrementAndGet();
                    throw noThread;
                }
                threads.add(made);
            }
        }
        signal.raise();
    }

    void waitEnds() {
        waiting.decrementAndGet();
    }

    /**
     * Returns whether the spare thread with this number may work now. As many spare threads may work as handlers wait.
     */
    boolean mayWork(int number) {
        return number < waiting.get();
    }

    void interrupt() {
        synchronized (threads) {
            closed = true;
            threads.forEach(Thread::interrupt);
        }
        signal.raise();
    }
}
