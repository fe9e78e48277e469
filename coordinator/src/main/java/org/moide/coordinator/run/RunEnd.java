package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/** How a run came to its end, for the thread that owns it and waits for that. The first word stays. Any thread. */
final class RunEnd {
    private final Signal told;
    private @Nullable RunOutcome outcome;
    private @Nullable RuntimeException failure;
    private volatile boolean over;

    RunEnd(Signal told) {
        this.told = told;
    }

    /** It came to an orderly end. */
    void came(RunOutcome how) {
        tell(how, null);
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
                // Whoever sent it means nothing by it here.
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
