package org.moide.coordinator.reconfigure;

import java.util.HashMap;
import java.util.Map;

/**
 * What an application has said so far, ID by ID: when threads go on from a checkpoint they say some of it again, and that is
 * told from the rest by its number. Used by the control thread only.
 */
public final class Hearing {
    private final Map<Integer, Long> next = new HashMap<>();

    /** Whether this is heard for the first time. */
    public boolean isNew(int id, long number) {
        if (number < next.getOrDefault(id, 0L)) {
            return false;
        }
        next.put(id, number + 1);
        return true;
    }

    /** From here on the run goes back to so many IDs at most: those beyond count anew when they come back. */
    void keepIds(int count) {
        next.keySet().removeIf(id -> id >= count);
    }
}
