package org.moide.coordinator.reconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buddy of each engine, which keeps its states as well: the next engine on another host, else the next in another
 * process. Pure.
 */
final class Buddies {
    private Buddies() {}

    /**
     * The buddy of one of these.
     *
     * @param table in the order of their engine numbers
     * @return null if there is no other
     */
    static @Nullable EnginePlace of(int number, List<EnginePlace> table) {
        EnginePlace self = table.get(number);
        EnginePlace near = null;
        for (int step = 1; step < table.size(); step++) {
            EnginePlace other = table.get((number + step) % table.size());
            if (!other.host().equals(self.host())) {
                return other;
            }
            near = near == null ? other : near;
        }
        return near;
    }

    /** Whether the loss of a host can take a state and its copy. */
    static boolean shareAHost(List<EnginePlace> table) {
        return table.size() > 1
                && table.stream().map(EnginePlace::host).distinct().count() == 1;
    }
}
