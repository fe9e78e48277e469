package org.moide.balance.worker;

import java.io.Serializable;

/**
 * The place of a worker.
 *
 * @param process the engine's number in its epoch; {@link #ENDED} if the worker is nowhere any more
 * @param version how often it had moved: of two places the one with the larger is true
 */
public record WorkerPlace(int process, long version) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number in place of a process of a worker that has ended. */
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
