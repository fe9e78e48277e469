package org.moide.commlib.system;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.moide.commlib.port.FaultHandler;

/**
 * Makes the threads of one role: daemons named {@code role-0}, {@code role-1}, … so that a thread dump reads like a list of
 * who does what. What a thread does not catch goes to the fault handler. Any thread.
 */
public final class DaemonThreads implements ThreadFactory {
    private final String role;
    private final FaultHandler faults;
    private final AtomicInteger made = new AtomicInteger();

    public DaemonThreads(String role, FaultHandler faults) {
        this.role = role;
        this.faults = faults;
    }

    /** The handler of what these threads do not catch. */
    public FaultHandler faults() {
        return faults;
    }

    @Override
    public Thread newThread(Runnable task) {
        return named(role + "-" + made.getAndIncrement(), task, faults);
    }

    /** Waits at most this long for a thread to end; the caller's own interruption ends the wait and is kept. */
    public static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** One daemon thread with this very name, such as {@code engine-3-control}, not started. */
    public static Thread named(String name, Runnable task, FaultHandler faults) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((dead, fault) -> faults.onDeath(dead.getName(), Loop.deathOf(task, fault)));
        return thread;
    }
}
