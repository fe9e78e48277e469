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
 * The record of what an application has said so far, for each ID. When threads go on from a checkpoint they say some of
 * it again; the number of what they say tells that apart. Used by the control thread only.
 */
final class Hearing {
    private final Map<Integer, Long> next = new HashMap<>();
    private final Map<String, Serializable> results = new LinkedHashMap<>();

    /** Takes over what an earlier coordinator has heard. */
    void goOn(Commit from) {
        for (int id = 0; id < from.heard().size(); id++) {
            next.put(id, from.heard().get(id));
        }
        results.putAll(from.results());
    }

    /** Returns whether this is heard for the first time. */
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
     * Drops the IDs from {@code count} on, since the run will not go back to them. They count anew when they come back.
     */
    void keepIds(int count) {
        next.keySet().removeIf(id -> id >= count);
    }

    /** Returns how many things each ID has said. */
    List<Long> heard(int ids) {
        return IntStream.range(0, ids).mapToObj(id -> next.getOrDefault(id, 0L)).toList();
    }

    /** Returns the named results among what was said. */
    Map<String, Serializable> results() {
        return results;
    }
}
