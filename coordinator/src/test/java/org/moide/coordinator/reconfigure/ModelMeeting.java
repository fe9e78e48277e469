package org.moide.coordinator.reconfigure;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The collective operations of one epoch of a {@link ModelRun}. An operation is complete when all engines have called
 * it.
 */
final class ModelMeeting {
    private final int engines;
    private final Map<Integer, Map<Integer, Runnable>> waiting = new HashMap<>();
    private final Map<Integer, Long> sums = new HashMap<>();
    private final Map<Integer, Boolean> flags = new HashMap<>();

    ModelMeeting(int engines) {
        this.engines = engines;
    }

    /**
     * Records that an engine calls a collective operation with its value. Runs {@code then} when all engines have
     * called it.
     */
    void come(int meeting, int number, long part, boolean flag, Runnable then) {
        sums.merge(meeting, part, Long::sum);
        flags.merge(meeting, flag, Boolean::logicalOr);
        Map<Integer, Runnable> here = waiting.computeIfAbsent(meeting, first -> new TreeMap<>());
        here.put(number, then);
        if (here.size() == engines) {
            here.values().forEach(Runnable::run);
        }
    }

    long sum(int meeting) {
        return sums.getOrDefault(meeting, 0L);
    }

    boolean flag(int meeting) {
        return flags.getOrDefault(meeting, false);
    }
}
