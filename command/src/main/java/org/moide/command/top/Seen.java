package org.moide.command.top;

import java.util.List;
import java.util.Map;
import org.moide.engine.control.ThreadTime;

/**
 * A reading of the figures with the changes since the previous one.
 *
 * @param data the figures
 * @param threads for each engine of a run, the increase of each thread's times
 * @param loads for each engine, its threads' computing share in each of the last readings
 */
public record Seen(TopData data, Map<Engine, List<ThreadTime>> threads, Map<Engine, List<Double>> loads) {
    /** The value to show before the first reading. */
    public static final Seen NOTHING = new Seen(TopData.NONE, Map.of(), Map.of());

    /**
     * An engine of a run, as a key.
     *
     * @param run the run's ID
     * @param number the engine's number
     */
    public record Engine(String run, int number) {}
}
