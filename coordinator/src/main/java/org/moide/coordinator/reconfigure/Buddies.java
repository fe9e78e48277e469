package org.moide.coordinator.reconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the buddy of each engine, which keeps the engine's states as well: the next engine on another host, or else
 * the next in another process. Pure.
 */
final class Buddies {
    private Buddies() {}

    /**
     * Returns the buddy of one of these engines.
     *
     * @param table the engines in the order of their numbers
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

    /** Returns whether the loss of one host can take a state together with its copy. */
    static boolean shareAHost(List<EnginePlace> table) {
        return table.size() > 1
                && table.stream().map(EnginePlace::host).distinct().count() == 1;
    }
}
