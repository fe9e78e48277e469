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
 * The fault handler of a process that serves for a long time. Faults are logged. If a thread dies without which the
 * process cannot serve, the process ends, so that its supervisor can restart it.
 *
 * <p>Thread-safe. It is created by the serving thread, which is interrupted when the process is to end.
 */
final class ServiceFaults {
    /**
     * The time after which the process is halted. An orderly end, in which engines hand over their tasks, takes less.
     */
    private static final Duration ORDERLY = Duration.ofSeconds(45);

    private final String command;
    private final Console console;
    private final FatalErrors faults;
    private final Thread serving = Thread.currentThread();
    private volatile FatalErrors.@Nullable Death death;

    /**
     * Creates the handler.
     *
     * @param command the command's name, for its last line
     */
    ServiceFaults(String command, System.Logger log, Console console) {
        this.command = command;
        this.console = console;
        this.faults = new FatalErrors(new LoggingFaultHandler(log));
        faults.endBy(this::died);
    }

    /** A service that runs until its thread is interrupted. */
    interface Service {
        void serve(FaultHandler faults) throws InterruptedException;
    }

    /**
     * Runs the service.
     *
     * @return the exit code when the service has ended, by itself or because of a fault
     */
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
        // Other threads serve one caller or one run, which gets an error.
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
            // Only if the orderly end failed, perhaps for the same reason as the loop.
            ForcedEnd.halt(ExitCode.FAILED);
        }
    }
}
