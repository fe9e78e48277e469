package org.moide.command.story;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.moide.coordinator.workers.NumberedTasks;

/** Workers that take their time as long as there is a file {@code hold}: so a run is still there when its user gets to it. */
public final class HeldWorkers extends NumberedTasks {
    private static final int RING = 24;
    private static final int STEPS = 120;

    /** Units of work of what begins a step, at least: only that is held. */
    private static final int STEP = 3;

    private static final Duration HELD = Duration.ofMillis(150);

    public HeldWorkers() {
        super(RING, STEPS, units -> {
            if (units >= STEP && Files.exists(Path.of("hold"))) {
                Lapse.of(HELD);
            }
        });
    }

    /** Returns what the result must be. */
    static long expected() {
        return total(RING, STEPS);
    }
}
