package org.moide.coordinator.reconfigure;

import java.io.Serializable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/**
 * Counts the lines and results that the application has reported, for each logical ID. When threads go back to a
 * checkpoint, they report some lines again. The counts show which ones are such repeats. A result replaces the one of
 * the same name, so it is never a repeat. Used by the control thread only.
 *
 * <p>An ID may say something else the second time: which thread runs which task is chance. So a line is a repeat only if
 * the ID's line of the same number had the same text. One that differs is shown.
 */
final class Hearing {
    /** The number of latest lines and results of an ID whose texts are compared; what is older is taken for a repeat. */
    static final int COMPARED = 256;

    private static final int UNKNOWN = 0;
    private static final int RESULT = 1;
    private static final int LEAST_HASH = 2;

    private final Map<Integer, Long> next = new HashMap<>();
    private final Map<Integer, int[]> hashes = new HashMap<>(); // of the latest lines, by number modulo COMPARED
    private final Map<String, Serializable> results = new LinkedHashMap<>();

    /** Takes over the counts that an earlier coordinator wrote to disk with a checkpoint. */
    void goOn(Commit from) {
        for (int id = 0; id < from.heard().size(); id++) {
            next.put(id, from.heard().get(id));
        }
        results.putAll(from.results());
    }

    /** Counts this line or result. Returns false if it is a repeat. */
    boolean isNew(EngineReport.Said said) {
        if (said.number() == EngineReport.Said.UNNUMBERED) {
            return true;
        }
        long expected = next.getOrDefault(said.id(), 0L);
        next.put(said.id(), Math.max(expected, said.number() + 1));
        int[] latest = hashes.computeIfAbsent(said.id(), first -> new int[COMPARED]);
        int cell = (int) (said.number() % COMPARED);
        int before = latest[cell];
        boolean isOld = said.number() < expected - COMPARED;
        if (said.utterance() instanceof Utterance.Result result) {
            results.put(result.name(), result.value());
            latest[cell] = isOld ? before : RESULT;
            return true;
        }
        if (isOld) {
            return false;
        }
        latest[cell] = Math.max(LEAST_HASH, said.utterance().hashCode() & Integer.MAX_VALUE);
        return said.number() >= expected || (before != UNKNOWN && before != latest[cell]);
    }

    /**
     * Drops the counts of the logical IDs from {@code count} on, because the run goes back to a checkpoint with only
     * {@code count} IDs. If higher IDs exist again later, they count from 0.
     */
    void keepIds(int count) {
        next.keySet().removeIf(id -> id >= count);
        hashes.keySet().removeIf(id -> id >= count);
    }

    /** Returns for each ID from 0 on how many lines and results it has reported. */
    List<Long> heard(int ids) {
        return IntStream.range(0, ids).mapToObj(id -> next.getOrDefault(id, 0L)).toList();
    }

    /** Returns the application's results by name. */
    Map<String, Serializable> results() {
        return results;
    }
}
