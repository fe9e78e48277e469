package org.moide.coordinator.run.session;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.FatalErrors;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.selection.NoHostsException;

/** How a run came to its end, for the thread that owns it and waits for that. The first word stays. Any thread. */
final class RunEnd {
    private final Signal told;
    private @Nullable RunOutcome outcome;
    private @Nullable RuntimeException failure;
    private volatile boolean over;

    RunEnd(Signal told) {
        this.told = told;
    }

    /** It came to an orderly end; the owner is thrown that there was nobody to run it, if that is why. */
    void came(RunOutcome how) {
        if (how.ending() instanceof RunEnding.Failed failed && failed.cause() == RunEnding.Cause.NOBODY) {
            broke(new NoHostsException(failed.told().headline()));
        } else {
            tell(how, null);
        }
    }

    /** A thread died without which the run cannot end. */
    void died(FatalErrors.Death death) {
        String hint = "; MOIDE_JAVA_OPTS=-Xmx... gives it more memory, --no-own-engine keeps the application out of it";
        broke(new CommException(
                "the coordinator cannot go on: " + death.inWords() + (death.isOutOfMemory() ? hint : "")));
    }

    /** It came to none: the owner is thrown {@code why}. */
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

    /** Waits for it. An application may interrupt every thread of this process; the user's wish to end comes as an event. */
    RunOutcome await() {
        while (!over) {
            try {
                told.await(() -> over, Long.MAX_VALUE);
            } catch (InterruptedException stray) {
                // The interrupt means nothing here.
            }
        }
        Thread.interrupted(); // and none of them hurries what follows
        RuntimeException why = failure;
        RunOutcome how = outcome;
        if (why != null || how == null) {
            throw why == null ? new IllegalStateException("expected an end with an outcome, found none") : why;
        }
        return how;
    }
}
