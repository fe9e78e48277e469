package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;

/**
 * A request to end something, such as a run. The request may be made before the thing to be ended exists. Thread-safe.
 */
public final class EndWish {
    private @Nullable Runnable ending; // guarded by this, like wanted
    private boolean wanted;

    /**
     * Sets how the thing is ended. If {@link #end} was called before, ends it at once.
     *
     * @param how the action that ends the thing
     */
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

    /** Ends the thing now, or as soon as {@link #endsBy} has set how to do that. */
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
