package org.moide.coordinator.folder;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A run's folder that is created only when something is to be written into it. A short run may never need it.
 * Thread-safe.
 */
public final class LaterFolder {
    private final RunFolder place;
    private final Making making;
    private @Nullable OwnedRun made; // guarded by this
    private boolean givenUp; // guarded by this
    private boolean begun; // guarded by this
    private @Nullable HeldThreads held; // guarded by this

    @FunctionalInterface
    interface Making {
        OwnedRun make() throws IOException;
    }

    /** Creates the object for a folder that does not exist yet. */
    LaterFolder(RunFolder place, Making making) {
        this.place = place;
        this.making = making;
    }

    /** Creates the object for a folder that exists. */
    public LaterFolder(OwnedRun made) {
        this(made.folder(), () -> made);
        this.made = made;
    }

    /** Returns the view of the folder, which may not exist yet. */
    public RunFolder place() {
        return place;
    }

    /**
     * Returns the folder, after creating it if it does not exist.
     *
     * @throws IOException if the folder cannot be created, or {@link #giveUp} was called before
     */
    public synchronized OwnedRun made() throws IOException {
        OwnedRun known = made;
        if (known == null) {
            if (givenUp) {
                throw new IOException("expected a run that goes on, found that it is over, without " + place.path());
            }
            known = making.make();
            made = known;
            if (begun) {
                known.began();
            }
            if (held != null) {
                known.holds(held);
            }
        }
        return known;
    }

    /**
     * Notes that engines are about to compute. The note is written at once if the folder exists, otherwise when the
     * folder is created.
     */
    public synchronized void began() throws IOException {
        begun = true;
        if (made != null) {
            made.began();
        }
    }

    /**
     * Notes how many threads the run has on this machine from now on. The note is written at once if the folder exists,
     * otherwise when the folder is created.
     */
    public synchronized void holds(HeldThreads threads) throws IOException {
        held = threads;
        if (made != null && !givenUp) {
            made.holds(threads);
        }
    }

    /** Returns the folder; null if it does not exist yet. */
    public synchronized @Nullable OwnedRun known() {
        return made;
    }

    /** Prevents the folder from being created later. Returns whether the folder does not exist and thus never will. */
    public synchronized boolean giveUp() {
        givenUp |= made == null;
        return givenUp;
    }
}
