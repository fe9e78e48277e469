package org.moide.coordinator.reconfigure.automation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The time since which a condition has been true without a break, for each of several things. One thread. */
final class ConditionTimer<K> {
    private final Map<K, Long> since = new HashMap<>();

    /** Takes the condition of a thing as it is now. */
    void see(K key, boolean is, long nowNanos) {
        if (is) {
            since.putIfAbsent(key, nowNanos);
        } else {
            since.remove(key);
        }
    }

    /** Returns whether the condition has been true for at least this time. */
    boolean is(K key, long holdNanos, long nowNanos) {
        Long began = since.get(key);
        return began != null && nowNanos - began >= holdNanos;
    }

    /** Begins the time of a thing anew if its condition is still true. */
    void restart(K key) {
        since.remove(key);
    }

    /** Forgets all other things. */
    void keepOnly(Set<K> keys) {
        since.keySet().retainAll(keys);
    }
}
