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
 * checkpoint, they report some lines and results again. The counts show which ones are such repeats. Used by the
 * control thread only.
 */
final class Hearing {
    private final Map<Integer, Long> next = new HashMap<>();
    private final Map<String, Serializable> results = new LinkedHashMap<>();

    /** Takes over the counts that an earlier coordinator wrote to disk with a checkpoint. */
    void goOn(Commit from) {
        for (int id = 0; id < from.heard().size(); id++) {
            next.put(id, from.heard().get(id));
        }
        results.putAll(from.results());
    }

    /** Counts this line or result if it is new. Returns false if it is a repeat. */
    boolean isNew(EngineReport.Said said) {
        if (said.number() == EngineReport.Said.UNNUMBERED) {
            return true;
        }
        if (said.number() < next.getOrDefault(said.id(), 0L)) {
            return false;
        }
        next.put(said.id(), said.number() + 1);
        if (said.utterance() instanceof Utterance.Result result) {
            results.put(result.name(), result.value());
        }
        return true;
    }

    /**
     * Drops the counts of the logical IDs from {@code count} on, because the run goes back to a checkpoint with only
     * {@code count} IDs. If higher IDs exist again later, they count from 0.
     */
    void keepIds(int count) {
        next.keySet().removeIf(id -> id >= count);
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
