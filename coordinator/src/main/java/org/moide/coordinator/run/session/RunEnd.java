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

    /** Reports a normal end. If there was no host to compute on, {@link #await} throws a {@link NoHostsException}. */
    void came(RunOutcome how) {
        if (how.ending() instanceof RunEnding.Failed failed && failed.cause() == RunEnding.Cause.NOBODY) {
            broke(new NoHostsException(failed.told().headline()));
        } else {
            tell(how, null);
        }
    }

    /** Reports the death of a thread without which the run cannot go on. */
    void died(FatalErrors.Death death) {
        String hint = "; MOIDE_JAVA_OPTS=-Xmx... gives it more memory, --no-own-engine keeps the application out of it";
        broke(new CommException(
                "the coordinator cannot go on: " + death.inWords() + (death.isOutOfMemory() ? hint : "")));
    }

    /**
     * Reports that the run cannot go on.
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
     * Waits for the end of the run. Ignores interrupts, since an application may interrupt every thread of this
     * process; if the user ends the run, that is reported as an event.
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
