package org.moide.coordinator.folder;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A run's folder that is created when something is to be written into it, or never. Any thread. */
public final class LaterFolder {
    private final RunFolder place;
    private final Making making;
    private @Nullable OwnedRun made; // guarded by this
    private boolean givenUp; // guarded by this
    private boolean begun; // guarded by this
    private @Nullable HeldThreads held; // guarded by this

    /** Creates the folder. */
    @FunctionalInterface
    interface Making {
        OwnedRun make() throws IOException;
    }

    /** Stands for a folder that does not exist yet. */
    LaterFolder(RunFolder place, Making making) {
        this.place = place;
        this.making = making;
    }

    /** Stands for a folder that exists. */
    public LaterFolder(OwnedRun made) {
        this(made.folder(), () -> made);
        this.made = made;
    }

    /** Returns where the folder is or will be. */
    public RunFolder place() {
        return place;
    }

    /**
     * Returns the folder; creates it if it does not exist.
     *
     * @throws IOException if it cannot be created, or has been given up
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

    /** Notes that engines are about to compute. The folder says so if it exists, or will say so. */
    public synchronized void began() throws IOException {
        begun = true;
        if (made != null) {
            made.began();
        }
    }

    /** The run has so many threads on this machine from now on, which the folder says if it is there, or will say. */
    public synchronized void holds(HeldThreads threads) throws IOException {
        held = threads;
        if (made != null && !givenUp) {
            made.holds(threads);
        }
    }

    /** Returns the folder; null if it has not been created. */
    public synchronized @Nullable OwnedRun known() {
        return made;
    }

    /** Gives up creating the folder. Returns whether it does not exist and will not be created. */
    public synchronized boolean giveUp() {
        givenUp |= made == null;
        return givenUp;
    }
}
