package org.moide.coordinator.run.session;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.FatalErrors;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.selection.NoHostsException;

/**
 * The end of a run, for which the thread that executes the run waits. If several ends are reported, the first counts.
 * Thread-safe.
 */
final class RunEnd {
    private final Signal told;
    private @Nullable RunOutcome outcome;
    private @Nullable RuntimeException failure;
    private volatile boolean over;

    RunEnd(Signal told) {
        this.told = told;
    }

    /**
     * Reports that the run has ended with an outcome. If the outcome is that there was no host to compute on,
     * {@link #await} throws a {@link NoHostsException}.
     */
    void came(RunOutcome how) {
        if (how.ending() instanceof RunEnding.Failed failed && failed.cause() == RunEnding.Cause.NOBODY) {
            broke(new NoHostsException(failed.told().headline()));
        } else {
            tell(how, null);
        }
    }

    /** Reports that a thread has died without which the run cannot go on. */
    void died(FatalErrors.Death death) {
        String hint = "; MOIDE_JAVA_OPTS=-Xmx... gives it more memory, --no-own-engine keeps the application out of it";
        broke(new CommException(
                "the coordinator cannot go on: " + death.inWords() + (death.isOutOfMemory() ? hint : "")));
    }

    /**
     * Reports that the run cannot go on, for a reason that is no outcome.
     *
     * @param why the exception that {@link #await} throws
     */
    void broke(RuntimeException why) {
        tell(null, why);
    }

    private void tell(@Nullable RunOutcome how, @Nullable RuntimeException why) {
        synchronized (this) {
            if (over) {
                return;
            }
            outcome = how;
            failure = why;
            over = true;
        }
        told.raise();
    }

    /**
     * Waits for the end of the run. Ignores interrupts: they may come from the application, which may interrupt every
     * thread of this process. If the user wants to end the run, that comes as an event, not as an interrupt.
     */
    RunOutcome await() {
        while (!over) {
            try {
                told.await(() -> over, Long.MAX_VALUE);
            } catch (InterruptedException stray) {
                // Ignored, see above.
            }
        }
        Thread.interrupted(); // clears the interrupt, which must not disturb the following steps
        RuntimeException why = failure;
        RunOutcome how = outcome;
        if (why != null || how == null) {
            throw why == null ? new IllegalStateException("expected an end with an outcome, found none") : why;
        }
        return how;
    }
}
