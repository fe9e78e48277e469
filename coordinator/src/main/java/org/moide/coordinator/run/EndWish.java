package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;

/** A wish to end something that may come before it is known how to end it. Thread-safe. */
public final class EndWish {
    private @Nullable Runnable ending; // guarded by this, like wanted
    private boolean wanted;

    /** Sets how to end it. Ends it at once if {@link #end} was called before. */
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

    /** Ends it, now or as soon as {@link #endsBy} is called. */
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
