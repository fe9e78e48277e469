package org.moide.coordinator.reconfigure.automation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Measures for how long a condition has been continuously true, for each of several keys. Not thread-safe. */
final class ConditionTimer<K> {
    private final Map<K, Long> since = new HashMap<>();

    /** Records whether a key's condition is true now. */
    void see(K key, boolean is, long nowNanos) {
        if (is) {
            since.putIfAbsent(key, nowNanos);
        } else {
            since.remove(key);
        }
    }

    /** Returns whether a key's condition has been true for at least this time. */
    boolean is(K key, long holdNanos, long nowNanos) {
        Long began = since.get(key);
        return began != null && nowNanos - began >= holdNanos;
    }

    /** Returns for how long a key's condition has been true; 0 if it is not. */
    long heldNanos(K key, long nowNanos) {
        return nowNanos - since.getOrDefault(key, nowNanos);
    }

    /** Forgets for how long a key's condition has been true, so that its time counts from the next {@link #see} on. */
    void restart(K key) {
        since.remove(key);
    }

    /** Forgets all keys except these. */
    void keepOnly(Set<K> keys) {
        since.keySet().retainAll(keys);
    }
}
