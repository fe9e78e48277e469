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
 * What an application has said so far, ID by ID: when threads go on from a checkpoint they say some of it again, and that is
 * told from the rest by its number. Used by the control thread only.
 */
final class Hearing {
    private final Map<Integer, Long> next = new HashMap<>();
    private final Map<String, Serializable> results = new LinkedHashMap<>();

    /** An earlier coordinator has heard so much. */
    void goOn(Commit from) {
        for (int id = 0; id < from.heard().size(); id++) {
            next.put(id, from.heard().get(id));
        }
        results.putAll(from.results());
    }

    /** Whether this is heard for the first time. */
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

    /** From here on the run goes back to so many IDs at most: those beyond count anew when they come back. */
    void keepIds(int count) {
        next.keySet().removeIf(id -> id >= count);
    }

    /** How many things each ID has said. */
    List<Long> heard(int ids) {
        return IntStream.range(0, ids).mapToObj(id -> next.getOrDefault(id, 0L)).toList();
    }

    /** What was named among it. */
    Map<String, Serializable> results() {
        return results;
    }
}
