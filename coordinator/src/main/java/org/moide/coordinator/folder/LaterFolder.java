package org.moide.coordinator.folder;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A run's folder that is made when something is to be written into it, or never. Any thread. */
public final class LaterFolder {
    private final RunFolder place;
    private final Making making;
    private @Nullable OwnedRun made; // guarded by this
    private boolean givenUp; // guarded by this
    private boolean begun; // guarded by this

    /** Makes the folder. */
    @FunctionalInterface
    interface Making {
        OwnedRun make() throws IOException;
    }

    /** One that nobody has made so far. */
    LaterFolder(RunFolder place, Making making) {
        this.place = place;
        this.making = making;
    }

    /** One that is there. */
    public LaterFolder(OwnedRun made) {
        this(made.folder(), () -> made);
        this.made = made;
    }

    /** Where it is, or will be. */
    public RunFolder place() {
        return place;
    }

    /**
     * The folder, made by this if nobody did so before.
     *
     * @throws IOException if it cannot be made, or has been given up
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
        }
        return known;
    }

    /** Engines are about to compute, which the folder says if it is there, or will say. */
    public synchronized void began() throws IOException {
        begun = true;
        if (made != null) {
            made.began();
        }
    }

    /** The folder, if it has been made. */
    public synchronized @Nullable OwnedRun known() {
        return made;
    }

    /** Whether it has not been made, and never will be. */
    public synchronized boolean giveUp() {
        givenUp |= made == null;
        return givenUp;
    }
}
