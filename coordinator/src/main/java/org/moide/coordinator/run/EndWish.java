package org.moide.coordinator.run;

import org.jspecify.annotations.Nullable;

/** The wish that something end, which may come before it is known how it is ended. Any thread. */
public final class EndWish {
    private @Nullable Runnable ending; // guarded by this, as wanted is
    private boolean wanted;

    /** It is ended by this, which is called now if the wish has come already. */
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

    /** It is to end, or as soon as it is known how. */
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
