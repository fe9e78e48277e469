package org.moide.engine.control;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The state of the workers of one engine at a moment.
 *
 * @param workers how many workers are on the engine
 * @param active how many of them count as active and have a task, queued or running
 * @param queued how many tasks wait on the engine
 * @param handled how many tasks were handled on the engine since the epoch began
 * @param longest the handler that has been running for longest; null if none is running
 */
public record WorkersNow(
        long workers,
        long active,
        long queued,
        long handled,
        @Nullable Handler longest) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final WorkersNow NONE = new WorkersNow(0, 0, 0, 0, null);

    public WorkersNow {
        if (workers < 0 || active < 0 || queued < 0 || handled < 0) {
            throw new IllegalArgumentException("expected counts from 0 on, found " + workers + " workers, " + active
                    + " active, " + queued + " tasks queued, " + handled + " handled");
        }
    }

    /**
     * A running handler.
     *
     * @param task the task, as text
     * @param waitsFor what the handler waits for, such as {@code an answer of worker 7}; empty if it computes
     * @param nanos the time since the handler began
     */
    public record Handler(long worker, String task, String waitsFor, long nanos) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
