package org.moide.command.story;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.moide.coordinator.workers.NumberedTasks;

/**
 * A worker application that handles tasks slowly while the file {@code hold} exists, so that the run has not ended when
 * the test acts on it.
 */
public final class HeldWorkers extends NumberedTasks {
    private static final int RING = 24;
    private static final int STEPS = 120;

    /**
     * The least number of units of work that a task must have to be slow while the file exists. Only the first task of
     * a step has as many.
     */
    private static final int STEP = 3;

    private static final Duration HELD = Duration.ofMillis(150);

    public HeldWorkers() {
        super(RING, STEPS, units -> {
            if (units >= STEP && Files.exists(Path.of("hold"))) {
                Lapse.of(HELD);
            }
        });
    }

    /** Returns the result that the run must have. */
    static long expected() {
        return total(RING, STEPS);
    }
}
