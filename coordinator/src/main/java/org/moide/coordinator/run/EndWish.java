package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;

/**
 * A request to end something, such as a run, that may be made before the thing exists that can be ended. Thread-safe.
 */
public final class EndWish {
    private @Nullable Runnable ending; // guarded by this, like wanted
    private boolean wanted;

    /** Sets the action that ends the thing. Runs it at once if {@link #end} was called before. */
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

    /** Runs the action that ends the thing, now or as soon as {@link #endsBy} sets it. */
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
