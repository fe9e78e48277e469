package org.moide.command;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ends what a command has started on other hosts, once, whether the command comes to its end or its process is told to
 * end.
 *
 * <p>Threads: the main thread, and the one that runs when the process ends. The second of them waits for the first.
 */
final class HostsEnd implements Runnable {
    /** Seconds that a run has to end its engines, before their daemons are told to end. */
    private static final long RUN_SECONDS = 5;

    private final Ending hosts;
    private final Consumer<String> notes;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean done; // guarded by this

    /** Ends what was started. */
    interface Ending {
        /** Returns what could not be ended, for the user. */
        List<String> end() throws InterruptedException;
    }

    /** @param notes told what is done, for the user */
    HostsEnd(Ending hosts, Consumer<String> notes) {
        this.hosts = hosts;
        this.notes = notes;
    }

    /** Notes that the daemons have nothing to do any more: {@link #run} need not wait for them. */
    void over() {
        over.countDown();
    }

    @Override
    public synchronized void run() {
        if (done) {
            return;
        }
        done = true;
        // An interruption was meant to end the run. It must not stop the ending of the hosts.
        boolean interrupted = Thread.interrupted();
        try {
            if (!over.await(RUN_SECONDS, TimeUnit.SECONDS)) {
                notes.accept("ends the daemons that it has started");
            }
            hosts.end().forEach(notes);
        } catch (InterruptedException hurried) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
