package org.moide.command;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ends the daemons that a command has started on other hosts, once, at the end of the command or of its process.
 *
 * <p>Threads: the main thread and the thread that runs when the process ends may both call {@link #run}. The later of
 * the two calls waits for the earlier one.
 */
final class HostsEnd implements Runnable {
    /** The seconds that a run gets to end its engines before their daemons are ended. */
    private static final long RUN_SECONDS = 5;

    private final Ending hosts;
    private final Consumer<String> notes;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean done; // guarded by this

    /** An action that ends the started daemons. */
    interface Ending {
        /**
         * Ends the daemons.
         *
         * @return lines for the user about what could not be ended
         */
        List<String> end() throws InterruptedException;
    }

    /**
     * Creates the object.
     *
     * @param hosts ends the daemons
     * @param notes receives lines about the progress, for the user
     */
    HostsEnd(Ending hosts, Consumer<String> notes) {
        this.hosts = hosts;
        this.notes = notes;
    }

    /** Notes that the run is over, so that {@link #run} need not wait for it. */
    void over() {
        over.countDown();
    }

    @Override
    public synchronized void run() {
        if (done) {
            return;
        }
        done = true;
        // An interrupt was meant for the run, and must not stop the end of the hosts' daemons.
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
