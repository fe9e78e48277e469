package org.moide.command.top;

import java.util.List;
import java.util.Map;
import org.moide.engine.control.ThreadTime;

/**
 * Result of a look, with what has happened since the look before.
 *
 * @param data the data that was asked for
 * @param threads for each engine of a run, what each of its threads has done since
 * @param loads for each engine, the part of its threads' time in which they computed, in each of the last looks
 */
public record Seen(TopData data, Map<Engine, List<ThreadTime>> threads, Map<Engine, List<Double>> loads) {
    /** Result before anybody was asked. */
    public static final Seen NOTHING = new Seen(TopData.NONE, Map.of(), Map.of());

    /** One engine of one run. */
    public record Engine(String run, int number) {}
}
