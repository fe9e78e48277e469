package org.moide.commlib.system;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.moide.commlib.port.FaultHandler;

/**
 * Makes the daemon threads of one role, named {@code role-0}, {@code role-1}, …, so that a thread dump shows what each
 * is for. An uncaught exception goes to the fault handler. Any thread may call it.
 */
public final class DaemonThreads implements ThreadFactory {
    private final String role;
    private final FaultHandler faults;
    private final AtomicInteger made = new AtomicInteger();

    public DaemonThreads(String role, FaultHandler faults) {
        this.role = role;
        this.faults = faults;
    }

    /** Returns the handler to which uncaught exceptions of these threads go. */
    public FaultHandler faults() {
        return faults;
    }

    @Override
    public Thread newThread(Runnable task) {
        return named(role + "-" + made.getAndIncrement(), task, faults);
    }

    /** Waits for a thread to end, at most {@code millis}. An interruption of the caller ends the wait and is kept. */
    public static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes one daemon thread with this exact name, such as {@code engine-3-control}; it is not started. */
    public static Thread named(String name, Runnable task, FaultHandler faults) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((dead, fault) -> faults.onDeath(dead.getName(), Loop.deathOf(task, fault)));
        return thread;
    }
}
