package org.moide.coordinator.reconfigure.automation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Since when something has been so, without a break, of each of several things. One thread. */
final class ConditionTimer<K> {
    private final Map<K, Long> since = new HashMap<>();

    /** How it is now. */
    void see(K key, boolean is, long nowNanos) {
        if (is) {
            since.putIfAbsent(key, nowNanos);
        } else {
            since.remove(key);
        }
    }

    /** Whether it has been so for at least so long. */
    boolean is(K key, long holdNanos, long nowNanos) {
        Long began = since.get(key);
        return began != null && nowNanos - began >= holdNanos;
    }

    /** It begins anew, if it goes on. */
    void restart(K key) {
        since.remove(key);
    }

    /** Nothing is known of others any more. */
    void keepOnly(Set<K> keys) {
        since.keySet().retainAll(keys);
    }
}
