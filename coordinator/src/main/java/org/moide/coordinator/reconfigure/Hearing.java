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
 * Records how many lines and results the application has reported so far, for each logical ID. Threads that go back to
 * a checkpoint report some of them again; their numbers show that they are repeats. Used by the control thread only.
 */
final class Hearing {
    private final Map<Integer, Long> next = new HashMap<>();
    private final Map<String, Serializable> results = new LinkedHashMap<>();

    /** Takes over the counts of an earlier coordinator. */
    void goOn(Commit from) {
        for (int id = 0; id < from.heard().size(); id++) {
            next.put(id, from.heard().get(id));
        }
        results.putAll(from.results());
    }

    /** Returns whether this line or result is no repeat, and counts it. */
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
     * Drops the counts of the IDs from {@code count} on, since the run does not go back to them. If they return, they
     * count from 0.
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
