package org.moide.command.top;

import java.util.List;
import java.util.Map;
import org.moide.engine.control.ThreadTime;

/**
 * What there is to see, and what has happened since the look before.
 *
 * @param data as it was asked
 * @param threads of each run's engine what each of its threads has done since
 * @param loads of each engine's threads the part of their time in which they computed, in the last looks
 */
public record Seen(TopData data, Map<Engine, List<ThreadTime>> threads, Map<Engine, List<Double>> loads) {
    /** Before anybody was asked. */
    public static final Seen NOTHING = new Seen(TopData.NONE, Map.of(), Map.of());

    /** One engine of one run. */
    public record Engine(String run, int number) {}
}
