package org.moide.coordinator.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.ssh.HostsBySsh;

/**
 * Ends what a command has started on other hosts, once, whether the command comes to its end or its process is told to end.
 *
 * <p>Threads: the main thread, and the one that runs when the process ends; who comes second waits for the first.
 */
final class HostsEnd implements Runnable {
    /** What a run has to end its engines, before their daemons are told to end. */
    private static final long RUN_SECONDS = 5;

    private final String who;
    private final HostsBySsh hosts;
    private final Console console;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean done; // guarded by this

    HostsEnd(String who, HostsBySsh hosts, Console console) {
        this.who = who;
        this.hosts = hosts;
        this.console = console;
    }

    /** The daemons have nothing to do any more. */
    void over() {
        over.countDown();
    }

    @Override
    public synchronized void run() {
        if (done) {
            return;
        }
        done = true;
        // An interruption ended the run, and is not for this.
        boolean interrupted = Thread.interrupted();
        try {
            if (!over.await(RUN_SECONDS, TimeUnit.SECONDS)) {
                console.error(who + ": ends the daemons that it has started");
            }
            hosts.endAll()
                    .forEach(trouble -> console.error(
                            who + ": " + trouble + "\nits daemon may still be there: 'moide down' tries again"));
        } catch (InterruptedException hurried) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
