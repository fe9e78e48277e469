package org.moide.engine.control;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The state of the workers of one engine at a moment.
 *
 * @param workers how many are here
 * @param active those of them that count as active and have a task, queued or under way
 * @param queued how many tasks lie here, not begun
 * @param handled how many tasks were handled here since the epoch began
 * @param longest the handler that has been under way for longest; null if none is
 */
public record WorkersNow(
        long workers,
        long active,
        long queued,
        long handled,
        @Nullable Handler longest) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The state of an engine without workers. */
    public static final WorkersNow NONE = new WorkersNow(0, 0, 0, 0, null);

    public WorkersNow {
        if (workers < 0 || active < 0 || queued < 0 || handled < 0) {
            throw new IllegalArgumentException("expected counts from 0 on, found " + workers + " workers, " + active
                    + " active, " + queued + " tasks queued, " + handled + " handled");
        }
    }

    /**
     * A handler that is under way.
     *
     * @param task the task in some words
     * @param waitsFor the thing that it waits for, in some words, such as {@code an answer of worker 7}; empty if it is
     *     in its own code
     * @param nanos for how long it has been under way
     */
    public record Handler(long worker, String task, String waitsFor, long nanos) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
