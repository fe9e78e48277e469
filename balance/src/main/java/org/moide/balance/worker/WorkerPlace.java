package org.moide.balance.worker;

import java.io.Serializable;

/**
 * The place of a worker: the engine on which it is, with a version.
 *
 * @param process the engine's number in its epoch; {@link #ENDED} if the worker has ended
 * @param version the number of the worker's moves; of two places of a worker, the one with the larger version is valid
 */
public record WorkerPlace(int process, long version) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The value of {@code process} for a worker that has ended. */
    public static final int ENDED = -1;

    public WorkerPlace {
        if (process < ENDED || version < 0) {
            throw new IllegalArgumentException("expected a process from -1 on and a version from 0 on, found process "
                    + process + ", version " + version);
        }
    }

    boolean isNewerThan(WorkerPlace other) {
        return version > other.version;
    }

    public boolean isEnd() {
        return process == ENDED;
    }
}
