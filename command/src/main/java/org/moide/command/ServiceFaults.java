package org.moide.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.ForcedEnd;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.coordinator.run.ExitCode;

/**
 * Faults of a process that serves others for long: they are logged, and when one of its loops cannot go on the process ends, so
 * that whoever watches over it starts it anew. Alive and deaf it would help nobody.
 *
 * <p>Threads: any; made by the one that serves, which is interrupted when it is to end.
 */
final class ServiceFaults {
    /**
     * Time after which the process is halted: longer than an orderly end takes, in which engines hand over what they
     * have.
     */
    private static final Duration ORDERLY = Duration.ofSeconds(45);

    private final String command;
    private final Console console;
    private final FatalErrors faults;
    private final Thread serving = Thread.currentThread();
    private volatile FatalErrors.@Nullable Death death;

    /** @param command the process's, for its last words */
    ServiceFaults(String command, System.Logger log, Console console) {
        this.command = command;
        this.console = console;
        this.faults = new FatalErrors(new LoggingFaultHandler(log));
        faults.endBy(this::died);
    }

    /** Work that goes on until the thread is interrupted. */
    interface Service {
        void serve(FaultHandler faults) throws InterruptedException;
    }

    /** Serves; returns the process's exit code when it ends by itself. */
    int serve(Service service) throws InterruptedException {
        try {
            service.serve(faults);
        } catch (InterruptedException ended) {
            if (death == null) {
                throw ended;
            }
        }
        return death == null ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void died(FatalErrors.Death thread) {
        // Other threads serve one caller, or one run, which is told.
        if (!thread.isOfLoop() || death != null) {
            return;
        }
        death = thread;
        serving.interrupt();
        try {
            console.error(command + ": ends with exit code " + ExitCode.FAILED + ", since " + thread.inWords()
                    + ", and it would serve nobody any more; start it again");
            new CountDownLatch(1).await(ORDERLY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } finally {
            // Only if it has not ended in an orderly way: what it lacks may be needed for that.
            ForcedEnd.halt(ExitCode.FAILED);
        }
    }
}
