package org.moide.coordinator.run.session;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.FatalErrors;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.selection.NoHostsException;

/**
 * The end of a run, for which the thread that owns the run waits. Only the first end that is told counts. Any thread.
 */
final class RunEnd {
    private final Signal told;
    private @Nullable RunOutcome outcome;
    private @Nullable RuntimeException failure;
    private volatile boolean over;

    RunEnd(Signal told) {
        this.told = told;
    }

    /** Tells an orderly end. If there was no host to compute, the owner is thrown an exception that says so. */
    void came(RunOutcome how) {
        if (how.ending() instanceof RunEnding.Failed failed && failed.cause() == RunEnding.Cause.NOBODY) {
            broke(new NoHostsException(failed.told().headline()));
        } else {
            tell(how, null);
        }
    }

    /** Tells that a thread died without which the run cannot end. */
    void died(FatalErrors.Death death) {
        String hint = "; MOIDE_JAVA_OPTS=-Xmx... gives it more memory, --no-own-engine keeps the application out of it";
        broke(new CommException(
                "the coordinator cannot go on: " + death.inWords() + (death.isOutOfMemory() ? hint : "")));
    }

    /** Tells that there is no orderly end; the owner is thrown {@code why}. */
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
     * Waits for the end. An application may interrupt every thread of this process, so an interrupt means nothing here;
     * the user's wish to end comes as an event.
     */
    RunOutcome await() {
        while (!over) {
            try {
                told.await(() -> over, Long.MAX_VALUE);
            } catch (InterruptedException stray) {
                // The interrupt means nothing here.
            }
        }
        Thread.interrupted(); // no stray interrupt hurries what follows
        RuntimeException why = failure;
        RunOutcome how = outcome;
        if (why != null || how == null) {
            throw why == null ? new IllegalStateException("expected an end with an outcome, found none") : why;
        }
        return how;
    }
}
