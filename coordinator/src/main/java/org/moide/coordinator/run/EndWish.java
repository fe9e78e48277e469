package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;

/** The wish to end something. It may come before it is known how to do so. Any thread. */
public final class EndWish {
    private @Nullable Runnable ending; // guarded by this, as wanted is
    private boolean wanted;

    /** Sets the way to end it; calls it now if the wish has come already. */
    public void endsBy(Runnable how) {
        boolean now;
        synchronized (this) {
            ending = how;
            now = wanted;
        }
        if (now) {
            how.run();
        }
    }

    /** Ends it, now or as soon as the way is known. */
    public void end() {
        Runnable how;
        synchronized (this) {
            wanted = true;
            how = ending;
        }
        if (how != null) {
            how.run();
        }
    }
}
