package org.moide.coordinator.reconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the buddy of each engine: the engine that keeps a second copy of its states. It is the next engine on another
 * host, or if all are on one host, the next engine.
 */
final class Buddies {
    private Buddies() {}

    /**
     * Returns the buddy of an engine.
     *
     * @param table the engines in the order of their numbers
     * @return the buddy; null if there is no other engine
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

    /**
     * Returns whether all engines are on one host. The loss of that host would then take each state together with its
     * copy.
     */
    static boolean shareAHost(List<EnginePlace> table) {
        return table.size() > 1
                && table.stream().map(EnginePlace::host).distinct().count() == 1;
    }
}
